// Logistic regression trained by gradient descent with momentum, gradients by hand: the validation loss as a function
// of learning rate, momentum, weight decay and the starting weights.

import type { Program } from "../program.ts";

interface Training {
  rate: number;
  momentum: number;
  decay: number;
  start: number[];
}

interface Data {
  xs: number[][];
  labels: (0 | 1)[];
}

const dot = (a: number[], b: number[]): number => a.reduce((s, v, i) => s + v * b[i]!, 0);
const sigmoid = (z: number): number => 1 / (1 + Math.exp(-z));

function gradient(w: number[], { xs, labels }: Data, decay: number): number[] {
  const g = w.map((v) => decay * v);
  xs.forEach((x, i) => {
    const error = sigmoid(dot(w, x)) - labels[i]!;
    for (let j = 0; j < g.length; j++) g[j]! += (error * x[j]!) / xs.length;
  });
  return g;
}

function loss(w: number[], { xs, labels }: Data): number {
  let sum = 0;
  for (const [i, x] of xs.entries()) {
    const z = dot(w, x);
    sum += Math.log1p(Math.exp(-Math.abs(z))) + Math.max(z, 0) - labels[i]! * z;
  }
  return sum / xs.length;
}

function validation(t: Training, train: Data, held: Data, epochs = 15): number {
  let w = t.start;
  let velocity = w.map(() => 0);
  for (let epoch = 0; epoch < epochs; epoch++) {
    const g = gradient(w, train, t.decay);
    velocity = velocity.map((v, j) => t.momentum * v - t.rate * g[j]!);
    w = w.map((v, j) => v + velocity[j]!);
  }
  return loss(w, held);
}

const sample = (n: number, offset: number): Data => {
  const xs = Array.from({ length: n }, (_, i) => [1, Math.sin(i + offset), Math.cos(i * i + offset), Math.sin(3 * i)]);
  return { xs, labels: xs.map((x) => (x[1]! - 0.5 * x[2]! + 0.3 * x[3]! > 0.1 ? 1 : 0)) };
};

export const program: Program = {
  f: validation,
  inputs: (n) => [
    { rate: 0.8, momentum: 0.7, decay: 0.01, start: [0.1, 0, -0.2, 0.05] },
    sample(n, 0),
    sample(n / 2, 9),
  ],
  sizes: [12, 80],
  derivatives: ["grad", "hvp"],
};
