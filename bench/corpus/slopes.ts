/** Slopes by central differences, extrapolated to step zero (C. J. F. Ridders, "Accurate computation of F′(x) and F′(x)F″(x)", 1982). */

export interface Slope {
  readonly value: number;
  /** How far the two best estimates are apart. */
  readonly error: number;
}

const steps = 9;
const factor = 1.6;

/** The slope of `f` at zero: the best of several first steps, since long ones may get across a kink. */
export function slopeOf(f: (t: number) => number): Slope {
  const [best] = [4e-3, 4e-4, 4e-5].map((first) => slopeFrom(f, first)).sort((a, b) => a.error - b.error);
  return best as Slope;
}

function slopeFrom(f: (t: number) => number, first: number): Slope {
  let best: Slope = { value: NaN, error: Infinity };
  let before: number[] = [];
  for (let k = 0, h = first; k < steps; k++, h /= factor) {
    const row = [(f(h) - f(-h)) / (2 * h)];
    for (let j = 1, power = factor ** 2; j <= k; j++, power *= factor ** 2) {
      const [finer, coarser] = [row[j - 1] as number, before[j - 1] as number];
      row.push((finer * power - coarser) / (power - 1));
      const error = Math.max(Math.abs((row[j] as number) - finer), Math.abs((row[j] as number) - coarser));
      if (error <= best.error) best = { value: row[j] as number, error };
    }
    before = row;
  }
  return best;
}
