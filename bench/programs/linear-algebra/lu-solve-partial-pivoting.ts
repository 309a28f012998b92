// Compliance b'x of a system A x = b that is solved by LU decomposition with partial pivoting, in place.

import type { Program } from "../program.ts";

function luDecompose(a: number[][]): number[] {
  const n = a.length;
  const perm = Array.from({ length: n }, (_, i) => i);
  for (let k = 0; k < n; k++) {
    let p = k;
    for (let i = k + 1; i < n; i++) {
      if (Math.abs(a[i]![k]!) > Math.abs(a[p]![k]!)) p = i;
    }
    if (p !== k) {
      [a[p], a[k]] = [a[k]!, a[p]!];
      [perm[p], perm[k]] = [perm[k]!, perm[p]!];
    }
    for (let i = k + 1; i < n; i++) {
      a[i]![k]! /= a[k]![k]!;
      for (let j = k + 1; j < n; j++) a[i]![j]! -= a[i]![k]! * a[k]![j]!;
    }
  }
  return perm;
}

function solve(matrix: number[][], b: number[]): number[] {
  const lu = matrix.map((row) => row.slice());
  const perm = luDecompose(lu);
  const n = b.length;
  const x = perm.map((i) => b[i]!);
  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) x[i]! -= lu[i]![j]! * x[j]!;
  for (let i = n - 1; i >= 0; i--) {
    for (let j = i + 1; j < n; j++) x[i]! -= lu[i]![j]! * x[j]!;
    x[i]! /= lu[i]![i]!;
  }
  return x;
}

function compliance(a: number[][], b: number[]): number {
  return solve(a, b).reduce((s, x, i) => s + x * b[i]!, 0);
}

export const program: Program = {
  f: compliance,
  inputs: (n) => [
    Array.from({ length: n }, (_, i) =>
      Array.from({ length: n }, (_, j) => Math.sin(1 + 3 * i * j + i) + (j === (i + 2) % n ? n : 0)),
    ),
    Array.from({ length: n }, (_, i) => 1 + Math.cos(i)),
  ],
  sizes: [12, 50],
  derivatives: ["grad"],
};
