// Bilevel optimisation: ridge weights are found by gradient descent on the training loss (an inner gradient); the
// outer loss is taken on other data, as a function of the per-feature penalties.

import { grad } from "zeroth";
import type { Program } from "../program.ts";

interface Split {
  xs: number[][];
  ys: number[];
}

const predict = (w: number[], x: number[]): number => w.reduce((s, v, j) => s + v * x[j]!, 0);

const meanSquare = (w: number[], { xs, ys }: Split): number =>
  xs.reduce((s, x, i) => s + (predict(w, x) - ys[i]!) ** 2, 0) / xs.length;

function outer(logPenalties: number[], train: Split, held: Split): number {
  const penalties = logPenalties.map((p) => Math.exp(p));
  const inner = (w: number[]): number => meanSquare(w, train) + w.reduce((s, v, j) => s + penalties[j]! * v * v, 0);
  const slope = grad(inner);

  let w = penalties.map(() => 0);
  for (let k = 0; k < 8; k++) {
    const g = slope(w);
    w = w.map((v, j) => v - 0.2 * g[j]!);
  }
  return meanSquare(w, held);
}

const split = (n: number, phase: number): Split => {
  const xs = Array.from({ length: n }, (_, i) => [1, Math.sin(i + phase), Math.cos(2 * i + phase), Math.sin(i * i)]);
  return { xs, ys: xs.map((x, i) => 0.5 + x[1]! - 0.6 * x[2]! + 0.2 * Math.sin(11 * i)) };
};

export const program: Program = {
  f: outer,
  inputs: (n) => [[-2, -3, -2.5, -1], split(n, 0.2), split(n, 1.7)],
  sizes: [12, 60],
  derivatives: ["grad"],
};
