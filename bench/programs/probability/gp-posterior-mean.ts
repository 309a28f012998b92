// Posterior mean and variance of a Gaussian process with a Matern 5/2 kernel at a few query points,
// as a function of where the inducing observations were made. Solves by conjugate gradients.

import type { Program } from "../program.ts";

type Vec2 = readonly [number, number];

interface Posterior {
  mean: number;
  variance: number;
}

const SQRT5 = Math.sqrt(5);

function matern(a: Vec2, b: Vec2, scale: number): number {
  // a touch of smoothing keeps the distance away from the root's singularity
  const r = Math.sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + 1e-10) / scale;
  return (1 + SQRT5 * r + (5 / 3) * r * r) * Math.exp(-SQRT5 * r);
}

const dot = (a: number[], b: number[]): number => a.reduce((s, v, i) => s + v * b[i]!, 0);

function solve(K: number[][], b: number[], iterations: number): number[] {
  let x = b.map(() => 0);
  let r = b;
  let p = b;
  let rr = dot(r, r);
  for (let it = 0; it < iterations; it++) {
    const Kp = K.map((row) => dot(row, p));
    const alpha = rr / dot(p, Kp);
    x = x.map((v, i) => v + alpha * p[i]!);
    r = r.map((v, i) => v - alpha * Kp[i]!);
    const next = dot(r, r);
    if (next < 1e-16) break;
    p = r.map((v, i) => v + (next / rr) * p[i]!);
    rr = next;
  }
  return x;
}

function posterior(sites: Vec2[], values: number[], queries: Vec2[], scale = 0.8, noise = 0.1): Posterior[] {
  const K = sites.map((a, i) => sites.map((b, j) => matern(a, b, scale) + (i === j ? noise : 0)));
  const weights = solve(K, values, 8);
  return queries.map((q) => {
    const k = sites.map((s) => matern(q, s, scale));
    return { mean: dot(k, weights), variance: 1 - dot(k, solve(K, k, 8)) };
  });
}

export const program: Program = {
  f: posterior,
  inputs: (n) => [
    Array.from({ length: n }, (_, i) => [2 * Math.sin(3 * i + 1), 2 * Math.cos(5 * i)]),
    Array.from({ length: n }, (_, i) => Math.sin(2 * Math.sin(3 * i + 1)) + 0.1 * Math.cos(11 * i)),
    [
      [0, 0],
      [0.7, -0.4],
    ],
  ],
  sizes: [12, 40],
  derivatives: ["vjp", "jvp"],
};
