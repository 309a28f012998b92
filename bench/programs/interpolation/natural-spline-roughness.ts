// Natural cubic spline through given points: squared misfit at further points plus a multiple of the integrated squared curvature.

import type { Program } from "../program.ts";

interface Spline {
  x: number[];
  y: number[];
  m: number[]; // second derivatives at the knots
}

function naturalSpline(x: number[], y: number[]): Spline {
  const n = x.length;
  const m = new Array<number>(n).fill(0);
  const c = new Array<number>(n).fill(0);
  const d = new Array<number>(n).fill(0);
  for (let i = 1; i < n - 1; i++) {
    const hl = x[i]! - x[i - 1]!;
    const hr = x[i + 1]! - x[i]!;
    const rhs = 6 * ((y[i + 1]! - y[i]!) / hr - (y[i]! - y[i - 1]!) / hl);
    const pivot = 2 * (hl + hr) - hl * c[i - 1]!;
    c[i] = hr / pivot;
    d[i] = (rhs - hl * d[i - 1]!) / pivot;
  }
  for (let i = n - 2; i > 0; i--) m[i] = d[i]! - c[i]! * m[i + 1]!;
  return { x, y, m };
}

function evaluate({ x, y, m }: Spline, at: number): number {
  let lo = 0;
  let hi = x.length - 1;
  while (hi - lo > 1) {
    const mid = (lo + hi) >> 1;
    if (x[mid]! > at) hi = mid;
    else lo = mid;
  }
  const h = x[hi]! - x[lo]!;
  const a = (x[hi]! - at) / h;
  const b = 1 - a;
  return a * y[lo]! + b * y[hi]! + (((a ** 3 - a) * m[lo]! + (b ** 3 - b) * m[hi]!) * h * h) / 6;
}

function objective(y: number[], x: number[], data: { at: number; value: number }[], smooth: number): number {
  const s = naturalSpline(x, y);
  let total = data.reduce((sum, { at, value }) => sum + (evaluate(s, at) - value) ** 2, 0);
  for (let i = 1; i < x.length; i++) {
    total += (smooth * (x[i]! - x[i - 1]!) * (s.m[i]! ** 2 + s.m[i]! * s.m[i - 1]! + s.m[i - 1]! ** 2)) / 3;
  }
  return total;
}

export const program: Program = {
  f: objective,
  inputs: (n) => [
    Array.from({ length: n }, (_, i) => Math.sin(0.7 * i)),
    Array.from({ length: n }, (_, i) => i + 0.3 * Math.sin(i)),
    Array.from({ length: 2 * n }, (_, i) => ({
      at: ((n - 1) * (i + 0.5)) / (2 * n),
      value: Math.sin(0.35 * i) + 0.1 * Math.cos(5 * i),
    })),
    0.05,
  ],
  sizes: [12, 200],
  derivatives: ["grad", "hvp"],
};
