// Nearest orthogonal matrix by the Newton–Schulz iteration, and how far the given matrix is from it.

import type { Program } from "../program.ts";

function multiply(a: Float64Array, b: Float64Array, n: number): Float64Array {
  const c = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < n; k++) {
      const aik = a[i * n + k]!;
      for (let j = 0; j < n; j++) c[i * n + j]! += aik * b[k * n + j]!;
    }
  }
  return c;
}

function transpose(a: Float64Array, n: number): Float64Array {
  return a.map((_, k) => a[(k % n) * n + Math.floor(k / n)]!);
}

function distanceToOrthogonal(a: Float64Array, n: number): number {
  let x = a;
  for (let it = 0; it < 20; it++) {
    const g = multiply(transpose(x, n), x, n);
    const error = g.reduce((s, v, k) => s + Math.abs(v - (k % (n + 1) === 0 ? 1 : 0)), 0);
    const xg = multiply(x, g, n);
    x = x.map((v, k) => 1.5 * v - 0.5 * xg[k]!);
    if (error < 1e-8) break;
  }
  let d = 0;
  for (let k = 0; k < n * n; k++) d += (x[k]! - a[k]!) ** 2;
  return Math.sqrt(d);
}

export const program: Program = {
  f: distanceToOrthogonal,
  inputs: (n) => {
    const m = Math.floor(n / 2);
    const a = new Float64Array(m * m).map((_, k) => (0.3 * Math.sin(k * 1.7 + 1)) / Math.sqrt(m));
    for (let i = 0; i < m; i++) a[i * m + ((i + 1) % m)]! += 1;
    return [a, m];
  },
  sizes: [12, 40],
  derivatives: ["grad"],
};
