// Negative log-likelihood of a GARCH(1,1) model with leverage (GJR) and Student-t innovations.

import type { Program } from "../program.ts";

const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

function logGamma(z: number): number {
  const x = z - 1;
  let a = LANCZOS[0]!;
  for (let i = 1; i < 9; i++) a += LANCZOS[i]! / (x + i);
  const t = x + 7.5;
  return 0.5 * Math.log(2 * Math.PI) + (x + 0.5) * Math.log(t) - t + Math.log(a);
}

// theta = [mu, omega, alpha, leverage, beta, nu]
export function garch(theta: Float64Array, returns: Float64Array): number {
  const [mu, omega, alpha, leverage, beta, nu] = theta as unknown as [number, number, number, number, number, number];
  const constant = logGamma((nu + 1) / 2) - logGamma(nu / 2) - 0.5 * Math.log(Math.PI * (nu - 2));
  let variance = 0;
  for (let i = 0; i < returns.length; i++) variance += (returns[i]! - mu) ** 2;
  variance /= returns.length;

  let ll = 0;
  for (let i = 0; i < returns.length; i++) {
    const e = returns[i]! - mu;
    ll += constant - 0.5 * Math.log(variance) - ((nu + 1) / 2) * Math.log1p((e * e) / (variance * (nu - 2)));
    const shock = e < 0 ? alpha + leverage : alpha;
    variance = omega + shock * e * e + beta * variance;
  }
  return -ll;
}

export const program: Program = {
  f: garch,
  inputs: (n) => [
    Float64Array.of(0.05, 0.05, 0.06, 0.08, 0.85, 6.5),
    Float64Array.from({ length: n }, (_, i) => (1 + 0.6 * Math.sin(i / 20)) * Math.sin(9.1 * i * i + i)),
  ],
  sizes: [12, 2000],
  derivatives: ["grad", "hessian"],
};
