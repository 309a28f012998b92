// Entropic optimal transport by Sinkhorn iterations in the log domain: the cost of carrying one cloud of points, with
// masses, to another.

import type { Program } from "../program.ts";

interface Grain {
  at: [number, number];
  mass: number;
}

function logSumExp(values: number[]): number {
  let top = -Infinity;
  for (const v of values) if (v > top) top = v;
  return top + Math.log(values.reduce((s, v) => s + Math.exp(v - top), 0));
}

function transportCost(source: Grain[], target: Grain[], epsilon: number): number {
  const supply = source.reduce((s, g) => s + g.mass, 0);
  const demand = target.reduce((s, g) => s + g.mass, 0);
  const logA = source.map((g) => Math.log(g.mass / supply));
  const logB = target.map((g) => Math.log(g.mass / demand));
  const cost = source.map(({ at: [x, y] }) => target.map(({ at: [u, v] }) => (x - u) ** 2 + (y - v) ** 2));

  let f = logA.map(() => 0);
  let g = logB.map(() => 0);
  for (let k = 0; k < 8; k++) {
    f = cost.map((row, i) => epsilon * (logA[i]! - logSumExp(row.map((c, j) => (g[j]! - c) / epsilon))));
    g = g.map((_, j) => epsilon * (logB[j]! - logSumExp(cost.map((row, i) => (f[i]! - row[j]!) / epsilon))));
  }

  let total = 0;
  cost.forEach((row, i) => {
    row.forEach((c, j) => {
      total += c * Math.exp((f[i]! + g[j]! - c) / epsilon);
    });
  });
  return total;
}

const cloud = (n: number, seed: number): Grain[] =>
  Array.from({ length: n }, (_, i) => ({
    at: [Math.sin(i * 2.7 + seed), Math.cos(i * i + seed)],
    mass: 1 + 0.5 * Math.sin(i * seed),
  }));

export const program: Program = {
  f: transportCost,
  inputs: (n) => [cloud(n / 2, 1), cloud(Math.round(n / 3), 4), 0.3],
  sizes: [12, 50],
  derivatives: ["valueAndGrad"],
};
