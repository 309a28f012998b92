// Non-negative least squares with an upper bound by projected, accelerated gradient steps (FISTA with restarts): the
// remaining misfit as a function of the system's matrix.

import type { Program } from "../program.ts";

function times(a: number[][], x: number[]): number[] {
  return a.map((row) => row.reduce((s, v, j) => s + v * x[j]!, 0));
}

function timesTransposed(a: number[][], y: number[]): number[] {
  const out = new Array<number>(a[0]!.length).fill(0);
  a.forEach((row, i) => row.forEach((v, j) => (out[j]! += v * y[i]!)));
  return out;
}

const clamp = (v: number, lo: number, hi: number): number => Math.min(hi, Math.max(lo, v));

function misfit(a: number[][], b: number[], upper: number): number {
  const lipschitz = a.flat().reduce((s, v) => s + v * v, 0);
  let x = a[0]!.map(() => 0.3);
  let y = x;
  let t = 1;
  for (let k = 0; k < 25; k++) {
    const residual = times(a, y).map((v, i) => v - b[i]!);
    const g = timesTransposed(a, residual);
    const next = y.map((v, j) => clamp(v - (1.5 * g[j]!) / lipschitz, 0, upper));
    const uphill = next.reduce((s, v, j) => s + g[j]! * (v - x[j]!), 0) > 0;
    if (uphill) t = 1;
    const tNext = (1 + Math.sqrt(1 + 4 * t * t)) / 2;
    const beta = uphill ? 0 : (t - 1) / tNext;
    y = next.map((v, j) => v + beta * (v - x[j]!));
    x = next;
    t = tNext;
  }
  return times(a, x).reduce((s, v, i) => s + (v - b[i]!) ** 2, 0);
}

export const program: Program = {
  f: misfit,
  inputs: (n) => [
    Array.from({ length: n }, (_, i) => Array.from({ length: 5 }, (_, j) => 0.5 + Math.sin(i * (j + 1) + j))),
    Array.from({ length: n }, (_, i) => 1 + Math.cos(1.3 * i)),
    0.8,
  ],
  sizes: [12, 100],
  derivatives: ["grad"],
};
