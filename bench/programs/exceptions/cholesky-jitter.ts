// Evidence of a Gaussian process with a smooth kernel, whose matrix is hardly positive definite: Cholesky's factorisation throws,
// and is tried again with more jitter on the diagonal.

import type { Program } from "../program.ts";

class NotPositiveDefiniteError extends Error {
  readonly row: number;
  readonly pivot: number;

  constructor(row: number, pivot: number) {
    super(`pivot ${pivot} in row ${row}`);
    this.name = "NotPositiveDefiniteError";
    this.row = row;
    this.pivot = pivot;
  }
}

function cholesky(A: number[][]): number[][] {
  const L = A.map((row) => row.map(() => 0));
  for (let i = 0; i < A.length; i++) {
    for (let j = 0; j <= i; j++) {
      let s = A[i]![j]!;
      for (let k = 0; k < j; k++) s -= L[i]![k]! * L[j]![k]!;
      if (i === j) {
        if (s < 1e-7) throw new NotPositiveDefiniteError(i, s);
        L[i]![i] = Math.sqrt(s);
      } else {
        L[i]![j] = s / L[j]![j]!;
      }
    }
  }
  return L;
}

function safeCholesky(A: number[][], scale: number): number[][] {
  let jitter = 0;
  for (let attempt = 0; attempt < 8; attempt++) {
    try {
      return cholesky(A.map((row, i) => row.map((a, j) => (i === j ? a + jitter : a))));
    } catch (error) {
      if (error instanceof NotPositiveDefiniteError) jitter = jitter === 0 ? 1e-6 * scale : 10 * jitter;
      else throw error;
    }
  }
  throw new Error("not positive definite, even with jitter");
}

function evidence(theta: { amplitude: number; length: number; trend: number }, xs: number[], ys: number[]): number {
  const { amplitude, length, trend } = theta;
  const K = xs.map((x) => xs.map((z) => amplitude ** 2 * Math.exp(-((x - z) ** 2) / (2 * length ** 2))));
  const L = safeCholesky(K, amplitude ** 2);
  const white: number[] = [];
  let total = 0;
  for (let i = 0; i < xs.length; i++) {
    let s = ys[i]! - trend * xs[i]!;
    for (let k = 0; k < i; k++) s -= L[i]![k]! * white[k]!;
    white.push(s / L[i]![i]!);
    total += 0.5 * white[i]! ** 2 + Math.log(L[i]![i]!);
  }
  return total / xs.length;
}

export const program: Program = {
  f: evidence,
  inputs: (n) => {
    const xs = Array.from({ length: n }, (_, i) => (4 * i) / n);
    return [{ amplitude: 1.2, length: 1.7, trend: 0.3 }, xs, xs.map((x) => Math.sin(2 * x) + 0.01 * Math.sin(30 * x))];
  },
  sizes: [12, 60],
  derivatives: ["grad", "hvp"],
};
