// A path of the Cox–Ingersoll–Ross short rate by Milstein's scheme with fixed increments, and the bond prices along it.

import type { Program } from "../program.ts";

const bondPrice = (a: number, b: number, s: number, r: number, T: number): number => {
  const g = Math.sqrt(a * a + 2 * s * s);
  const e = Math.expm1(g * T);
  const den = (g + a) * e + 2 * g;
  const A = ((2 * g * Math.exp(((a + g) * T) / 2)) / den) ** ((2 * a * b) / (s * s));
  return A * Math.exp((-2 * e * r) / den);
};

export function bondPath(theta: [r0: number, a: number, b: number, s: number], dW: Float64Array, dt: number): number[] {
  const [r0, a, b, s] = theta;
  const prices: number[] = [];
  let r = r0;
  dW.forEach((w) => {
    // b(r) b'(r) = s²/2
    r = r + a * (b - r) * dt + s * Math.sqrt(r) * w + 0.25 * s * s * (w * w - dt);
    if (r < 1e-6) r = 1e-6;
    prices.push(bondPrice(a, b, s, r, 5));
  });
  return prices;
}

export const program: Program = {
  f: bondPath,
  inputs: (n) => [
    [0.03, 0.5, 0.045, 0.12],
    Float64Array.from({ length: n }, (_, i) => 0.2 * Math.sin(i * i * 1.3 + 0.4)),
    0.02,
  ],
  sizes: [12, 300],
  derivatives: ["jvp", "vjp"],
};
