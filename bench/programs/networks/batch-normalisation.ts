// A dense layer followed by batch normalisation, ReLU and a linear read-out, over one batch; statistics by Welford's method.

import type { Program } from "../program.ts";

interface Params {
  W: Float64Array[]; // one per hidden unit
  gamma: Float64Array;
  beta: Float64Array;
  v: Float64Array;
}

const EPS = 1e-5;

function moments(values: number[]): { mean: number; variance: number } {
  let count = 0;
  let mean = 0;
  let m2 = 0;
  for (const v of values) {
    count++;
    const delta = v - mean;
    mean += delta / count;
    m2 += delta * (v - mean);
  }
  return { mean, variance: m2 / count };
}

export function batchLoss(p: Params, batch: Float64Array[], targets: Float64Array): number {
  const outputs = new Float64Array(batch.length);
  for (const [unit, w] of p.W.entries()) {
    const z = batch.map((x) => {
      let s = 0;
      for (let j = 0; j < x.length; j++) s += w[j]! * x[j]!;
      return s;
    });
    const { mean, variance } = moments(z);
    const inv = 1 / Math.sqrt(variance + EPS);
    z.forEach((zi, i) => {
      const normal = (zi - mean) * inv * p.gamma[unit]! + p.beta[unit]!;
      if (normal > 0) outputs[i]! += p.v[unit]! * normal;
    });
  }
  let loss = 0;
  for (let i = 0; i < outputs.length; i++) loss += Math.abs(outputs[i]! - targets[i]!);
  return loss / outputs.length;
}

export const program: Program = {
  f: batchLoss,
  inputs: (n) => [
    {
      W: Array.from({ length: n }, (_, u) => Float64Array.from({ length: 4 }, (_, j) => Math.sin(3 * u + 5 * j))),
      gamma: new Float64Array(n).fill(1.1),
      beta: Float64Array.from({ length: n }, (_, u) => 0.2 * Math.sin(2 * u)),
      v: Float64Array.from({ length: n }, (_, u) => Math.cos(u) / n),
    },
    Array.from({ length: 16 }, (_, i) => Float64Array.from({ length: 4 }, (_, j) => Math.cos(2 * i + 3 * j * j))),
    Float64Array.from({ length: 16 }, (_, i) => Math.sin(5 * i)),
  ],
  sizes: [12, 120],
  derivatives: ["grad"],
};
