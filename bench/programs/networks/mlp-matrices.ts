// Mean squared error of a multilayer perceptron whose weights are plain matrices, the bias as last column.

import type { Program } from "../program.ts";

type Matrix = number[][];

const forward = (weights: Matrix[], input: number[]): number[] =>
  weights.reduce((activation, W, layer) => {
    const withBias = [...activation, 1];
    const z = W.map((row) => row.reduce((sum, w, j) => sum + w * withBias[j]!, 0));
    return layer < weights.length - 1 ? z.map(Math.tanh) : z;
  }, input);

function loss(weights: Matrix[], inputs: Matrix, targets: Matrix): number {
  let total = 0;
  inputs.forEach((x, i) => {
    const y = forward(weights, x);
    y.forEach((v, k) => {
      total += (v - targets[i]![k]!) ** 2;
    });
  });
  return total / inputs.length;
}

const dense = (outputs: number, inputs: number, phase: number): Matrix =>
  Array.from({ length: outputs }, (_, i) =>
    Array.from({ length: inputs + 1 }, (_, j) => Math.sin(phase + 3 * i + 7 * j) / Math.sqrt(inputs)),
  );

export const program: Program = {
  f: loss,
  inputs: (n) => [
    [dense(n, 3, 0), dense(n, n, 1), dense(2, n, 2)],
    Array.from({ length: 5 }, (_, i) => [Math.sin(i), Math.cos(2 * i), Math.sin(3 * i + 1)]),
    Array.from({ length: 5 }, (_, i) => [Math.cos(i), Math.sin(4 * i)]),
  ],
  sizes: [12, 60],
  derivatives: ["valueAndGrad", "hvp"],
};
