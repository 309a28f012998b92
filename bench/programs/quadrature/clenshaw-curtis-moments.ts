// Moments of an unnormalized density exp(polynomial) on [-1, 1] by Clenshaw–Curtis quadrature.

import type { Program } from "../program.ts";

function clenshawCurtis(n: number): [nodes: Float64Array, weights: Float64Array] {
  const nodes = new Float64Array(n + 1);
  const weights = new Float64Array(n + 1);
  for (let k = 0; k <= n; k++) {
    nodes[k] = Math.cos((k * Math.PI) / n);
    let s = 1;
    for (let j = 1; j <= n >> 1; j++) {
      const b = 2 * j === n ? 1 : 2;
      s -= (b / (4 * j * j - 1)) * Math.cos((2 * j * k * Math.PI) / n);
    }
    weights[k] = ((k === 0 || k === n ? 1 : 2) * s) / n;
  }
  return [nodes, weights];
}

function moments(
  coefficients: Float64Array,
  n: number,
): { mass: number; mean: number; variance: number; entropy: number } {
  const [x, w] = clenshawCurtis(n);
  let m0 = 0;
  let m1 = 0;
  let m2 = 0;
  let me = 0;
  for (let k = 0; k <= n; k++) {
    let p = 0;
    for (let c = coefficients.length - 1; c >= 0; c--) p = p * x[k]! + coefficients[c]!;
    const density = w[k]! * Math.exp(p);
    m0 += density;
    m1 += density * x[k]!;
    m2 += density * x[k]! ** 2;
    me += density * p;
  }
  const mean = m1 / m0;
  return { mass: m0, mean, variance: m2 / m0 - mean * mean, entropy: Math.log(m0) - me / m0 };
}

export const program: Program = {
  f: moments,
  inputs: (n) => [Float64Array.of(0.3, -0.8, -2.1, 0.5, 1.4), n],
  sizes: [12, 64],
  derivatives: ["jacobian", "vjp"],
};
