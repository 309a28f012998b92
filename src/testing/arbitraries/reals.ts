// Random real numbers: in a range, and away from points where a function is not smooth.
//
// A number is made from a coarse part, a fine part and the number of decimals to which it is rounded. The latter shrinks first,
// so a failure soon shows 1 or 0.5 instead of 0.4999999701976776.

import fc from "fast-check";
import { requireOptions } from "../../prelude/options.ts";

/** The range of numbers. */
export interface RealsOptions {
  /** −10 if absent. */
  readonly min?: number;
  /** 10 if absent. */
  readonly max?: number;
}

/** The range of numbers, and the points to keep away from. */
export interface AwayOptions extends RealsOptions {
  /** The points to keep away from; 0 alone if absent. */
  readonly from?: readonly number[];
  /** The distance; 0.1 if absent. */
  readonly by?: number;
}

const coarseSteps = 1e6;
const fineSteps = 2 ** 26;
const mostDecimals = 4;

/**
 * Finite real numbers. They shrink to few decimals and towards 0, or towards the end of the range that is nearest to 0.
 *
 * @example
 * ```ts
 * checkGradients(Math.sqrt, { inputs: [reals({ min: 0.1, max: 100 })] });
 * ```
 */
export function reals(options: RealsOptions = {}): fc.Arbitrary<number> {
  requireOptions(options, ["min", "max"], "reals");
  const { min = -10, max = 10 } = options;
  if (!(min <= max) || !Number.isFinite(max - min)) throw new RangeError(`no real numbers from ${min} to ${max}`);
  const near = min > 0 ? min : max < 0 ? max : 0;
  // Steps from the simplest number of the range, down and up.
  const coarse = fc.integer({ min: Math.sign(min - near) * coarseSteps, max: Math.sign(max - near) * coarseSteps });
  const fraction = fc.integer({ min: 0, max: fineSteps });
  return fc.tuple(fc.integer({ min: 0, max: mostDecimals }), coarse, fraction).map(([decimals, k, fine]) => {
    const side = k < 0 ? near - min : max - near;
    const place = (k - Math.sign(k) * (fine / fineSteps)) / coarseSteps;
    const exact = Math.min(max, Math.max(min, near + side * place));
    const rounded = decimals === mostDecimals ? exact : roundedTo(exact, decimals, max - min);
    // Adding 0 turns −0 into 0.
    return (rounded >= min && rounded <= max ? rounded : exact) + 0;
  });
}

/** Rounded to decimals, relative to the size of the range. */
function roundedTo(x: number, decimals: number, width: number): number {
  const digits = decimals - Math.min(0, Math.floor(Math.log10(width === 0 ? 1 : width)) - 1);
  return Number(x.toFixed(Math.min(100, Math.max(0, digits))));
}

/**
 * Real numbers that keep away from points where a function has a kink, a jump or a pole.
 *
 * @example
 * ```ts
 * checkGradients((x: number) => Math.abs(x) / (x - 1), { inputs: [realsAway({ from: [0, 1] })] });
 * ```
 */
export function realsAway(options: AwayOptions = {}): fc.Arbitrary<number> {
  requireOptions(options, ["from", "by", "min", "max"], "realsAway");
  const { from = [0], by = 0.1, ...range } = options;
  const { min = -10, max = 10 } = range;
  const isFar = (x: number): boolean => from.every((point) => Math.abs(x - point) >= by);
  const candidates = Array.from({ length: 200 }, (_, i) => min + ((max - min) * i) / 199);
  if (candidates.filter(isFar).length < 4) {
    throw new RangeError(`hardly any number from ${min} to ${max} is ${by} away from ${from.join(", ")}`);
  }
  return reals(range).filter(isFar);
}
