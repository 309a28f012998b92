// Which training examples matter: logistic regression fitted by Newton's method, then influence on a test loss through
// Hessian-vector products and conjugate gradients, by the examples' weights.

import { grad, hvp } from "zeroth";
import type { Program } from "../program.ts";

interface Example {
  x: number[];
  y: 0 | 1;
}

const dot = (a: number[], b: number[]): number => a.reduce((s, v, i) => s + v * b[i]!, 0);
const axpy = (c: number, a: number[], b: number[]): number[] => a.map((v, i) => c * v + b[i]!);

function loss(w: number[], data: Example[], weights: number[], ridge = 0.3): number {
  let total = 0.5 * ridge * dot(w, w);
  data.forEach(({ x, y }, i) => {
    const z = dot(w, x);
    total += (weights[i] ?? 1) * (Math.log1p(Math.exp(-Math.abs(z))) + Math.max(z, 0) - y * z);
  });
  return total;
}

function conjugateGradients(apply: (v: number[]) => number[], b: number[], rounds: number): number[] {
  let x = b.map(() => 0);
  let r = b;
  let p = r;
  for (let k = 0; k < rounds; k++) {
    const rr = dot(r, r);
    if (rr < 1e-24) break;
    const ap = apply(p);
    const alpha = rr / dot(p, ap);
    x = axpy(alpha, p, x);
    r = axpy(-alpha, ap, r);
    p = axpy(dot(r, r) / rr, p, r);
  }
  return x;
}

function influence(weights: number[], data: Example[], test: Example[]): number {
  const objective = (w: number[]): number => loss(w, data, weights);
  let w = data[0]!.x.map(() => 0);
  for (let k = 0; k < 4; k++) {
    const g = grad(objective)(w);
    w = axpy(
      -1,
      conjugateGradients((v) => hvp(objective)(w, v), g, w.length),
      w,
    );
  }
  const g = grad((v: number[]) => loss(v, test, [], 0))(w);
  const direction = conjugateGradients((v) => hvp(objective)(w, v), g, w.length);
  return loss(w, test, [], 0) + 0.1 * dot(direction, g);
}

const examples = (n: number, shift: number): Example[] =>
  Array.from({ length: n }, (_, i) => ({
    x: [1, Math.sin(3 * i + shift), Math.cos(5 * i + shift)],
    y: Math.sin(3 * i + shift) + 0.5 * Math.cos(i) > 0 ? 1 : 0,
  }));

export const program: Program = {
  f: influence,
  inputs: (n) => [Array.from({ length: n }, (_, i) => 1 + 0.2 * Math.cos(i)), examples(n, 0), examples(5, 0.4)],
  sizes: [12, 40],
  derivatives: ["grad"],
};
