// Growth rate of an age-structured population: the dominant eigenvalue of its Leslie matrix by power iteration.

import type { Program } from "../program.ts";

interface Rates {
  births: number[];
  survival: number[];
}

function project({ births, survival }: Rates, ages: number[]): number[] {
  const newborn = births.reduce((s, b, i) => s + b * ages[i]!, 0);
  return [newborn, ...survival.map((p, i) => p * ages[i]!)];
}

function growthRate(rates: Rates, maxIterations = 100, tolerance = 1e-9): number {
  let ages = rates.births.map(() => 1 / rates.births.length);
  let lambda = 0;
  for (let k = 0; k < maxIterations; k++) {
    const next = project(rates, ages);
    const total = next.reduce((a, b) => a + b);
    const change = Math.abs(total - lambda);
    lambda = total;
    ages = next.map((x) => x / total);
    if (change < tolerance) break;
  }
  return lambda;
}

export const program: Program = {
  f: growthRate,
  inputs: (n) => [
    {
      births: Array.from({ length: n }, (_, i) => (i < 2 ? 0 : 1.4 * Math.exp(-0.1 * (i - 3) ** 2))),
      survival: Array.from({ length: n - 1 }, (_, i) => 0.9 - 0.4 * (i / n) ** 2),
    },
  ],
  sizes: [12, 60],
  derivatives: ["grad", "hvp"],
};
