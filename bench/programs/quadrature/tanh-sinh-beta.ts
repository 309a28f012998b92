// Incomplete beta-like integral with singular ends by the tanh-sinh rule; terms are added until they no longer count.

import type { Program } from "../program.ts";

function tanhSinh(f: (x: number, fromLeft: number, fromRight: number) => number, h: number): number {
  let sum = 0;
  for (const direction of [1, -1] as const) {
    for (let k = direction === 1 ? 0 : 1; k < 500; k++) {
      const t = direction * k * h;
      const u = 0.5 * Math.PI * Math.sinh(t);
      const right = 1 / (1 + Math.exp(2 * u));
      const left = 1 / (1 + Math.exp(-2 * u));
      const weight = Math.PI * Math.cosh(t) * left * right;
      if (left < 1e-300 || right < 1e-300) break;
      const term = weight * f(left, left, right);
      sum += term;
      if (k > 3 && Math.abs(term) < 1e-13 * Math.abs(sum)) break;
    }
  }
  return sum * h;
}

const tiltedBeta = (p: { a: number; b: number; tilt: number }, n: number): number =>
  Math.log(tanhSinh((x, left, right) => left ** (p.a - 1) * right ** (p.b - 1) * Math.exp(p.tilt * x), 6 / n));

export const program: Program = {
  f: tiltedBeta,
  inputs: (n) => [{ a: 0.6, b: 0.8, tilt: -1.2 }, n],
  sizes: [12, 150],
  derivatives: ["grad", "hessian"],
};
