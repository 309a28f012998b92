// Derivatives by differences, with an estimate of their error: central differences at several steps, extrapolated
// (Richardson), of which the two that agree best are taken.

export interface Slope {
  readonly value: number;
  readonly error: number;
}

const steps: readonly number[] = [1e-2, 3e-3, 1e-3, 1e-4, 1e-5];

/** The derivative at 0 of a function of a number that may say (by NaN) that it is not to be used there. */
export function slopeOf(along: (t: number) => number): Slope {
  const central = (h: number): number => (along(h) - along(-h)) / (2 * h);
  const estimates = steps.map((h) => (4 * central(h / 2) - central(h)) / 3);
  let best: Slope = { value: NaN, error: Infinity };
  for (let k = 1; k < estimates.length; k++) {
    const [a, b] = [estimates[k - 1] as number, estimates[k] as number];
    if (Math.abs(a - b) < best.error) best = { value: b, error: Math.abs(a - b) };
  }
  return best;
}

/** Whether a derivative agrees with differences; null if they do not say. */
export function agrees(derivative: number, { value, error }: Slope): boolean | null {
  const scale = Math.max(1, Math.abs(value));
  if (!(error < 1e-3 * scale)) return null;
  return Math.abs(derivative - value) <= 20 * error + 1e-6 * scale;
}
