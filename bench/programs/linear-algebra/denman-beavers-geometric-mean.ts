// The geometric mean of two covariance matrices: square roots by Denman and Beavers' iteration with inverses by
// Gauss and Jordan; the result is the log of the trace.

import type { Program } from "../program.ts";

type Matrix = number[][];

const multiply = (a: Matrix, b: Matrix): Matrix =>
  a.map((row) => b[0]!.map((_, j) => row.reduce((s, x, k) => s + x * b[k]![j]!, 0)));

const identity = (n: number): Matrix =>
  Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => +(i === j)));

function inverse(m: Matrix): Matrix {
  const n = m.length;
  const unit = identity(n);
  const a = m.map((row, i) => row.concat(unit[i]!));
  for (let c = 0; c < n; c++) {
    const p = a[c]![c]!;
    a[c] = a[c]!.map((x) => x / p);
    for (let r = 0; r < n; r++) {
      if (r === c) continue;
      const f = a[r]![c]!;
      a[r] = a[r]!.map((x, k) => x - f * a[c]![k]!);
    }
  }
  return a.map((row) => row.slice(n));
}

function roots(m: Matrix): { root: Matrix; inverseRoot: Matrix } {
  let y = m;
  let z = identity(m.length);
  for (let k = 0; k < 20; k++) {
    const yi = inverse(y);
    const zi = inverse(z);
    const next = y.map((row, i) => row.map((v, j) => 0.5 * (v + zi[i]![j]!)));
    z = z.map((row, i) => row.map((v, j) => 0.5 * (v + yi[i]![j]!)));
    const change = Math.max(...next.flatMap((row, i) => row.map((v, j) => Math.abs(v - y[i]![j]!))));
    y = next;
    if (change < 1e-12) break;
  }
  return { root: y, inverseRoot: z };
}

function logTrace(pair: { a: Matrix; b: Matrix }): number {
  const { root, inverseRoot } = roots(pair.a);
  const inner = multiply(multiply(inverseRoot, pair.b), inverseRoot);
  const mean = multiply(multiply(root, roots(inner).root), root);
  return Math.log(mean.reduce((trace, row, i) => trace + row[i]!, 0));
}

const covariance = (n: number, s: number): Matrix =>
  Array.from({ length: n }, (_, i) =>
    Array.from({ length: n }, (_, j) => Math.exp(-s * Math.abs(i - j)) + (i === j ? 0.5 : 0)),
  );

export const program: Program = {
  f: logTrace,
  inputs: (n) => [{ a: covariance(Math.ceil(n / 3), 0.7), b: covariance(Math.ceil(n / 3), 1.3) }],
  sizes: [12, 36],
  derivatives: ["grad"],
};
