// Whittaker smoothing: solves (W + s D'D) z = W y with a band Cholesky factor; result is the generalized cross validation score.

import type { Program } from "../program.ts";

const ORDER = 3;
const BINOMIAL = [-1, 3, -3, 1];

// band[k][j] is the entry in row j + k of column j.
function bandCholesky(band: number[][]): void {
  const n = band[0]!.length;
  for (let j = 0; j < n; j++) {
    const pivot = Math.sqrt(band[0]![j]!);
    band[0]![j] = pivot;
    const reach = Math.min(ORDER, n - 1 - j);
    for (let k = 1; k <= reach; k++) band[k]![j]! /= pivot;
    for (let k = 1; k <= reach; k++) {
      for (let m = k; m <= reach; m++) {
        band[m - k]![j + k]! -= band[k]![j]! * band[m]![j]!;
      }
    }
  }
}

function score(x: { logSmooth: number; weights: number[] }, y: number[]): number {
  const n = y.length;
  const s = Math.exp(x.logSmooth);
  const band = Array.from({ length: ORDER + 1 }, () => new Array<number>(n).fill(0));
  for (let j = 0; j < n; j++) band[0]![j] = x.weights[j]!;
  for (let i = 0; i + ORDER < n; i++) {
    for (let p = 0; p <= ORDER; p++) {
      for (let q = p; q <= ORDER; q++) band[q - p]![i + p]! += s * BINOMIAL[p]! * BINOMIAL[q]!;
    }
  }
  bandCholesky(band);
  const z = y.map((v, i) => v * x.weights[i]!);
  for (let j = 0; j < n; j++) {
    z[j]! /= band[0]![j]!;
    for (let k = 1; k <= ORDER && j + k < n; k++) z[j + k]! -= band[k]![j]! * z[j]!;
  }
  for (let j = n - 1; j >= 0; j--) {
    for (let k = 1; k <= ORDER && j + k < n; k++) z[j]! -= band[k]![j]! * z[j + k]!;
    z[j]! /= band[0]![j]!;
  }
  let rss = 0;
  let logPivots = 0;
  for (let j = 0; j < n; j++) {
    rss += x.weights[j]! * (y[j]! - z[j]!) ** 2;
    logPivots += Math.log(band[0]![j]!);
  }
  return Math.log(rss / n) + logPivots / n;
}

export const program: Program = {
  f: score,
  inputs: (n) => [
    { logSmooth: 0.7, weights: Array.from({ length: n }, (_, i) => 1 + 0.3 * Math.cos(3 * i)) },
    Array.from({ length: n }, (_, i) => Math.sin((7 * i) / n) + 0.2 * Math.sin(31 * i)),
  ],
  sizes: [12, 250],
  derivatives: ["grad"],
};
