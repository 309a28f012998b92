// Multinomial logistic regression: cross entropy with label smoothing and class weights. Weights are classes x features.

import type { Program } from "../program.ts";

const crossEntropy = (
  weights: number[][],
  features: number[][],
  labels: number[],
  { smoothing = 0.1, classWeights }: { smoothing?: number; classWeights?: number[] } = {},
): number => {
  const classes = weights.length;
  let totalWeight = 0;
  let total = 0;

  features.forEach((x, i) => {
    const logits = weights.map((w) => w.reduce((acc, wj, j) => acc + wj * x[j]!, 0));
    const max = Math.max(...logits);
    const logSum = max + Math.log(logits.map((z) => Math.exp(z - max)).reduce((a, b) => a + b));
    const label = labels[i]!;
    const sample = classWeights?.[label] ?? 1;
    total +=
      sample *
      logits
        .map((z, c) => ((c === label ? 1 - smoothing : 0) + smoothing / classes) * (logSum - z))
        .reduce((a, b) => a + b);
    totalWeight += sample;
  });
  return total / totalWeight;
};

export const program: Program = {
  f: crossEntropy,
  inputs: (n) => [
    Array.from({ length: 4 }, (_, c) => Array.from({ length: 5 }, (_, j) => Math.sin(3 * c + 2 * j))),
    Array.from({ length: n }, (_, i) => [1, Math.sin(i), Math.cos(i), Math.sin(2 * i), Math.cos(3 * i)]),
    Array.from({ length: n }, (_, i) => (i * 7 + (i >> 2)) % 4),
    { classWeights: [1, 0.5, 2, 1] },
  ],
  sizes: [12, 250],
  derivatives: ["valueAndGrad", "hvp"],
};
