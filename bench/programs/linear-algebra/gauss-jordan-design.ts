// A-optimality of an experiment: trace of the inverse of the information matrix of weighted design points.

import type { Program } from "../program.ts";

function inverse(m: number[][]): number[][] {
  const n = m.length;
  const a = m.map((row, i) => row.concat(row.map((_, j) => (i === j ? 1 : 0))));
  for (let col = 0; col < n; col++) {
    const pivot = a[col]![col]!;
    a[col] = a[col]!.map((v) => v / pivot);
    const pivotRow = a[col]!;
    a.forEach((row, r) => {
      if (r === col) return;
      const factor = row[col]!;
      for (let k = col; k < 2 * n; k++) row[k]! -= factor * pivotRow[k]!;
    });
  }
  return a.map((row) => row.slice(n));
}

const features = (t: number): number[] => [1, t, t * t, Math.sin(3 * t), Math.cos(3 * t)];

function traceOfInverse(design: { at: number; effort: number }[]): number {
  const total = design.reduce((s, d) => s + Math.exp(d.effort), 0);
  const p = features(0).length;
  const info = Array.from({ length: p }, (_, i) => Array.from({ length: p }, (_, j) => (i === j ? 1e-3 : 0)));
  for (const { at, effort } of design) {
    const x = features(at);
    const w = Math.exp(effort) / total;
    for (let i = 0; i < p; i++) for (let j = 0; j < p; j++) info[i]![j]! += w * x[i]! * x[j]!;
  }
  let trace = 0;
  inverse(info).forEach((row, i) => (trace += row[i]!));
  return trace;
}

export const program: Program = {
  f: traceOfInverse,
  inputs: (n) => [Array.from({ length: n }, (_, i) => ({ at: (2 * i) / (n - 1) - 1, effort: 0.4 * Math.sin(2 * i) }))],
  sizes: [12, 150],
  derivatives: ["valueAndGrad", "hvp"],
};
