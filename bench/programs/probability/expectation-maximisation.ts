// A few EM iterations for a one-dimensional Gaussian mixture: the fitted components as a function of the first guess.

import type { Program } from "../program.ts";

interface Guess {
  weights: number[];
  means: number[];
  variances: number[];
}

const density = (x: number, mean: number, variance: number): number =>
  Math.exp(-((x - mean) ** 2) / (2 * variance)) / Math.sqrt(2 * Math.PI * variance);

const sum = (xs: readonly number[]): number => xs.reduce((a, b) => a + b, 0);

function step(g: Guess, data: number[]): Guess {
  // E: responsibilities, one row for each datum
  const r = data.map((x) => {
    const p = g.weights.map((w, k) => w * density(x, g.means[k]!, g.variances[k]!));
    const total = sum(p);
    return p.map((v) => v / total);
  });
  // M
  const mass = g.means.map((_, k) => sum(r.map((row) => row[k]!)));
  const means = mass.map((m, k) => sum(data.map((x, i) => x * r[i]![k]!)) / m);
  const variances = mass.map((m, k) => sum(data.map((x, i) => r[i]![k]! * (x - means[k]!) ** 2)) / m + 1e-3);
  return { weights: mass.map((m) => m / data.length), means, variances };
}

export function fit(guess: Guess, data: number[], iterations = 3): Guess {
  let g = guess;
  while (iterations-- > 0) g = step(g, data);
  return g;
}

export const program: Program = {
  f: fit,
  inputs: (n) => [
    { weights: [0.4, 0.6], means: [-1, 1.5], variances: [1, 0.8] },
    Array.from({ length: n }, (_, i) => (i % 3 === 0 ? -1.2 : 1.1) + 0.8 * Math.sin(37 * i + 2)),
  ],
  sizes: [12, 200],
  derivatives: ["jvp", "jacobian", "vjp"],
};
