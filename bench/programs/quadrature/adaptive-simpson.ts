// Energy radiated by a filament between two wavelengths (Planck's law with an emissivity), by adaptive Simpson quadrature.

import type { Program } from "../program.ts";

type Fn = (x: number) => number;

function simpson(f: Fn, a: number, b: number, eps: number): number {
  const go = (
    a: number,
    fa: number,
    m: number,
    fm: number,
    b: number,
    fb: number,
    whole: number,
    eps: number,
    depth: number,
  ): number => {
    const lm = (a + m) / 2;
    const rm = (m + b) / 2;
    const flm = f(lm);
    const frm = f(rm);
    const left = ((m - a) / 6) * (fa + 4 * flm + fm);
    const right = ((b - m) / 6) * (fm + 4 * frm + fb);
    const delta = left + right - whole;
    if (depth <= 0 || Math.abs(delta) <= 15 * eps) return left + right + delta / 15;
    return go(a, fa, lm, flm, m, fm, left, eps / 2, depth - 1) + go(m, fm, rm, frm, b, fb, right, eps / 2, depth - 1);
  };
  const m = (a + b) / 2;
  const fa = f(a);
  const fm = f(m);
  const fb = f(b);
  return go(a, fa, m, fm, b, fb, ((b - a) / 6) * (fa + 4 * fm + fb), eps, 30);
}

function radiated(filament: { temperature: number; slope: number; from: number; to: number }, digits: number): number {
  const { temperature, slope, from, to } = filament;
  // wavelengths in micrometres
  const planck = (w: number): number => {
    const emissivity = 0.45 - slope * w;
    return (emissivity * 1.191e8) / (w ** 5 * Math.expm1(14388 / (w * temperature)));
  };
  return simpson(planck, from, to, 10 ** -digits * 1e6) / 1e6;
}

export const program: Program = {
  f: radiated,
  inputs: (n) => [{ temperature: 2900, slope: 0.06, from: 0.38, to: 2.2 }, n / 3],
  sizes: [12, 36],
  derivatives: ["valueAndGrad"],
};
