// A mixture of experts with top-2 routing: a gate scores the experts, the best two answer; plus a load-balancing penalty.

import type { Program } from "../program.ts";

interface Expert {
  hidden: number[][];
  out: number[];
}

interface Moe {
  gate: number[][];
  experts: Expert[];
}

const inner = (a: number[], b: number[]): number => {
  let s = 0;
  for (let i = 0; i < a.length; i++) s += a[i]! * b[i]!;
  return s;
};

const answer = ({ hidden, out }: Expert, x: number[]): number =>
  inner(
    out,
    hidden.map((w) => Math.sin(inner(w, x))),
  );

export function trainingLoss(moe: Moe, batch: { x: number[]; y: number }[], balance: number = 0.05): number {
  const usage = moe.experts.map(() => 0);
  let loss = 0;
  for (const { x, y } of batch) {
    const best = moe.gate
      .map((w, expert) => ({ expert, score: inner(w, x) }))
      .sort((a, b) => b.score - a.score)
      .slice(0, 2);
    const norm = best.reduce((s, { score }) => s + Math.exp(score), 0);
    let prediction = 0;
    for (const { expert, score } of best) {
      const share = Math.exp(score) / norm;
      prediction += share * answer(moe.experts[expert]!, x);
      usage[expert]! += share / batch.length;
    }
    loss += (prediction - y) ** 2;
  }
  return loss / batch.length + balance * moe.experts.length * usage.reduce((s, u) => s + u ** 2, 0);
}

export const program: Program = {
  f: trainingLoss,
  inputs: (n) => {
    const vector = (length: number, seed: number): number[] =>
      Array.from({ length }, (_, i) => Math.sin(seed + 3.3 * i));
    return [
      {
        gate: Array.from({ length: 5 }, (_, e) => vector(3, 2 * e)),
        experts: Array.from({ length: 5 }, (_, e) => ({
          hidden: Array.from({ length: 4 }, (_, h) => vector(3, 7 * e + h)),
          out: vector(4, e + 0.5),
        })),
      },
      Array.from({ length: n }, (_, i) => ({ x: vector(3, 1.7 * i + 0.2), y: Math.cos(i) })),
    ];
  },
  sizes: [12, 250],
  derivatives: ["grad", "hvp"],
};
