// Trains a logistic regression by gradient descent whose parts are lists of functions: a schedule of learning rates in phases,
// regularisers with value and slope, and hooks after each step. Loss on other data, by the hyperparameters.

import type { Program } from "../program.ts";

type Schedule = (step: number) => number;

interface Regulariser {
  value: (w: number) => number;
  slope: (w: number) => number;
}

const warmUp = (rate: number, steps: number): Schedule => {
  return (k) => (rate * (k + 1)) / steps;
};
const cosine = (from: number, to: number, steps: number): Schedule => {
  return (k) => to + 0.5 * (from - to) * (1 + Math.cos((Math.PI * Math.min(k, steps)) / steps));
};

function inPhases(...phases: [steps: number, schedule: Schedule][]): Schedule {
  return (step) => {
    let k = step;
    for (const [steps, schedule] of phases) {
      if (k < steps) return schedule(k);
      k -= steps;
    }
    return phases.at(-1)![1](k);
  };
}

const ridge = (lambda: number): Regulariser => ({ value: (w) => (lambda / 2) * w * w, slope: (w) => lambda * w });
const roundedLasso = (lambda: number, width = 0.05): Regulariser => ({
  value: (w) => lambda * (Math.sqrt(w * w + width * width) - width),
  slope: (w) => (lambda * w) / Math.sqrt(w * w + width * width),
});

interface Example {
  x: number[];
  label: boolean;
}

interface Hyper {
  rate: number;
  floor: number;
  ridge: number;
  lasso: number;
  momentum: number;
}

const sigmoid = (z: number): number => 1 / (1 + Math.exp(-z));
const score = (w: number[], x: number[]): number => w.reduce((s, v, j) => s + v * x[j]!, 0);

function heldOutLoss(hyper: Hyper, train: Example[], held: Example[], steps: number): number {
  const schedule = inPhases(
    [3, warmUp(hyper.rate, 3)],
    [steps - 5, cosine(hyper.rate, hyper.floor, steps - 5)],
    [Infinity, () => hyper.floor],
  );
  const regularisers: Regulariser[] = [ridge(hyper.ridge)];
  if (hyper.lasso > 0) regularisers.push(roundedLasso(hyper.lasso));
  let average = [0, 0, 0, 0];
  const norms: number[] = [];
  const hooks: ((w: number[], step: number) => void)[] = [
    (w) => {
      average = average.map((a, j) => a + 0.3 * (w[j]! - a));
    },
    (w, step) => {
      if (step % 4 === 0) norms.push(w.flatMap((v) => regularisers.map((r) => r.value(v))).reduce((a, b) => a + b));
    },
  ];

  let w = [0, 0, 0, 0];
  let speed = [0, 0, 0, 0];
  for (let k = 0; k < steps; k++) {
    const g = w.map((v) => regularisers.reduce((s, { slope }) => s + slope(v), 0));
    for (const { x, label } of train) {
      const miss = sigmoid(score(w, x)) - Number(label);
      x.forEach((v, j) => (g[j]! += (miss * v) / train.length));
    }
    speed = speed.map((v, j) => hyper.momentum * v - schedule(k) * g[j]!);
    w = w.map((v, j) => v + speed[j]!);
    hooks.forEach((hook) => hook(w, k));
  }
  const loss = held.reduce((s, { x, label }) => s - Math.log(sigmoid((label ? 1 : -1) * score(average, x))), 0);
  return loss / held.length + 0.01 * Math.max(...norms);
}

const examples = (count: number, phase: number): Example[] =>
  Array.from({ length: count }, (_, i) => {
    const x = [1, Math.sin(2 * i + phase), Math.cos(3 * i + phase), Math.sin(i * i + phase)];
    return { x, label: x[1]! - 0.5 * x[2]! + 0.4 * Math.sin(7 * i) > 0.1 };
  });

export const program: Program = {
  f: heldOutLoss,
  inputs: (n) => [
    { rate: 0.9, floor: 0.1, ridge: 0.02, lasso: 0.01, momentum: 0.7 },
    examples(10, 0.2),
    examples(8, 1.9),
    n,
  ],
  sizes: [12, 150],
  derivatives: ["grad"],
};
