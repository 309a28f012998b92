// Log posterior of a hierarchical logistic regression: every group has its own intercept (non-centred),
// all share the slopes; weak priors on everything. Data lie row by row in one Float64Array.

import type { Program } from "../program.ts";

interface Posterior {
  mu: number;
  logTau: number;
  offsets: Float64Array;
  slopes: Float64Array;
}

interface Data {
  rows: number;
  columns: number;
  X: Float64Array;
  group: Int32Array;
  y: Uint8Array;
}

const softplus = (t: number): number => (t > 0 ? t + Math.log1p(Math.exp(-t)) : Math.log1p(Math.exp(t)));

export function logPosterior(p: Posterior, d: Data): number {
  const tau = Math.exp(p.logTau);
  let lp = -0.5 * (p.mu / 5) ** 2;
  lp += Math.log(2) - 0.5 * tau * tau + p.logTau; // half normal on tau, with the Jacobian
  for (const z of p.offsets) lp -= 0.5 * z * z;
  for (const b of p.slopes) lp -= 0.5 * (b / 2.5) ** 2;

  for (let i = 0, at = 0; i < d.rows; i++) {
    let eta = p.mu + tau * p.offsets[d.group[i]!]!;
    for (let j = 0; j < d.columns; j++) eta += p.slopes[j]! * d.X[at++]!;
    lp += d.y[i] === 1 ? -softplus(-eta) : -softplus(eta);
  }
  return lp;
}

export const program: Program = {
  f: logPosterior,
  inputs: (n) => [
    {
      mu: 0.2,
      logTau: -0.4,
      offsets: Float64Array.from({ length: 6 }, (_, g) => Math.sin(4 * g)),
      slopes: Float64Array.of(0.5, -0.3, 0.8, 0.1),
    },
    {
      rows: 5 * n,
      columns: 4,
      X: Float64Array.from({ length: 20 * n }, (_, i) => Math.sin(7 * i + (i % 13))),
      group: Int32Array.from({ length: 5 * n }, (_, i) => (i * 5 + (i >> 2)) % 6),
      y: Uint8Array.from({ length: 5 * n }, (_, i) => (Math.sin(3 * i * i) + Math.sin(28 * i) > 0 ? 1 : 0)),
    },
  ],
  sizes: [12, 300],
  derivatives: ["valueAndGrad", "hvp"],
};
