// Portfolio variance from a table of returns with exponentially fading weights and shrinkage: each asset's
// contribution to the volatility, for given portfolio weights.

import type { Program } from "../program.ts";

interface Setup {
  decay?: number;
  shrinkage?: number;
}

function covariance(returns: number[][], decay: number, shrinkage: number): number[][] {
  const days = returns.length;
  const assets = returns[0]!.length;
  const fade = returns.map((_, t) => decay ** (days - 1 - t));
  const norm = fade.reduce((a, b) => a + b);
  const mean = returns[0]!.map((_, a) => returns.reduce((s, row, t) => s + fade[t]! * row[a]!, 0) / norm);
  const cov = Array.from({ length: assets }, () => new Array<number>(assets).fill(0));
  returns.forEach((row, t) => {
    for (let a = 0; a < assets; a++) {
      for (let b = 0; b < assets; b++) {
        cov[a]![b]! += (fade[t]! / norm) * (row[a]! - mean[a]!) * (row[b]! - mean[b]!);
      }
    }
  });
  return cov.map((row, a) => row.map((c, b) => (a === b ? c : (1 - shrinkage) * c)));
}

function contributions(
  weights: number[],
  returns: number[][],
  { decay = 0.97, shrinkage = 0.2 }: Setup = {},
): number[] {
  const cov = covariance(returns, decay, shrinkage);
  const gross = weights.reduce((s, w) => s + Math.abs(w), 0);
  const w = weights.map((v) => v / gross);
  const marginal = cov.map((row) => row.reduce((s, c, j) => s + c * w[j]!, 0));
  const vol = Math.sqrt(w.reduce((s, v, i) => s + v * marginal[i]!, 0));
  return w.map((v, i) => (v * marginal[i]!) / vol);
}

export const program: Program = {
  f: contributions,
  inputs: (n) => {
    const assets = Math.min(10, Math.max(4, n >> 2));
    return [
      Array.from({ length: assets }, (_, a) => 1 + 0.5 * Math.sin(a) - (a === 2 ? 2 : 0)),
      Array.from({ length: n * 2 }, (_, t) =>
        Array.from({ length: assets }, (_, a) => 0.01 * Math.sin(t * (a + 1.3)) + 0.02 * Math.cos(t * t)),
      ),
      { shrinkage: 0.1 },
    ];
  },
  sizes: [12, 60],
  derivatives: ["jacobian", "vjp"],
};
