// Log-likelihood of a hidden Markov model with discrete emissions by the scaled forward algorithm.
// The parameters are unconstrained scores; softmax turns every row into probabilities.

import type { Program } from "../program.ts";

interface Hmm {
  initial: number[];
  transition: number[][];
  emission: number[][];
}

function softmax(scores: number[]): number[] {
  const top = Math.max(...scores);
  const e = scores.map((s) => Math.exp(s - top));
  const sum = e.reduce((a, b) => a + b, 0);
  return e.map((v) => v / sum);
}

function forward(model: Hmm, symbols: Uint8Array): number {
  const K = model.initial.length;
  const pi = softmax(model.initial);
  const A = model.transition.map(softmax);
  const B = model.emission.map((row) => softmax(row));

  let alpha = pi.map((p, k) => p * B[k]![symbols[0]!]!);
  let logLik = 0;
  for (let t = 0; ;) {
    let c = 0;
    for (const a of alpha) c += a;
    logLik += Math.log(c);
    if (++t >= symbols.length) return logLik;
    const next: number[] = [];
    for (let j = 0; j < K; j++) {
      let s = 0;
      for (let i = 0; i < K; i++) s += (alpha[i]! / c) * A[i]![j]!;
      next.push(s * B[j]![symbols[t]!]!);
    }
    alpha = next;
  }
}

export const program: Program = {
  f: forward,
  inputs: (n) => [
    {
      initial: [0.5, 0, -0.5],
      transition: [0, 1, 2].map((i) => [0, 1, 2].map((j) => (i === j ? 1.5 : 0.1 * (i - j)))),
      emission: [0, 1, 2].map((i) => [0, 1, 2, 3].map((k) => Math.sin(2 * i + 3 * k))),
    },
    Uint8Array.from({ length: n }, (_, t) => ((t * t * 7 + 3 * t) % 11) & 3),
  ],
  sizes: [12, 600],
  derivatives: ["valueAndGrad"],
};
