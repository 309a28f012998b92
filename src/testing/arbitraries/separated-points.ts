// Random points with a distance between each other, for functions with ties, such as max, median or sorting.

import fc from "fast-check";
import { requireOptions } from "../../prelude/options.ts";
import { reals, type RealsOptions } from "./reals.ts";
import { sizes, stored, type Size, type Stored, type Vector } from "./vectors.ts";

/** The number of points, their range and their distance. */
export interface SeparatedPointsOptions<T extends boolean> extends RealsOptions, Stored<T> {
  /** From 2 to 5 if absent. */
  readonly length?: Size;
  /** The smallest distance of two points; 0.1 if absent. */
  readonly distance?: number;
  /** Whether the points increase. */
  readonly sorted?: boolean;
}

/**
 * Numbers no two of which are closer than `distance`. They shrink to fewer points, close together and in order.
 *
 * @example
 * ```ts
 * checkGradients((x: readonly number[]) => Math.max(...x), { inputs: [separatedPoints({ distance: 0.2 })] });
 * ```
 */
export function separatedPoints<T extends boolean = false>(
  options: SeparatedPointsOptions<T> = {},
): fc.Arbitrary<Vector<T>> {
  requireOptions(options, ["length", "distance", "sorted", "min", "max", "typed"], "separatedPoints");
  const { length = [2, 5], distance = 0.1, sorted = false, min = -10, max = 10, typed } = options;
  const most = typeof length === "number" ? length : length[1];
  // Leaves room for rounding, which may push points a little further apart.
  const least = distance + 8 * Number.EPSILON * Math.max(distance, Math.abs(min), Math.abs(max));
  if (!(distance > 0) || !((most - 1) * least < max - min)) {
    throw new RangeError(`there is no room for ${most} points at a distance of ${distance} from ${min} to ${max}`);
  }
  return sizes(length).chain((n) => {
    const room = (n - 1) * least;
    const swaps = fc.tuple(...Array.from({ length: n }, (_, i) => fc.integer({ min: 0, max: sorted ? 0 : n - 1 - i })));
    return fc
      .tuple(
        reals({ min, max: max - room }),
        fc.array(reals({ min: 0, max: 1 }), { minLength: n, maxLength: n, size: "max" }),
        swaps,
      )
      .map(([first, fractions, distances]) => {
        const points = increasing(first, fractions, distance, max - room);
        return stored(swapped(points, distances), typed);
      });
  });
}

/** Swaps each point in turn with the one that comes `distances[i]` places after it. */
function swapped(points: readonly number[], distances: readonly number[]): readonly number[] {
  const result = [...points];
  distances.forEach((distance, i) => {
    [result[i], result[i + distance]] = [result[i + distance] as number, result[i] as number];
  });
  return result;
}

/** Each point takes a fraction of the room that is left between the point before it and `end`. */
function increasing(first: number, fractions: readonly number[], distance: number, end: number): readonly number[] {
  const points = [first];
  let free = end - first;
  for (const fraction of fractions.slice(1)) {
    const before = points.at(-1) as number;
    const step = (free * fraction) / fractions.length;
    free -= step;
    let point = before + distance + step;
    // The sum may round down.
    while (point - before < distance) point += Number.EPSILON * Math.max(Math.abs(point), distance);
    points.push(point);
  }
  return points;
}
