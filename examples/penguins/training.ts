/**
 * Training by gradient descent: the gradient of the loss with respect to the network, which is a function, and one line
 * that makes the next network from it.
 */

import { treeMap, valueAndGrad } from "zeroth";
import type { Layer } from "./network.ts";
import type { Example } from "./penguins.ts";

/** Of one example: −log of the probability that the network's scores give to the right class. */
function surprise(scores: readonly number[], kind: number): number {
  // Above the greatest score, so that nothing overflows.
  const most = scores.reduce((a, b) => Math.max(a, b));
  const sum = scores.reduce((total, score) => total + Math.exp(score - most), 0);
  return most + Math.log(sum) - scores[kind]!;
}

export const lossOver =
  (examples: readonly Example[]) =>
  (model: Layer): number =>
    examples.reduce((sum, { x, kind }) => sum + surprise(model(x), kind), 0) / examples.length;

export interface Training {
  readonly model: Layer;
  /** Before each step, and at the end. */
  readonly losses: readonly number[];
  /** Of what was held out, which nothing is decided by. */
  readonly heldOutLosses: readonly number[];
}

export function train(
  start: Layer,
  examples: readonly Example[],
  heldOut: readonly Example[],
  { steps, rate }: { readonly steps: number; readonly rate: number },
): Training {
  const loss = lossOver(examples);
  const heldOutLoss = lossOver(heldOut);
  const lossAndGradient = valueAndGrad(loss);
  const losses: number[] = [];
  const heldOutLosses: number[] = [];
  let model = start;
  for (let k = 0; k < steps; k++) {
    const [value, gradient] = lossAndGradient(model);
    losses.push(value);
    heldOutLosses.push(heldOutLoss(model));
    model = treeMap((p, g) => p - rate * g, model, gradient);
  }
  return { model, losses: [...losses, loss(model)], heldOutLosses: [...heldOutLosses, heldOutLoss(model)] };
}

/** The class of the greatest score. */
export const classify = (model: Layer, x: number[]): number => {
  const scores = model(x);
  return scores.indexOf(Math.max(...scores));
};

export const accuracy = (model: Layer, examples: readonly Example[]): number =>
  examples.filter(({ x, kind }) => classify(model, x) === kind).length / examples.length;
