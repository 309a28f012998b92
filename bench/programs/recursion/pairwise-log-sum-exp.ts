// log(sum(exp(x))) by splitting the index range in halves, which keeps the rounding errors small.

import type { Program } from "../program.ts";

function logSumExp(xs: number[], lo = 0, hi = xs.length): number {
  if (hi - lo === 1) return xs[lo]!;
  const mid = (lo + hi) >>> 1;
  const a = logSumExp(xs, lo, mid);
  const b = logSumExp(xs, mid, hi);
  return a > b ? a + Math.log1p(Math.exp(b - a)) : b + Math.log1p(Math.exp(a - b));
}

export const program: Program = {
  f: logSumExp,
  inputs: (n) => [Array.from({ length: n }, (_, i) => 3 * Math.sin(1.7 * i + 0.2))],
  sizes: [12, 500],
  derivatives: ["grad", "hvp"],
};
