// Buckling-like quadratic form: an L D L' factorization in packed storage, then the weighted sum of the pivots' logarithms and x'A⁻¹x.

import type { Program } from "../program.ts";

// Lower triangle by rows: (0,0) (1,0) (1,1) (2,0) …
const at = (i: number, j: number): number => ((i * (i + 1)) >> 1) + j;

function factor(packed: readonly number[], n: number): number[] {
  const a = packed.slice();
  for (let j = 0; j < n; j++) {
    const work: number[] = [];
    for (let k = 0; k < j; k++) work.push(a[at(j, k)]! * a[at(k, k)]!);
    for (let k = 0; k < j; k++) a[at(j, j)]! -= a[at(j, k)]! * work[k]!;
    for (let i = j + 1; i < n; i++) {
      let s = a[at(i, j)]!;
      for (let k = 0; k < j; k++) s -= a[at(i, k)]! * work[k]!;
      a[at(i, j)] = s / a[at(j, j)]!;
    }
  }
  return a;
}

function objective(packed: number[], x: number[]): number {
  const n = x.length;
  const ldl = factor(packed, n);
  const z = x.slice();
  let value = 0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) z[i]! -= ldl[at(i, j)]! * z[j]!;
    const pivot = ldl[at(i, i)]!;
    value += z[i]! ** 2 / pivot + Math.log(Math.abs(pivot));
  }
  return value;
}

export const program: Program = {
  f: objective,
  inputs: (n) => {
    const packed: number[] = [];
    for (let i = 0; i < n; i++)
      for (let j = 0; j <= i; j++) packed.push(i === j ? 4 + i / n : Math.sin(i * 3 + j) / (1 + i - j));
    return [packed, Array.from({ length: n }, (_, i) => Math.cos(2 * i))];
  },
  sizes: [12, 45],
  derivatives: ["valueAndGrad"],
};
