// The load at which a column of varying stiffness buckles: the smallest eigenvalue of a dense stiffness matrix by
// inverse iteration, then by Rayleigh quotients, solving by elimination with row exchanges.

import type { Program } from "../program.ts";

function solve(matrix: number[][], right: number[]): number[] {
  const a = matrix.map((row, i) => [...row, right[i]!]);
  const n = a.length;
  for (let c = 0; c < n; c++) {
    let best = c;
    for (let r = c + 1; r < n; r++) if (Math.abs(a[r]![c]!) > Math.abs(a[best]![c]!)) best = r;
    [a[c], a[best]] = [a[best]!, a[c]!];
    for (let r = c + 1; r < n; r++) {
      const factor = a[r]![c]! / a[c]![c]!;
      if (factor === 0) continue;
      for (let k = c; k <= n; k++) a[r]![k]! -= factor * a[c]![k]!;
    }
  }
  const x = new Array<number>(n).fill(0);
  for (let r = n - 1; r >= 0; r--) {
    let s = a[r]![n]!;
    for (let k = r + 1; k < n; k++) s -= a[r]![k]! * x[k]!;
    x[r] = s / a[r]![r]!;
  }
  return x;
}

const dot = (a: number[], b: number[]): number => a.reduce((s, v, i) => s + v * b[i]!, 0);

function normalised(v: number[]): number[] {
  const length = Math.sqrt(dot(v, v));
  return v.map((x) => x / length);
}

function criticalLoad(stiffness: number[]): number {
  const n = stiffness.length - 1;
  const h = 1 / (n + 1);
  const a = Array.from({ length: n }, (_, i) =>
    Array.from({ length: n }, (_, j) => {
      if (i === j) return (stiffness[i]! + stiffness[i + 1]!) / (h * h);
      return Math.abs(i - j) === 1 ? -stiffness[Math.max(i, j)]! / (h * h) : 0;
    }),
  );
  let v = normalised(new Array<number>(n).fill(1));
  for (let k = 0; k < 3; k++) v = normalised(solve(a, v));
  let load = 0;
  for (let k = 0; k < 2; k++) {
    load = dot(
      v,
      a.map((row) => dot(row, v)),
    );
    // a little off the eigenvalue, so that the matrix stays regular
    const shifted = a.map((row, i) => row.map((x, j) => (i === j ? x - 0.98 * load : x)));
    v = normalised(solve(shifted, v));
  }
  return dot(
    v,
    a.map((row) => dot(row, v)),
  );
}

export const program: Program = {
  f: criticalLoad,
  inputs: (n) => [Array.from({ length: n + 1 }, (_, i) => 1 + 0.5 * Math.sin((3 * i) / n))],
  sizes: [10, 36],
  derivatives: ["grad", "hvp"],
};
