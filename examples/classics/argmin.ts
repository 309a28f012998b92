/**
 * Gradient descent with a rate that adapts, the optimiser of `saddle` and `particle`, after Siskind and Pearlmutter.
 *
 * Ten steps that went down double the rate, one that did not halves it and is not taken; the end is where gradient or step
 * is short. The operator that makes gradients is a parameter, and since `argmin` is an ordinary function, it may be called
 * by a function that another `argmin` minimises, with the same operator or another one.
 */

import { grad, jacfwd } from "zeroth";

export type GradientOf = (f: (x: number[]) => number) => (x: number[]) => number[];

export type Mode = "forward" | "reverse";

export const modes: Readonly<Record<Mode, GradientOf>> = {
  forward: (f) => jacfwd(f),
  reverse: (f) => grad(f),
};

export const combinations: readonly (readonly [outer: Mode, inner: Mode])[] = [
  ["forward", "forward"],
  ["forward", "reverse"],
  ["reverse", "forward"],
  ["reverse", "reverse"],
];

/** The first rate of the published programs. */
export const publishedRate = 1e-5;

const precision = 1e-5;

export function argmin(
  gradientOf: GradientOf,
  f: (x: number[]) => number,
  start: number[],
  firstRate: number,
): number[] {
  const gradient = gradientOf(f);
  let x = start;
  let value = f(x);
  let slope = gradient(x);
  let rate = firstRate;
  let descents = 0;
  while (length(slope) > precision) {
    if (descents === 10) {
      rate *= 2;
      descents = 0;
    }
    if (rate * length(slope) <= precision) break;
    const [now, toward] = [rate, slope];
    const next = x.map((v, i) => v - now * toward[i]!);
    const nextValue = f(next);
    if (nextValue < value) {
      [x, value, slope] = [next, nextValue, gradient(next)];
      descents++;
    } else {
      rate /= 2;
      descents = 0;
    }
  }
  return x;
}

const length = (x: readonly number[]): number => Math.sqrt(x.reduce((sum, v) => sum + v * v, 0));
