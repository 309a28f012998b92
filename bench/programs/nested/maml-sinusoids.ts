// Model-agnostic meta-learning: from shared starting weights of a small network, two gradient steps on each task's
// support points, then the loss on its query points, summed over tasks.

import { grad } from "zeroth";
import type { Program } from "../program.ts";

const HIDDEN = 4;

interface Task {
  amplitude: number;
  phase: number;
}

// weights: HIDDEN input weights, HIDDEN biases, HIDDEN output weights, one output bias
function net(w: number[], x: number): number {
  let y = w[3 * HIDDEN]!;
  for (let h = 0; h < HIDDEN; h++) y += w[2 * HIDDEN + h]! * Math.tanh(w[h]! * x + w[HIDDEN + h]!);
  return y;
}

function taskLoss(w: number[], { amplitude, phase }: Task, points: number[]): number {
  let sum = 0;
  for (const x of points) {
    const miss = net(w, x) - amplitude * Math.sin(x + phase);
    sum += miss * miss;
  }
  return sum / points.length;
}

function metaLoss(w0: number[], tasks: Task[], stepSize = 0.1): number {
  const support = [-1.5, -0.4, 0.3, 1.2];
  const query = [-1, 0, 0.9, 1.6];
  let total = 0;
  for (const task of tasks) {
    let w = w0;
    for (let k = 0; k < 2; k++) {
      const g = grad((v: number[]) => taskLoss(v, task, support))(w);
      w = w.map((v, i) => v - stepSize * g[i]!);
    }
    total += taskLoss(w, task, query);
  }
  return total / tasks.length;
}

export const program: Program = {
  f: metaLoss,
  inputs: (n) => [
    Array.from({ length: 3 * HIDDEN + 1 }, (_, i) => 0.5 * Math.sin(2.3 * i + 1)),
    Array.from({ length: n }, (_, t) => ({ amplitude: 1 + 0.5 * Math.sin(t), phase: Math.cos(3 * t) })),
  ],
  sizes: [12, 40],
  derivatives: ["valueAndGrad"],
};
