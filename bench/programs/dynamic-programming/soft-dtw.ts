// Soft dynamic time warping between two series, two rows of the table at a time.

import type { Program } from "../program.ts";

function softDtw(x: Float64Array, y: Float64Array, gamma: number): number {
  const n = x.length;
  const m = y.length;
  let prev = new Float64Array(m + 1).fill(1e10);
  let curr = new Float64Array(m + 1);
  prev[0] = 0;
  for (let i = 1; i <= n; i++) {
    curr[0] = 1e10;
    for (let j = 1; j <= m; j++) {
      const diff = x[i - 1]! - y[j - 1]!;
      const a = -prev[j - 1]! / gamma;
      const b = -prev[j]! / gamma;
      const c = -curr[j - 1]! / gamma;
      const top = Math.max(a, b, c);
      const lse = top + Math.log(Math.exp(a - top) + Math.exp(b - top) + Math.exp(c - top));
      curr[j] = diff * diff - gamma * lse;
    }
    [prev, curr] = [curr, prev];
  }
  return prev[m]!;
}

export const program: Program = {
  f: softDtw,
  inputs: (n) => [
    Float64Array.from({ length: n }, (_, i) => Math.sin((6 * i) / n)),
    Float64Array.from({ length: n + 3 }, (_, i) => 0.9 * Math.sin((6 * i) / n - 0.4) + 0.05 * Math.cos(9 * i)),
    0.5,
  ],
  sizes: [12, 70],
  derivatives: ["valueAndGrad", "hvp"],
};
