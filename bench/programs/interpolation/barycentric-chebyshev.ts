// Values of the polynomial through given values at Chebyshev points, by the barycentric formula, at other points.

import type { Program } from "../program.ts";

function resample(values: number[], targets: number[]): number[] {
  const n = values.length - 1;
  const nodes = values.map((_, j) => Math.cos((j * Math.PI) / n));
  const weights = values.map((_, j) => (j % 2 === 0 ? 1 : -1) * (j === 0 || j === n ? 0.5 : 1));
  return targets.map((t) => {
    const exact = nodes.indexOf(t);
    if (exact >= 0) return values[exact]!;
    let numerator = 0;
    let denominator = 0;
    for (const [j, node] of nodes.entries()) {
      const q = weights[j]! / (t - node);
      numerator += q * values[j]!;
      denominator += q;
    }
    return numerator / denominator;
  });
}

export const program: Program = {
  f: resample,
  inputs: (n) => [
    Array.from({ length: n }, (_, j) => Math.exp(Math.sin(3 * Math.cos((j * Math.PI) / (n - 1))))),
    [1, -1, ...Array.from({ length: n }, (_, i) => Math.sin(1.3 * i + 0.1))],
  ],
  sizes: [12, 100],
  derivatives: ["vjp", "linearize"],
};
