// Internal rate of return of a project's cash flows by Brent's method.

import type { Program } from "../program.ts";

const EPS = Number.EPSILON;

function brent(f: (x: number) => number, left: number, right: number, tol: number): number {
  let a = left;
  let b = right;
  let fa = f(a);
  let fb = f(b);
  let c = a;
  let fc = fa;
  let d = b - a;
  let e = d;
  for (let iter = 0; iter < 100; iter++) {
    if (Math.abs(fc) < Math.abs(fb)) {
      [a, b, c] = [b, c, b];
      [fa, fb, fc] = [fb, fc, fb];
    }
    const tol1 = 2 * EPS * Math.abs(b) + tol;
    const xm = 0.5 * (c - b);
    if (Math.abs(xm) <= tol1 || fb === 0) return b;
    if (Math.abs(e) >= tol1 && Math.abs(fa) > Math.abs(fb)) {
      const s = fb / fa;
      let p: number;
      let q: number;
      if (a === c) {
        p = 2 * xm * s;
        q = 1 - s;
      } else {
        const t = fa / fc;
        const r = fb / fc;
        p = s * (2 * xm * t * (t - r) - (b - a) * (r - 1));
        q = (t - 1) * (r - 1) * (s - 1);
      }
      if (p > 0) q = -q;
      p = Math.abs(p);
      if (2 * p < Math.min(3 * xm * q - Math.abs(tol1 * q), Math.abs(e * q))) {
        e = d;
        d = p / q;
      } else {
        d = xm;
        e = d;
      }
    } else {
      d = xm;
      e = d;
    }
    a = b;
    fa = fb;
    b += Math.abs(d) > tol1 ? d : Math.sign(xm) * tol1;
    fb = f(b);
    if (fb > 0 === fc > 0) {
      c = a;
      fc = fa;
      d = b - a;
      e = d;
    }
  }
  return b;
}

function internalRate(flows: { when: number; amount: number }[]): number {
  const presentValue = (rate: number): number =>
    flows.reduce((s, { when, amount }) => s + amount * (1 + rate) ** -when, 0);
  return brent(presentValue, -0.5, 1, 1e-8);
}

export const program: Program = {
  f: internalRate,
  inputs: (n) => [
    [
      { when: 0, amount: -100 },
      ...Array.from({ length: n - 1 }, (_, i) => ({ when: (i + 1) / 4, amount: 180 / n + (40 / n) * Math.sin(i) })),
    ],
  ],
  sizes: [12, 120],
  derivatives: ["valueAndGrad"],
};
