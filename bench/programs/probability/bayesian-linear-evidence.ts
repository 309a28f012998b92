// Log evidence of Bayesian linear regression on polynomial features, as a function of the prior and noise precisions
// (one prior precision per coefficient: automatic relevance determination).

import type { Program } from "../program.ts";

interface Precisions {
  prior: number[];
  noise: number;
}

// Solves A x = b by Gaussian elimination and tells log |A| too; A is overwritten.
function eliminate(A: number[][], b: number[]): { x: number[]; logDet: number } {
  const m = b.length;
  let logDet = 0;
  for (let c = 0; c < m; c++) {
    const pivot = A[c]![c]!;
    logDet += Math.log(pivot);
    for (let r = c + 1; r < m; r++) {
      const factor = A[r]![c]! / pivot;
      if (factor === 0) continue;
      for (let k = c; k < m; k++) A[r]![k]! -= factor * A[c]![k]!;
      b[r]! -= factor * b[c]!;
    }
  }
  const x = new Array<number>(m).fill(0);
  for (let r = m - 1; r >= 0; r--) {
    let s = b[r]!;
    for (let k = r + 1; k < m; k++) s -= A[r]![k]! * x[k]!;
    x[r] = s / A[r]![r]!;
  }
  return { x, logDet };
}

function logEvidence(logs: Precisions, xs: number[], ys: number[]): number {
  const prior = logs.prior.map((a) => Math.exp(a));
  const beta = Math.exp(logs.noise);
  const m = prior.length;
  const n = xs.length;
  const phi = xs.map((x) => Array.from({ length: m }, (_, k) => x ** k));

  const A = prior.map((a, i) =>
    prior.map((_, j) => (i === j ? a : 0) + beta * phi.reduce((s, row) => s + row[i]! * row[j]!, 0)),
  );
  const b = prior.map((_, i) => beta * phi.reduce((s, row, t) => s + row[i]! * ys[t]!, 0));
  const { x: mean, logDet } = eliminate(A, b);

  let misfit = 0;
  phi.forEach((row, t) => {
    const predicted = row.reduce((s, v, k) => s + v * mean[k]!, 0);
    misfit += (ys[t]! - predicted) ** 2;
  });
  const penalty = mean.reduce((s, w, k) => s + prior[k]! * w * w, 0);
  const logPrior = logs.prior.reduce((s, a) => s + a, 0);
  return 0.5 * (logPrior + n * logs.noise - beta * misfit - penalty - logDet - n * Math.log(2 * Math.PI));
}

export const program: Program = {
  f: logEvidence,
  inputs: (n) => [
    { prior: [0, 0.2, -0.3, 0.5, 1], noise: 2 },
    Array.from({ length: n }, (_, i) => -1 + (2 * i) / (n - 1)),
    Array.from({ length: n }, (_, i) => Math.sin(3 * (-1 + (2 * i) / (n - 1))) + 0.3 * Math.sin(41 * i)),
  ],
  sizes: [12, 300],
  derivatives: ["grad", "hessian"],
};
