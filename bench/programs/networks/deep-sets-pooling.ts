// A network over sets: each element goes through the same small network, elements are pooled (sum, mean or smooth
// maximum), and a second network gives the answer. Weights are number[][] with a last column of biases.

import type { Program } from "../program.ts";

type Weights = number[][];
type Pool = "sum" | "mean" | "max";

const swish = (x: number): number => x / (1 + Math.exp(-x));

function dense(w: Weights, x: number[], activation: (z: number) => number = (z) => z): number[] {
  return w.map((row) => activation(row.slice(0, -1).reduce((s, v, j) => s + v * x[j]!, row[row.length - 1]!)));
}

function pool(vectors: number[][], how: Pool): number[] {
  const [first, ...others] = vectors;
  if (!first) return [];
  if (how === "max")
    return first.map((_, j) => {
      const column = vectors.map((v) => v[j]!);
      const top = Math.max(...column);
      return top + Math.log(column.reduce((s, c) => s + Math.exp(c - top), 0));
    });
  const sum = others.reduce((a, b) => a.map((v, j) => v + b[j]!), first);
  return how === "mean" ? sum.map((v) => v / vectors.length) : sum;
}

interface Net {
  element: Weights[];
  answer: Weights[];
}

function loss(net: Net, sets: { points: number[][]; target: number }[], pools: Pool[]): number {
  let total = 0;
  for (const { points, target } of sets) {
    const hidden = points.map((p) => net.element.reduce((h, w) => dense(w, h, swish), p));
    const pooled = pools.flatMap((how) => pool(hidden, how));
    const [y] = net.answer.reduce((h, w, k) => dense(w, h, k + 1 < net.answer.length ? swish : undefined), pooled);
    total += Math.log(Math.cosh(y! - target));
  }
  return total / sets.length;
}

const weights = (to: number, from: number, seed: number): Weights =>
  Array.from({ length: to }, (_, i) =>
    Array.from({ length: from + 1 }, (_, j) => Math.sin(seed + 7 * i + 3 * j) / Math.sqrt(from)),
  );

export const program: Program = {
  f: loss,
  inputs: (n) => [
    { element: [weights(5, 2, 1), weights(4, 5, 2)], answer: [weights(6, 12, 3), weights(1, 6, 4)] },
    Array.from({ length: n }, (_, s) => ({
      points: Array.from({ length: 2 + (s % 3) }, (_, i) => [Math.sin(s + i), Math.cos(2 * s - i)]),
      target: Math.sin(s),
    })),
    ["sum", "mean", "max"],
  ],
  sizes: [10, 60],
  derivatives: ["valueAndGrad"],
};
