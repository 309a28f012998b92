// A Poisson regression fitted inside by Newton's method with an inner Hessian and Cholesky factorisation; the result
// is the fitted coefficients as a function of the observed counts' smoothed values.

import { grad, hessian } from "zeroth";
import type { Program } from "../program.ts";

function choleskySolve(a: number[][], b: number[]): number[] {
  const n = b.length;
  const l = a.map((row) => row.map(() => 0));
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let s = a[i]![j]!;
      for (let k = 0; k < j; k++) s -= l[i]![k]! * l[j]![k]!;
      l[i]![j] = i === j ? Math.sqrt(s) : s / l[j]![j]!;
    }
  }
  const y: number[] = [];
  for (let i = 0; i < n; i++) y.push((b[i]! - y.reduce((s, v, k) => s + l[i]![k]! * v, 0)) / l[i]![i]!);
  const x = [...y];
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) x[i]! -= l[k]![i]! * x[k]!;
    x[i]! /= l[i]![i]!;
  }
  return x;
}

function fitPoisson(counts: number[], design: number[][]): number[] {
  const negLogLik = (beta: number[]): number => {
    let total = 0;
    design.forEach((x, i) => {
      const eta = x.reduce((s, v, j) => s + v * beta[j]!, 0);
      total += Math.exp(eta) - counts[i]! * eta;
    });
    return total / design.length + 0.01 * beta.reduce((s, b) => s + b * b, 0);
  };
  let beta = [0.5, 0, 0];
  for (let it = 0; it < 4; it++) {
    const step = choleskySolve(hessian(negLogLik)(beta), grad(negLogLik)(beta));
    beta = beta.map((b, j) => b - step[j]!);
  }
  return beta;
}

export const program: Program = {
  f: fitPoisson,
  inputs: (n) => {
    const design = Array.from({ length: n }, (_, i) => [1, Math.sin(1.1 * i), Math.cos(0.7 * i)]);
    return [design.map((x, i) => Math.exp(0.4 + 0.5 * x[1]! - 0.3 * x[2]!) + 0.2 * Math.sin(9 * i)), design];
  },
  sizes: [12, 40],
  derivatives: ["jvp", "vjp"],
};
