// Residual norm of a polynomial fit with weights, the design matrix reduced by Householder reflections.

import type { Program } from "../program.ts";

type Matrix = number[][];

const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((s, v, i) => s + v * b[i]!, 0);

function reflect(columns: Matrix, from: number): void {
  const pivot = columns[from]!;
  const v = pivot.slice(from);
  const alpha = -Math.sign(v[0]!) * Math.sqrt(dot(v, v));
  v[0]! -= alpha;
  const vv = dot(v, v);
  if (vv === 0) return;
  for (let c = from; c < columns.length; c++) {
    const column = columns[c]!;
    const tail = column.slice(from);
    const scale = (2 * dot(v, tail)) / vv;
    tail.forEach((x, i) => {
      column[from + i] = x - scale * v[i]!;
    });
  }
}

function residualNorm(y: number[], t: number[], degree: number): number {
  const weights = t.map((s) => 1 / (1 + 0.3 * s * s));
  const columns: Matrix = [];
  for (let p = 0; p <= degree; p++) columns.push(t.map((s, i) => weights[i]! * s ** p));
  columns.push(y.map((v, i) => weights[i]! * v));
  for (let k = 0; k <= degree; k++) reflect(columns, k);
  const rest = columns[degree + 1]!.slice(degree + 1);
  return Math.sqrt(dot(rest, rest));
}

export const program: Program = {
  f: residualNorm,
  inputs: (n) => [
    Array.from({ length: n }, (_, i) => Math.exp(Math.sin((5 * i) / n)) + 0.1 * Math.sin(20 * i)),
    Array.from({ length: n }, (_, i) => (2 * i) / (n - 1) - 1),
    4,
  ],
  sizes: [12, 200],
  derivatives: ["grad", "hvp"],
};
