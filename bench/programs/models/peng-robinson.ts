// The Peng–Robinson equation of state: compressibility from the cubic's roots (largest for vapour, smallest for
// liquid), fugacity coefficients, and the gap between phases along an isotherm.

import type { Program } from "../program.ts";

interface Substance {
  tc: number;
  pc: number;
  omega: number;
}

const R = 8.314462618;

function realRoots(a: number, b: number, c: number): number[] {
  // x^3 + a x^2 + b x + c = 0
  const q = (a * a - 3 * b) / 9;
  const r = (2 * a ** 3 - 9 * a * b + 27 * c) / 54;
  if (r * r < q ** 3) {
    const theta = Math.acos(r / Math.sqrt(q ** 3));
    return [0, 1, 2]
      .map((k) => -2 * Math.sqrt(q) * Math.cos((theta + 2 * Math.PI * k) / 3) - a / 3)
      .sort((x, y) => x - y);
  }
  const s = -Math.sign(r) * Math.cbrt(Math.abs(r) + Math.sqrt(r * r - q ** 3));
  return [s + (s === 0 ? 0 : q / s) - a / 3];
}

function lnFugacity(sub: Substance, t: number, p: number, phase: "liquid" | "vapour"): number {
  const kappa = 0.37464 + sub.omega * (1.54226 - 0.26992 * sub.omega);
  const alpha = (1 + kappa * (1 - Math.sqrt(t / sub.tc))) ** 2;
  const A = (0.45724 * alpha * (p / sub.pc) * sub.tc ** 2) / t ** 2;
  const B = (0.0778 * (p / sub.pc) * sub.tc) / t;
  const roots = realRoots(B - 1, A - 3 * B * B - 2 * B, B ** 3 + B * B - A * B);
  const z = phase === "liquid" ? roots[0]! : roots[roots.length - 1]!;
  const root2 = Math.SQRT2;
  const ratio = (z + (1 + root2) * B) / (z + (1 - root2) * B);
  return z - 1 - Math.log(z - B) - (A / (2 * root2 * B)) * Math.log(ratio);
}

function phaseGap(sub: Substance, temperatures: number[]): number {
  let gap = 0;
  for (const t of temperatures) {
    // Wilson's estimate of the vapour pressure
    const p = sub.pc * Math.exp(5.373 * (1 + sub.omega) * (1 - sub.tc / t));
    const g = R * t * (lnFugacity(sub, t, p, "vapour") - lnFugacity(sub, t, p, "liquid"));
    gap += (g / 100) ** 2;
  }
  return gap / temperatures.length;
}

export const program: Program = {
  f: phaseGap,
  inputs: (n) => [{ tc: 369.8, pc: 42.5, omega: 0.152 }, Array.from({ length: n }, (_, i) => 230 + (110 * i) / n)],
  sizes: [12, 200],
  derivatives: ["valueAndGrad", "hessian"],
};
