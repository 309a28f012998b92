// Negative log-likelihood of a local level model (random walk seen through noise) by a scalar Kalman filter.
// The two variances are given by their logarithms.

import type { Program } from "../program.ts";

function localLevel(theta: number[], y: number[]): number {
  const q = Math.exp(theta[0]!);
  const r = Math.exp(theta[1]!);
  let m = y[0]!;
  let P = 1e3;
  let nll = 0;
  for (let t = 0; t < y.length; t++) {
    P += q;
    const S = P + r;
    const v = y[t]! - m;
    nll += 0.5 * (Math.log(2 * Math.PI * S) + (v * v) / S);
    const K = P / S;
    m += K * v;
    P *= 1 - K;
  }
  return nll;
}

function series(n: number): number[] {
  const y: number[] = [];
  let level = 2;
  for (let i = 0; i < n; i++) {
    level += 0.3 * Math.sin(5.3 * i * i);
    y.push(level + 0.5 * Math.cos(11.7 * i * i + 1));
  }
  return y;
}

export const program: Program = {
  f: localLevel,
  inputs: (n) => [[-1.5, -0.8], series(n)],
  sizes: [12, 2500],
  derivatives: ["valueAndGrad", "hessian"],
};
