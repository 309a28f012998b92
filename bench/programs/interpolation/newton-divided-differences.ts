// Limits at step size zero of several series of measurements: Newton's divided differences, one pair appended at a time.

import type { Program } from "../program.ts";

type Measurement = [h: number, value: number];

function limitAtZero(points: Measurement[]): number {
  const hs: number[] = [];
  let diagonal: number[] = []; // newest divided differences: f[k], f[k-1,k], …
  const coefficients: number[] = [];
  for (const [h, value] of points) {
    const next = [value];
    for (let k = 0; k < diagonal.length; k++) {
      next.push((next[k]! - diagonal[k]!) / (h - hs[hs.length - 1 - k]!));
    }
    diagonal = next;
    hs.push(h);
    coefficients.push(next.at(-1)!);
  }
  // Horner's scheme at h = 0
  return coefficients.reduceRight((acc, c, k) => acc * (0 - hs[k]!) + c, 0);
}

export const program: Program = {
  f: (series: Measurement[][]) => series.map(limitAtZero),
  inputs: (n) => [
    Array.from({ length: n }, (_, s) =>
      Array.from({ length: 5 }, (_, i): Measurement => {
        const h = 0.8 / (i + 1 + 0.1 * Math.sin(s));
        return [h, Math.sin(h + 0.3 * s) / (h + 0.5)];
      }),
    ),
  ],
  sizes: [12, 100],
  derivatives: ["vjp", "jvp"],
};
