// Wines that tasters marked from 0 to 4: an ordered probit, where a hidden taste falls between thresholds. All parameters are
// packed in one array: effects of the features, the lowest threshold and the logs of the steps to the next ones.

import type { Program } from "../program.ts";

interface Tasting {
  features: Float64Array;
  mark: number;
}

// Abramowitz and Stegun 7.1.26
function normalCdf(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const poly = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  const half = 0.5 * poly * Math.exp(-x * x);
  return z > 0 ? 1 - half : half;
}

function unpack(theta: Float64Array, features: number): { beta: Float64Array; thresholds: number[] } {
  const beta = theta.subarray(0, features);
  const thresholds = [-Infinity, theta[features]!];
  for (let k = features + 1; k < theta.length; k++) {
    thresholds.push(thresholds[thresholds.length - 1]! + Math.exp(theta[k]!));
  }
  thresholds.push(Infinity);
  return { beta, thresholds };
}

function deviance(theta: Float64Array, tastings: Tasting[]): number {
  const { beta, thresholds } = unpack(theta, tastings[0]!.features.length);
  let sum = 0;
  for (const { features, mark } of tastings) {
    let taste = 0;
    for (let j = 0; j < beta.length; j++) taste += beta[j]! * features[j]!;
    const low = thresholds[mark]!;
    const high = thresholds[mark + 1]!;
    const upTo = high === Infinity ? 1 : normalCdf(high - taste);
    const from = low === -Infinity ? 0 : normalCdf(low - taste);
    sum += Math.log(Math.max(upTo - from, 1e-12));
  }
  return -2 * sum;
}

export const program: Program = {
  f: deviance,
  inputs: (n) => [
    Float64Array.of(0.4, -0.3, 0.2, -1.1, -0.2, 0.1, -0.4),
    Array.from({ length: n }, (_, i) => ({
      features: Float64Array.of(Math.sin(i), Math.cos(2 * i), Math.sin(i * i)),
      mark: (i * 3 + (i >> 2)) % 5,
    })),
  ],
  sizes: [12, 240],
  derivatives: ["grad", "hessian"],
};
