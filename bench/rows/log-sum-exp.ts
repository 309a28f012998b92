/** log Σ exp xᵢ over 1,000 numbers, with the largest found by comparison. */

import { grad } from "zeroth";
import { inputs, numbers, pick, zerosLike, type Arrays, type Numbers, type Row } from "../row.ts";
import type { Points } from "../row-data.ts";

const logSumExp = (xs: Numbers): number => {
  let max = -Infinity;
  for (let i = 0; i < xs.length; i++) if (xs[i]! > max) max = xs[i]!;
  let sum = 0;
  for (let i = 0; i < xs.length; i++) sum += Math.exp(xs[i]! - max);
  return max + Math.log(sum);
};

/** The softmax: what depends on the maximum cancels. */
const byHand = (xs: Numbers): Numbers => {
  let max = -Infinity;
  for (let i = 0; i < xs.length; i++) if (xs[i]! > max) max = xs[i]!;
  const gradient = zerosLike(xs);
  let sum = 0;
  for (let i = 0; i < xs.length; i++) {
    const e = Math.exp(xs[i]! - max);
    gradient[i] = e;
    sum += e;
  }
  const scale = 1 / sum;
  for (let i = 0; i < gradient.length; i++) gradient[i]! *= scale;
  return gradient;
};

const gradient = grad(logSumExp);

const row = (arrays: Arrays): Row => {
  const points = inputs((k) => numbers(arrays, 1000, (i) => 3 * Math.sin(i + k)));
  return {
    name: "LogSumExp, 1,000 numbers",
    derivative: "gradient",
    arrays,
    data: { points } satisfies Points,
    primal: (call) => logSumExp(pick(points, call)),
    zeroth: (call) => gradient(pick(points, call)),
    byHand: (call) => byHand(pick(points, call)),
    byHandOverPrimal: 1,
    most: 1.25,
  };
};

export const rows: readonly Row[] = [row("number[]"), row("Float64Array")];
