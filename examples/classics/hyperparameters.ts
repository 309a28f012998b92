/**
 * Gradients with respect to what a training run does not train: the penalty of ridge regression and the rate of its descent.
 *
 * The inner loss ½|Xw − y|² + ½λ|w|² is quadratic, so all is known: with A = XᵀX + λI the descent from w = 0 leads towards
 * w* = A⁻¹Xᵀy, after n steps it is at w* − (I − ηA)ⁿw*, and dw* = −A⁻¹w* dλ. The outer loss is that of
 * other data. Its gradient goes through all steps of the descent, each of which is a gradient itself.
 */

import { grad } from "zeroth";
import type { Answer } from "./answer.ts";

interface Point {
  readonly x: readonly [number, number];
  readonly y: number;
}

const training: readonly Point[] = [
  { x: [1, 0.5], y: 1.1 },
  { x: [0.2, 1], y: 2.3 },
  { x: [-0.4, 0.3], y: 0.2 },
  { x: [0.8, -0.9], y: -1.4 },
];

const validation: readonly Point[] = [
  { x: [0.6, 0.1], y: 0.5 },
  { x: [-0.7, 1.2], y: 1.9 },
  { x: [0.3, 0.4], y: 1.2 },
];

const halfSquares = (points: readonly Point[], w: readonly number[]): number =>
  points.reduce((sum, { x, y }) => sum + (x[0] * w[0]! + x[1] * w[1]! - y) ** 2 / 2, 0);

/** The loss on other data, of the weights that `steps` steps of descent lead to. */
export function validationLoss({ penalty, rate }: Hyperparameters, steps: number): number {
  const loss = (w: number[]): number => halfSquares(training, w) + (penalty * (w[0]! ** 2 + w[1]! ** 2)) / 2;
  const slope = grad(loss);
  let w = [0, 0];
  for (let k = 0; k < steps; k++) {
    const g = slope(w);
    w = w.map((v, i) => v - rate * g[i]!);
  }
  return halfSquares(validation, w);
}

interface Hyperparameters {
  readonly penalty: number;
  readonly rate: number;
}

export function hyperparameterAnswers(): Answer[] {
  const at: Hyperparameters = { penalty: 0.3, rate: 0.25 };
  const gradient = grad(validationLoss);
  const [few, many] = [5, 200];
  const early = gradient(at, few);
  const late = gradient(at, many);
  const known = gradientByHand(at);
  return [
    { name: "hyperparameters", what: `∂loss/∂penalty, ${many} steps`, expected: known.penalty, got: late.penalty },
    { name: "hyperparameters", what: `∂loss/∂rate, ${few} steps`, expected: known.rate(few), got: early.rate },
  ];
}

/** For the penalty where the descent has settled, for the rate after some steps. */
function gradientByHand({ penalty, rate }: Hyperparameters): {
  readonly penalty: number;
  readonly rate: (steps: number) => number;
} {
  const product = (i: 0 | 1, j: 0 | 1): number => training.reduce((sum, { x }) => sum + x[i] * x[j], 0);
  const right = (i: 0 | 1): number => training.reduce((sum, { x, y }) => sum + x[i] * y, 0);
  const [a, b, d] = [product(0, 0) + penalty, product(0, 1), product(1, 1) + penalty];
  type Pair = readonly [number, number];
  const times = ([u, v]: Pair): Pair => [a * u + b * v, b * u + d * v];
  const solve = ([u, v]: Pair): Pair => [(d * u - b * v) / (a * d - b * b), (a * v - b * u) / (a * d - b * b)];
  const contract = ([u, v]: Pair): Pair => [u - rate * times([u, v])[0], v - rate * times([u, v])[1]];
  /** The derivative of the loss on other data at `w` along `v`. */
  const along = (w: Pair, v: Pair): number =>
    validation.reduce((sum, { x, y }) => sum + (x[0] * w[0] + x[1] * w[1] - y) * (x[0] * v[0] + x[1] * v[1]), 0);

  const solution = solve([right(0), right(1)]);
  const [moved0, moved1] = solve(solution);
  return {
    penalty: along(solution, [-moved0, -moved1]),
    rate: (steps) => {
      let rest = solution;
      for (let k = 1; k < steps; k++) rest = contract(rest);
      const [push0, push1] = times(rest);
      const [rest0, rest1] = contract(rest);
      return along([solution[0] - rest0, solution[1] - rest1], [steps * push0, steps * push1]);
    },
  };
}
