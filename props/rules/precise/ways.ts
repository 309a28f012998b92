// Three ways to the first three derivatives of a function of one number, and how near to the truth a double is.

import { grad, jvp, taylor } from "zeroth";
import type { Jet } from "./jet.ts";

export type Curve = (t: number) => number;
/** The derivatives of orders 1, 2 and 3 at a number. */
export type Way = (f: Curve) => (t: number) => readonly [number, number, number];

const forward =
  (f: Curve): Curve =>
  (t) =>
    jvp(f, [t], [1])[1];

const nested =
  (operator: (f: Curve) => Curve): Way =>
  (f) => {
    const first = operator(f);
    const second = operator(first);
    const third = operator(second);
    return (t) => [first(t), second(t), third(t)];
  };

export const ways: Readonly<Record<string, Way>> = {
  "power series": (f) => {
    const series = taylor(f, 3);
    return (t) => {
      const [, a = NaN, b = NaN, c = NaN] = series(t) as readonly number[];
      return [a, 2 * b, 6 * c];
    };
  },
  "forward mode": nested(forward),
  "reverse mode": nested(grad as (f: Curve) => Curve),
};

/** The derivatives of orders 1 to 3 as doubles: ∞ and 0 beyond their range. */
export const trueDerivatives = (jet: Jet): readonly number[] =>
  [1, 2, 6].map((factorial, k) => (jet[k + 1] as Jet[0]).times(factorial).toNumber());

const leastDigits = 1e-12;
/** Numbers below 2⁻¹⁰²² have fewer digits. */
const roundingOfSmall = 2 ** -1070;

/** Whether a double is right up to rounding, relative to itself or to `size`. */
export function isRight(actual: number, expected: number, size: number): boolean {
  // Terms of a sum that are infinite.
  if (size > 1e307 || Number.isNaN(expected) || Object.is(actual, expected) || actual === expected) return true;
  // Rounding may take the largest numbers to infinity.
  if (Math.abs(expected) === Infinity) return Math.sign(expected) * actual > 1.79e308;
  return Math.abs(actual - expected) <= leastDigits * Math.max(size, Math.abs(expected)) + roundingOfSmall;
}
