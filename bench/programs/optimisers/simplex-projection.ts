// A long-only portfolio by projected ascent: each step moves along the gradient of a mean-variance utility and projects
// onto the simplex by sorting. The utility reached, as a function of the expected returns.

import type { Program } from "../program.ts";

/** The nearest point with non-negative entries that sum to one (Held, Wolfe and Crowder). */
function projectOntoSimplex(v: readonly number[]): number[] {
  const sorted = v.toSorted((a, b) => b - a);
  let running = 0;
  let theta = 0;
  for (let i = 0; i < sorted.length; i++) {
    running += sorted[i]!;
    const t = (running - 1) / (i + 1);
    if (sorted[i]! - t <= 0) break;
    theta = t;
  }
  return v.map((x) => Math.max(x - theta, 0));
}

function utility(returns: number[], loadings: number[][], risk: number, steps: number): number {
  let w = returns.map(() => 1 / returns.length);

  const exposures = (): number[] => loadings.map((l) => l.reduce((s, b, i) => s + b * w[i]!, 0));
  const value = (): number => {
    let u = 0;
    for (let i = 0; i < w.length; i++) u += w[i]! * returns[i]! - 0.5 * risk * 0.3 * w[i]! ** 2;
    return u - 0.5 * risk * exposures().reduce((s, e) => s + e * e, 0);
  };

  for (let k = 1; k <= steps; k++) {
    const e = exposures();
    const g = returns.map((r, i) => {
      let systematic = 0;
      loadings.forEach((l, f) => {
        systematic += l[i]! * e[f]!;
      });
      return r - risk * (systematic + 0.3 * w[i]!);
    });
    const eta = 0.5 / Math.sqrt(k);
    w = projectOntoSimplex(w.map((x, i) => x + eta * g[i]!));
  }
  return value();
}

export const program: Program = {
  f: utility,
  inputs: (n) => [
    Array.from({ length: n }, (_, i) => 0.08 + 0.05 * Math.sin(i * 1.9)),
    Array.from({ length: 3 }, (_, f) => Array.from({ length: n }, (_, i) => 0.4 * Math.cos((f + 1) * i + f))),
    1.8,
    10,
  ],
  sizes: [12, 120],
  derivatives: ["grad"],
};
