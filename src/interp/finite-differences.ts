// Derivatives by finite differences, with an error estimate that determines the tolerance of comparisons.
//
// Central differences with halving steps are extrapolated by Richardson's scheme (C. Ridders, “Accurate computation of F′(x) and
// F″(x)”, 1982). The result is the entry of the table with the smallest estimate. The estimate of an entry is its distance to the
// entries it was made from, and at least the effect of rounding of the function's values on a difference. If the one-sided
// differences do not meet, the function is not smooth at the point.

export interface Difference {
  readonly value: number;
  /** How far the derivative may be from `value`. */
  readonly error: number;
  /** Whether the one-sided derivatives agree, as far as can be seen. */
  readonly smooth: boolean;
}

export interface DifferenceOptions {
  /** The largest step; 0.1 if absent. */
  readonly step?: number;
  /** How often the step is halved; 16 if absent. */
  readonly halvings?: number;
  /** The relative uncertainty of the function's values; 2⁻⁵² if absent. */
  readonly noise?: number;
}

/** The derivative at 0 of a function of one number. */
export function difference(along: (t: number) => number, options: DifferenceOptions = {}): Difference {
  const { step = 0.1, halvings = 16, noise = Number.EPSILON } = options;
  const middle = along(0);
  let best: Omit<Difference, "smooth"> = { value: NaN, error: Infinity };
  let previous: readonly number[] = [];
  let floor = 0;
  const jumps: { readonly h: number; readonly jump: number; readonly floor: number }[] = [];
  for (let k = 0; k <= halvings; k++) {
    const h = step * 2 ** -k;
    const [ahead, behind] = [along(h), along(-h)];
    if (![ahead, behind, middle].every(Number.isFinite)) {
      previous = [];
      continue;
    }
    const size = Math.max(Math.abs(ahead), Math.abs(behind), Math.abs(middle));
    floor = (4 * noise * size) / h;
    jumps.push({ h, jump: Math.abs(ahead - 2 * middle + behind) / h, floor });
    const row = [(ahead - behind) / (2 * h)];
    for (let j = 1; j <= previous.length; j++) {
      const [fine, coarse] = [row[j - 1] as number, previous[j - 1] as number];
      const value = fine + (fine - coarse) / (4 ** j - 1);
      row.push(value);
      const error = 2 * Math.max(Math.abs(value - fine), Math.abs(value - coarse)) + floor;
      if (error < best.error) best = { value, error };
    }
    previous = row;
  }
  return { ...best, smooth: isSmooth(jumps, best) };
}

/**
 * For a smooth function, the difference of the one-sided slopes is about h·f″ and vanishes when extrapolated to h = 0. At a kink
 * it stays, at a jump it grows.
 */
function isSmooth(
  jumps: readonly { readonly h: number; readonly jump: number; readonly floor: number }[],
  { value, error }: Omit<Difference, "smooth">,
): boolean {
  if (!Number.isFinite(value)) return false;
  const scale = Math.max(1, Math.abs(value));
  // Steps where the effect of rounding is at most a thousandth of the effect of a kink.
  const clear = jumps.filter(({ floor }) => floor <= 1e-6 * scale);
  const [last, before] = [clear.at(-1), clear.at(-2)];
  if (last === undefined || before === undefined) return error <= 1e-3 * scale;
  const left = Math.abs(2 * last.jump - before.jump);
  return left <= 1e-4 * scale + 8 * last.floor && error <= 1e-3 * scale;
}

/** Whether a derivative is within the estimated error, and `slack` relative to its size. */
export function agrees(derivative: number, { value, error }: Difference, slack = 1e-9): boolean {
  return Math.abs(derivative - value) <= error + slack * Math.max(1, Math.abs(value));
}

/** The partial derivatives by all numbers of a point. */
export function partialDifferences(
  f: (point: readonly number[]) => number,
  point: readonly number[],
  options: DifferenceOptions = {},
): readonly Difference[] {
  return point.map((x, i) => {
    const scaled = { ...options, step: (options.step ?? 0.1) * Math.max(1, Math.abs(x)) };
    return difference((t) => f(point.with(i, x + t)), scaled);
  });
}
