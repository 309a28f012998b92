// A smoothed sequence, in place. Not part of the corpus: processes compile it before they measure.

import type { Program } from "../../programs/program.ts";

function roughness(start: Float64Array, rounds: number): number {
  const xs = start.slice();
  for (let round = 0; round < rounds; round++) {
    for (let i = 1; i < xs.length - 1; i++) xs[i] = (xs[i - 1]! + 2 * xs[i]! + xs[i + 1]!) / 4;
  }
  let sum = 0;
  for (let i = 1; i < xs.length; i++) sum += Math.exp(-((xs[i]! - xs[i - 1]!) ** 2));
  return sum;
}

export const program: Program = {
  f: roughness,
  inputs: (n) => [Float64Array.from({ length: n }, (_, i) => Math.sin(3 * i)), 4],
  sizes: [10, 100],
  derivatives: ["grad"],
};
