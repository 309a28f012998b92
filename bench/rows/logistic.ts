/** Logistic regression: the gradient of weights and bias, and the full Hessian of ten weights. */

import { grad, hessian } from "zeroth";
import { inputs, numbers, pick, zerosLike, type Arrays, type Numbers, type Row } from "../row.ts";
import type { Examples } from "../row-data.ts";

const examples = 100;
const features = 10;

/** Mean negative log-likelihood; `b` is the bias. */
const loss = (w: Numbers, b: number, xs: readonly Numbers[], ys: Numbers): number => {
  let total = 0;
  for (let i = 0; i < xs.length; i++) {
    const x = xs[i]!;
    let z = b;
    for (let j = 0; j < w.length; j++) z += w[j]! * x[j]!;
    total += Math.log(1 + Math.exp(z)) - ys[i]! * z;
  }
  return total / xs.length;
};

const gradientByHand = (w: Numbers, b: number, xs: readonly Numbers[], ys: Numbers): [Numbers, number] => {
  const dw = zerosLike(w);
  let db = 0;
  const n = xs.length;
  for (let i = 0; i < n; i++) {
    const x = xs[i]!;
    let z = b;
    for (let j = 0; j < w.length; j++) z += w[j]! * x[j]!;
    const e = (1 / (1 + Math.exp(-z)) - ys[i]!) / n;
    for (let j = 0; j < dw.length; j++) dw[j]! += e * x[j]!;
    db += e;
  }
  return [dw, db];
};

const hessianByHand = (w: Numbers, b: number, xs: readonly Numbers[]): Numbers[] => {
  const rows: Numbers[] = [];
  for (let j = 0; j < w.length; j++) rows.push(zerosLike(w));
  for (let i = 0; i < xs.length; i++) {
    const x = xs[i]!;
    let z = b;
    for (let j = 0; j < w.length; j++) z += w[j]! * x[j]!;
    const p = 1 / (1 + Math.exp(-z));
    const curvature = (p * (1 - p)) / xs.length;
    for (let j = 0; j < w.length; j++) {
      const row = rows[j]!;
      const f = curvature * x[j]!;
      for (let k = 0; k <= j; k++) row[k]! += f * x[k]!;
    }
  }
  for (let j = 0; j < w.length; j++) for (let k = 0; k < j; k++) rows[k]![j] = rows[j]![k]!;
  return rows;
};

const lossGradient = grad(loss, { argnums: [0, 1] });
const lossHessian = hessian(loss);

const rowsOf = (arrays: Arrays): readonly Row[] => {
  const xs = Array.from({ length: examples }, (_, i) => numbers(arrays, features, (j) => Math.sin(1 + 3 * i + 7 * j)));
  const ys = numbers(arrays, examples, (i) => (i % 3 === 0 ? 1 : 0));
  const weights = inputs((k) => numbers(arrays, features, (j) => 0.3 * Math.cos(j + k)));
  const data = { weights, bias: 0.1, xs, ys } satisfies Examples;
  return [
    {
      name: "Logistic regression, 100 × 10",
      derivative: "gradient of weights and bias",
      arrays,
      data,
      primal: (call) => loss(pick(weights, call), 0.1, xs, ys),
      zeroth: (call) => lossGradient(pick(weights, call), 0.1, xs, ys),
      byHand: (call) => gradientByHand(pick(weights, call), 0.1, xs, ys),
      byHandOverPrimal: 0.7,
      most: 1.5,
    },
    {
      name: "Logistic regression, 10 parameters",
      derivative: "full Hessian",
      arrays,
      data,
      primal: (call) => loss(pick(weights, call), 0.1, xs, ys),
      zeroth: (call) => lossHessian(pick(weights, call), 0.1, xs, ys),
      byHand: (call) => hessianByHand(pick(weights, call), 0.1, xs),
      byHandOverPrimal: 1.2,
      most: 1.5,
    },
  ];
};

export const rows: readonly Row[] = [...rowsOf("number[]"), ...rowsOf("Float64Array")];
