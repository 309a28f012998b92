// Negative log marginal likelihood of Gaussian process regression with a squared exponential kernel plus noise
// (hyperparameters in logarithms), by Cholesky factorisation.

import type { Program } from "../program.ts";

function cholesky(A: number[][]): number[][] {
  const n = A.length;
  const L = Array.from({ length: n }, () => new Array<number>(n).fill(0));
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let s = A[i]![j]!;
      for (let k = 0; k < j; k++) s -= L[i]![k]! * L[j]![k]!;
      L[i]![j] = i === j ? Math.sqrt(s) : s / L[j]![j]!;
    }
  }
  return L;
}

function negLogMarginal(hyper: [number, number, number], x: number[], y: number[]): number {
  const [lengthScale, amplitude, noise] = hyper.map(Math.exp) as [number, number, number];
  const n = x.length;
  const K: number[][] = [];
  for (let i = 0; i < n; i++) {
    const row: number[] = [];
    for (let j = 0; j < n; j++) {
      const d = (x[i]! - x[j]!) / lengthScale;
      row.push(amplitude ** 2 * Math.exp(-0.5 * d * d) + (i === j ? noise ** 2 : 0));
    }
    K.push(row);
  }
  const L = cholesky(K);
  // forward substitution: |L^-1 y|^2 is the quadratic form
  const z: number[] = [];
  let quad = 0;
  let logDet = 0;
  for (let i = 0; i < n; i++) {
    let s = y[i]!;
    for (let k = 0; k < i; k++) s -= L[i]![k]! * z[k]!;
    z[i] = s / L[i]![i]!;
    quad += z[i]! ** 2;
    logDet += Math.log(L[i]![i]!);
  }
  return 0.5 * quad + logDet + 0.5 * n * Math.log(2 * Math.PI);
}

export const program: Program = {
  f: negLogMarginal,
  inputs: (n) => [
    [-0.2, 0.1, -1.2],
    Array.from({ length: n }, (_, i) => 0.35 * i + 0.1 * Math.sin(5 * i)),
    Array.from({ length: n }, (_, i) => Math.sin(0.35 * i) + 0.25 * Math.cos(13 * i)),
  ],
  sizes: [12, 50],
  derivatives: ["grad", "hessian"],
};
