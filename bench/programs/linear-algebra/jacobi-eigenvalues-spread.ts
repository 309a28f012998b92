// All eigenvalues of a symmetric matrix by cyclic Jacobi rotations, sorted; the result is how unevenly they are spaced.

import type { Program } from "../program.ts";

function eigenvalues(input: number[][]): number[] {
  const n = input.length;
  const a = input.map((row, i) => row.map((v, j) => (v + input[j]![i]!) / 2));
  for (let sweep = 0; sweep < 12; sweep++) {
    let off = 0;
    for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) off += a[i]![j]! ** 2;
    if (off < 1e-18) break;
    for (let p = 0; p < n - 1; p++) {
      for (let q = p + 1; q < n; q++) {
        const apq = a[p]![q]!;
        if (Math.abs(apq) < 1e-14) continue;
        const theta = (a[q]![q]! - a[p]![p]!) / (2 * apq);
        const t = Math.sign(theta) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
        const c = 1 / Math.sqrt(t * t + 1);
        const s = t * c;
        for (let k = 0; k < n; k++) {
          const akp = a[k]![p]!;
          const akq = a[k]![q]!;
          a[k]![p] = c * akp - s * akq;
          a[k]![q] = s * akp + c * akq;
        }
        for (let k = 0; k < n; k++) {
          const apk = a[p]![k]!;
          const aqk = a[q]![k]!;
          a[p]![k] = c * apk - s * aqk;
          a[q]![k] = s * apk + c * aqk;
        }
      }
    }
  }
  return a.map((row, i) => row[i]!).sort((x, y) => x - y);
}

function spacing(a: number[][]): number {
  const ev = eigenvalues(a);
  const gaps = ev.slice(1).map((v, i) => v - ev[i]!);
  const mean = gaps.reduce((s, g) => s + g, 0) / gaps.length;
  return gaps.reduce((s, g) => s + (g / mean - 1) ** 2, 0) / gaps.length;
}

export const program: Program = {
  f: spacing,
  inputs: (n) => {
    const m = n / 2;
    return [
      Array.from({ length: m }, (_, i) =>
        Array.from({ length: m }, (_, j) => (i === j ? 2 * i + Math.sin(i) : Math.cos(i + j) / (1 + Math.abs(i - j)))),
      ),
    ];
  },
  sizes: [12, 40],
  derivatives: ["grad"],
};
