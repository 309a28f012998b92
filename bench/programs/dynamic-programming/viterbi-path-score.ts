// The most probable path of a hidden Markov model with normal emissions: log probability minus that of a reference path.

import type { Program } from "../program.ts";

interface Model {
  start: number[];
  transition: number[][];
  mean: number[];
  logSigma: number[];
}

const logSoftmax = (xs: number[]): number[] => {
  const top = Math.max(...xs);
  const z = top + Math.log(xs.map((x) => Math.exp(x - top)).reduce((a, b) => a + b));
  return xs.map((x) => x - z);
};

function viterbi(model: Model, observed: number[]): { path: number[]; score: number } {
  const states = model.start.length;
  const trans = model.transition.map(logSoftmax);
  const emit = (k: number, y: number): number =>
    -model.logSigma[k]! - 0.5 * ((y - model.mean[k]!) / Math.exp(model.logSigma[k]!)) ** 2;
  let score = logSoftmax(model.start).map((s, k) => s + emit(k, observed[0]!));
  const back: number[][] = [];
  for (const y of observed.slice(1)) {
    const next: number[] = [];
    const from: number[] = [];
    for (let k = 0; k < states; k++) {
      let arg = 0;
      let best = -Infinity;
      score.forEach((s, j) => {
        const cand = s + trans[j]![k]!;
        if (cand > best) {
          best = cand;
          arg = j;
        }
      });
      next.push(best + emit(k, y));
      from.push(arg);
    }
    score = next;
    back.push(from);
  }
  const best = Math.max(...score);
  const path = [score.indexOf(best)];
  for (const from of back.reverse()) path.unshift(from[path[0]!]!);
  return { path, score: best };
}

function loss(model: Model, observed: number[]): number {
  const { path, score } = viterbi(model, observed);
  let changes = 0;
  for (let i = 1; i < path.length; i++) if (path[i] !== path[i - 1]) changes++;
  return -score / observed.length + 0.01 * changes;
}

export const program: Program = {
  f: loss,
  inputs: (n) => [
    {
      start: [0.2, -0.1, 0.4],
      transition: [
        [2, 0.1, -0.3],
        [0.3, 1.7, 0.2],
        [-0.5, 0.4, 2.1],
      ],
      mean: [-1, 0.2, 1.4],
      logSigma: [-0.3, -0.5, 0.1],
    },
    Array.from({ length: n }, (_, i) => 1.3 * Math.sin(i / 4) + 0.4 * Math.sin(11 * i)),
  ],
  sizes: [12, 150],
  derivatives: ["grad", "hvp"],
};
