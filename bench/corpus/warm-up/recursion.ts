// A sum of squares by halves. Not part of the corpus: processes compile it before they measure.

import type { Program } from "../../programs/program.ts";

function squares(xs: readonly number[], from: number, to: number): number {
  if (to - from === 1) return xs[from]! ** 2;
  const middle = (from + to) >> 1;
  return squares(xs, from, middle) + squares(xs, middle, to);
}

export const program: Program = {
  f: (xs: number[]) => squares(xs, 0, xs.length),
  inputs: (n) => [Array.from({ length: n }, (_, i) => i / n)],
  sizes: [10, 100],
  derivatives: ["grad"],
};
