/** How time and memory grow: gradients of loops and of arrays of many sizes, each in a process of its own (scale-process.ts). */

import { grad } from "zeroth";

/** A gradient at a size, and the same by hand. */
export interface Scaled {
  readonly title: string;
  readonly sizes: readonly number[];
  /** Makes the calls for a size; both give the same numbers. */
  readonly at: (n: number) => { readonly zeroth: () => ArrayLike<number>; readonly byHand: () => ArrayLike<number> };
}

const powers = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, k) => 10 ** (from + k));

const iterated = (x: number, n: number): number => {
  let s = x;
  for (let i = 0; i < n; i++) s = Math.sin(s) + x;
  return s;
};
const slope = grad(iterated);

const slopeByHand = (x: number, n: number): number => {
  let [s, ds] = [x, 1];
  for (let i = 0; i < n; i++) {
    ds = Math.cos(s) * ds + 1;
    s = Math.sin(s) + x;
  }
  return ds;
};

const sumOfSines = (xs: ArrayLike<number>): number => {
  let s = 0;
  for (let i = 0; i < xs.length; i++) s += Math.sin(xs[i]!);
  return s;
};
const gradient = grad(sumOfSines);

const arrays = (title: string, make: (n: number) => ArrayLike<number>): Scaled => ({
  title,
  sizes: powers(3, 6),
  at: (n) => {
    const xs = make(n);
    return { zeroth: () => gradient(xs), byHand: () => Array.from(xs, Math.cos) };
  },
});

export const scaled: readonly Scaled[] = [
  {
    title: "a loop that stores one number in each iteration",
    sizes: powers(3, 7),
    at: (n) => ({ zeroth: () => [slope(0.3, n)], byHand: () => [slopeByHand(0.3, n)] }),
  },
  arrays("a sum over number[]", (n) => Array.from({ length: n }, (_, i) => i / n)),
  arrays("a sum over Float64Array", (n) => Float64Array.from({ length: n }, (_, i) => i / n)),
];
