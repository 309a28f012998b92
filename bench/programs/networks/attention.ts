// Causal self-attention with two heads over a short sequence; the output is compared with the sequence shifted by one.

import type { Program } from "../program.ts";

type Matrix = number[][];

interface Head {
  query: Matrix;
  key: Matrix;
  value: Matrix;
}

const matmul = (A: Matrix, B: Matrix): Matrix =>
  A.map((row) => B[0]!.map((_, j) => row.reduce((s, v, k) => s + v * B[k]![j]!, 0)));

const softmax = (scores: number[]): number[] => {
  const max = Math.max(...scores);
  const exps = scores.map((s) => Math.exp(s - max));
  const total = exps.reduce((a, b) => a + b, 0);
  return exps.map((e) => e / total);
};

function attend(head: Head, X: Matrix): Matrix {
  const Q = matmul(X, head.query);
  const K = matmul(X, head.key);
  const V = matmul(X, head.value);
  const scale = 1 / Math.sqrt(Q[0]!.length);
  return Q.map((q, t) => {
    const scores = K.slice(0, t + 1).map((k) => scale * k.reduce((s, v, i) => s + v * q[i]!, 0));
    const weights = softmax(scores);
    return V[0]!.map((_, c) => weights.reduce((s, w, i) => s + w * V[i]![c]!, 0));
  });
}

function shiftedLoss(params: { heads: Head[]; out: Matrix }, X: Matrix): number {
  const heads = params.heads.map((h) => attend(h, X));
  const joined = X.map((_, t) => heads.flatMap((h) => h[t]!));
  const Y = matmul(joined, params.out);
  let loss = 0;
  for (let t = 0; t < X.length - 1; t++) loss += Y[t]!.reduce((s, v, i) => s + (v - X[t + 1]![i]!) ** 2, 0);
  return loss / (X.length - 1);
}

const init = (rows: number, cols: number, seed: number): Matrix =>
  Array.from({ length: rows }, (_, i) => Array.from({ length: cols }, (_, j) => 0.7 * Math.cos(seed + 3 * i + 8 * j)));

export const program: Program = {
  f: shiftedLoss,
  inputs: (n) => [
    {
      heads: [0, 1].map((h) => ({ query: init(4, 3, h), key: init(4, 3, h + 10), value: init(4, 3, h + 20) })),
      out: init(6, 4, 5),
    },
    Array.from({ length: n }, (_, t) => [0, 1, 2, 3].map((c) => Math.sin(0.7 * t + c * c))),
  ],
  sizes: [12, 48],
  derivatives: ["valueAndGrad", "hvp"],
};
