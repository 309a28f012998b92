// Leave-one-out log-likelihood of a kernel density estimate, in terms of the points' bandwidths (sample-point adaptive).

import type { Program } from "../program.ts";

export function leaveOneOut(logBandwidths: Float64Array, points: Float64Array): number {
  const n = points.length;
  const h = logBandwidths.map(Math.exp);
  let score = 0;
  for (let i = 0; i < n; i++) {
    let p = 0;
    for (let j = 0; j < n; j++) {
      if (i === j) continue;
      const u = (points[i]! - points[j]!) / h[j]!;
      if (u * u > 40) continue;
      p += Math.exp(-0.5 * u * u) / h[j]!;
    }
    score += Math.log(p / ((n - 1) * 2.5066282746310002) + 1e-9);
  }
  return score / n;
}

export const program: Program = {
  f: leaveOneOut,
  inputs: (n) => [
    Float64Array.from({ length: n }, (_, i) => -0.7 + 0.2 * Math.sin(i)),
    Float64Array.from({ length: n }, (_, i) => 2 * Math.sin(31 * i) + (i % 4 === 0 ? 3 : 0)),
  ],
  sizes: [12, 120],
  derivatives: ["grad", "hvp"],
};
