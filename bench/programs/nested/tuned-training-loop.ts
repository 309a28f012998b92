// Hyperparameters tuned through a training loop of twenty mini-batch steps of Adam with a warm-up and cosine
// schedule, gradients by an inner grad over a record of weights.

import { grad } from "zeroth";
import type { Program } from "../program.ts";

interface Hyper {
  rate: number;
  beta1: number;
  beta2: number;
  decay: number;
  smoothing: number;
}

interface Weights {
  w: number[];
  b: number;
}

type Batch = [x: number[], label: number][];

const STEPS = 20;

function crossEntropy({ w, b }: Weights, batch: Batch, smoothing: number): number {
  let total = 0;
  for (const [x, label] of batch) {
    const z = x.reduce((s, v, i) => s + v * w[i]!, b);
    const p = 1 / (1 + Math.exp(-z));
    const target = label * (1 - smoothing) + smoothing / 2;
    total -= target * Math.log(p + 1e-9) + (1 - target) * Math.log(1 - p + 1e-9);
  }
  return total / batch.length;
}

function schedule(step: number, peak: number): number {
  const warm = 4;
  if (step < warm) return (peak * (step + 1)) / warm;
  return 0.5 * peak * (1 + Math.cos((Math.PI * (step - warm)) / (STEPS - warm)));
}

function tune(h: Hyper, data: Batch, batchSize: number): number {
  const weights: Weights = { w: data[0]![0].map(() => 0), b: 0 };
  const m = weights.w.map(() => 0);
  const v = weights.w.map(() => 0);
  for (let step = 0; step < STEPS; step++) {
    const from = (step * batchSize) % data.length;
    const batch = data.slice(from, from + batchSize);
    const g = grad((p: Weights) => crossEntropy(p, batch, h.smoothing))(weights);
    const rate = schedule(step, h.rate);
    weights.w = weights.w.map((w, i) => {
      m[i] = h.beta1 * m[i]! + (1 - h.beta1) * g.w[i]!;
      v[i] = h.beta2 * v[i]! + (1 - h.beta2) * g.w[i]! ** 2;
      const mHat = m[i] / (1 - h.beta1 ** (step + 1));
      const vHat = v[i] / (1 - h.beta2 ** (step + 1));
      return w * (1 - rate * h.decay) - (rate * mHat) / (Math.sqrt(vHat) + 1e-3);
    });
    weights.b -= rate * g.b;
  }
  return crossEntropy(weights, data, 0);
}

export const program: Program = {
  f: tune,
  inputs: (n) => [
    { rate: 0.1, beta1: 0.8, beta2: 0.95, decay: 0.02, smoothing: 0.05 },
    Array.from({ length: 2 * n }, (_, i): [number[], number] => {
      const x = [Math.sin(i), Math.cos(1.7 * i), Math.sin(i * i)];
      return [x, x[0]! + 0.5 * x[1]! > 0.2 * Math.sin(5 * i) ? 1 : 0];
    }),
    Math.min(n, 16),
  ],
  sizes: [12, 100],
  derivatives: ["grad"],
};
