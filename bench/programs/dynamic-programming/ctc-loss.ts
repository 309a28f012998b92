// Connectionist temporal classification: minus log probability of a label sequence, from per-frame logits.

import type { Program } from "../program.ts";

const BLANK = 0;

function logAdd(a: number, b: number): number {
  if (a === -Infinity) return b;
  if (b === -Infinity) return a;
  return a > b ? a + Math.log1p(Math.exp(b - a)) : b + Math.log1p(Math.exp(a - b));
}

export function ctcLoss(logits: number[][], labels: number[]): number {
  const logProbs = logits.map((row) => {
    const z = row.reduce((acc, v) => logAdd(acc, v), -Infinity);
    return row.map((v) => v - z);
  });
  const extended = labels.flatMap((l) => [BLANK, l]).concat(BLANK);
  const S = extended.length;
  let alpha: number[] = new Array<number>(S).fill(-Infinity);
  alpha[0] = logProbs[0]![BLANK]!;
  alpha[1] = logProbs[0]![extended[1]!]!;
  for (let t = 1; t < logProbs.length; t++) {
    const frame = logProbs[t]!;
    alpha = alpha.map((stay, s) => {
      let acc = stay;
      if (s > 0) acc = logAdd(acc, alpha[s - 1]!);
      if (s > 1 && extended[s] !== BLANK && extended[s] !== extended[s - 2]) acc = logAdd(acc, alpha[s - 2]!);
      return acc + frame[extended[s]!]!;
    });
  }
  return -logAdd(alpha[S - 1]!, alpha[S - 2]!);
}

export const program: Program = {
  f: ctcLoss,
  inputs: (n) => [
    Array.from({ length: n }, (_, t) => Array.from({ length: 6 }, (_, k) => 1.5 * Math.sin(t * 1.1 + k * 2.3))),
    Array.from({ length: Math.floor(n / 3) }, (_, i) => 1 + ((i * 3) % 5)),
  ],
  sizes: [12, 60],
  derivatives: ["valueAndGrad"],
};
