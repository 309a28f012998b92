// The Brusselator on a line by the method of lines: classic Runge and Kutta over one flat state, diffusion and reaction
// as closures that are added up. The result is how uneven the pattern is.

import type { Program } from "../program.ts";

type Field = (y: number[]) => number[];

const sumOf =
  (...fields: Field[]): Field =>
  (y) =>
    fields.map((f) => f(y)).reduce((a, b) => a.map((v, i) => v + b[i]!));

const diffusion =
  (du: number, dv: number): Field =>
  (y) => {
    const n = y.length / 2;
    const laplace = (offset: number, i: number): number =>
      y[offset + Math.max(i - 1, 0)]! - 2 * y[offset + i]! + y[offset + Math.min(i + 1, n - 1)]!;
    return y.map((_, k) => (k < n ? du * laplace(0, k) : dv * laplace(n, k - n)));
  };

const reaction =
  (a: number, b: number): Field =>
  (y) => {
    const n = y.length / 2;
    const u = y.slice(0, n);
    const v = y.slice(n);
    return [...u.map((x, i) => a + x * x * v[i]! - (b + 1) * x), ...u.map((x, i) => b * x - x * x * v[i]!)];
  };

function rk4(f: Field, y: number[], h: number): number[] {
  const plus = (k: number[], c: number): number[] => y.map((v, i) => v + c * k[i]!);
  const k1 = f(y);
  const k2 = f(plus(k1, h / 2));
  const k3 = f(plus(k2, h / 2));
  const k4 = f(plus(k3, h));
  return y.map((v, i) => v + (h / 6) * (k1[i]! + 2 * (k2[i]! + k3[i]!) + k4[i]!));
}

function unevenness([a, b, du, dv]: [number, number, number, number], cells: number, steps: number): number {
  const f = sumOf(diffusion(du, dv), reaction(a, b));
  let y = Array.from({ length: 2 * cells }, (_, k) => (k < cells ? a : b / a) + 0.1 * Math.sin(2.3 * k));
  for (let s = 0; s < steps; s++) y = rk4(f, y, 0.05);
  const u = y.slice(0, cells);
  const mean = u.reduce((s, x) => s + x) / cells;
  return u.reduce((s, x) => s + (x - mean) ** 2, 0) / cells;
}

export const program: Program = {
  f: unevenness,
  inputs: (n) => [[1, 2.6, 0.2, 1.1], n, 10],
  sizes: [12, 60],
  derivatives: ["grad", "hessian"],
};
