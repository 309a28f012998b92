// Overlap of two contracted Cartesian Gaussian d shells by the McMurchie–Davidson recursion for Hermite coefficients.

import type { Program } from "../program.ts";

interface Primitive {
  exponent: number;
  weight: number;
}

interface Shell {
  center: number[];
  primitives: Primitive[];
}

// Coefficient of the Hermite Gaussian of order t in the product of x^i and x^j Gaussians a distance q apart.
function E(i: number, j: number, t: number, q: number, a: number, b: number): number {
  const p = a + b;
  if (t < 0 || t > i + j) return 0;
  if (i === 0 && j === 0) return Math.exp((-a * b * q * q) / p);
  if (j === 0) {
    return (
      E(i - 1, j, t - 1, q, a, b) / (2 * p) -
      ((b * q) / p) * E(i - 1, j, t, q, a, b) +
      (t + 1) * E(i - 1, j, t + 1, q, a, b)
    );
  }
  return (
    E(i, j - 1, t - 1, q, a, b) / (2 * p) +
    ((a * q) / p) * E(i, j - 1, t, q, a, b) +
    (t + 1) * E(i, j - 1, t + 1, q, a, b)
  );
}

type Powers = readonly [number, number, number];

function overlap(pair: { bra: Shell; ket: Shell }, l1: Powers, l2: Powers): number {
  const { bra, ket } = pair;
  let s = 0;
  for (const u of bra.primitives) {
    for (const v of ket.primitives) {
      let product = (Math.PI / (u.exponent + v.exponent)) ** 1.5;
      for (let d = 0; d < 3; d++)
        product *= E(l1[d]!, l2[d]!, 0, bra.center[d]! - ket.center[d]!, u.exponent, v.exponent);
      s += u.weight * v.weight * product;
    }
  }
  return s;
}

const shell = (n: number, x: number): Shell => ({
  center: [x, 0.3 * x, 0.5 - x],
  primitives: Array.from({ length: n }, (_, k) => ({ exponent: 0.3 * 1.5 ** k, weight: 1 / (1 + k) })),
});

export const program: Program = {
  f: overlap,
  inputs: (n) => [{ bra: shell(n / 4, 0.2), ket: shell(n / 3, -0.4) }, [1, 1, 0], [2, 0, 0]],
  sizes: [12, 60],
  derivatives: ["valueAndGrad", "hvp"],
};
