// The misfit of a line with two layers of maps. Not part of the corpus: processes compile it before they measure.

import type { Program } from "../../programs/program.ts";

const misfit = (line: { slope: number; offset: number }, ys: readonly number[]): number =>
  ys.map((y, t) => (line.slope * t + line.offset - y) ** 2).reduce((sum, square) => sum + square, 0);

export const program: Program = {
  f: misfit,
  inputs: (n) => [{ slope: 0.3, offset: 1 }, Array.from({ length: n }, (_, t) => 0.4 * t + Math.sin(t))],
  sizes: [10, 100],
  derivatives: ["grad"],
};
