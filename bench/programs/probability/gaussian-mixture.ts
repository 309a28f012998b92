// Mean negative log-likelihood of points in the plane under a mixture of Gaussians with full covariances,
// each given by the Cholesky factor of its precision.

import type { Program } from "../program.ts";

interface Component {
  weight: number; // before softmax
  mean: { x: number; y: number };
  factor: { logA: number; b: number; logC: number };
}

interface Sample {
  x: number;
  y: number;
}

function mixtureLoss(components: Component[], samples: Sample[]): number {
  const norm = Math.log(components.map((c) => Math.exp(c.weight)).reduce((a, b) => a + b));
  let loss = 0;
  for (const { x, y } of samples) {
    const logs: number[] = [];
    for (const { weight, mean, factor } of components) {
      const dx = x - mean.x;
      const dy = y - mean.y;
      const u = Math.exp(factor.logA) * dx + factor.b * dy;
      const v = Math.exp(factor.logC) * dy;
      logs.push(weight - norm + factor.logA + factor.logC - 0.5 * (u * u + v * v) - Math.log(2 * Math.PI));
    }
    logs.sort((a, b) => b - a);
    const [largest, ...others] = logs as [number, ...number[]];
    loss -= largest + Math.log1p(others.reduce((s, l) => s + Math.exp(l - largest), 0));
  }
  return loss / samples.length;
}

export const program: Program = {
  f: mixtureLoss,
  inputs: (n) => [
    Array.from({ length: 3 }, (_, k) => ({
      weight: 0.3 * k,
      mean: { x: 2 * Math.sin(2 * k), y: 2 * Math.cos(2 * k) },
      factor: { logA: 0.1 * k, b: 0.2 - 0.1 * k, logC: -0.1 },
    })),
    Array.from({ length: n }, (_, i) => ({
      x: 2 * Math.sin(2 * (i % 3)) + Math.sin(17 * i),
      y: 2 * Math.cos(2 * (i % 3)) + 0.7 * Math.cos(23 * i),
    })),
  ],
  sizes: [12, 250],
  derivatives: ["valueAndGrad", "hvp"],
};
