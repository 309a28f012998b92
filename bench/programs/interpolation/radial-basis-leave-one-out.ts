// Leave-one-out error of a Gaussian radial basis interpolant, as it depends on the widths of both axes and the ridge (Rippa's formula).

import type { Program } from "../program.ts";

interface Site {
  at: readonly [number, number];
  value: number;
}

interface Shape {
  widths: [number, number];
  ridge: number;
}

function looError(shape: Shape, sites: readonly Site[]): number {
  const n = sites.length;
  const phi = (p: Site, q: Site): number =>
    Math.exp(-(((p.at[0] - q.at[0]) / shape.widths[0]) ** 2) - ((p.at[1] - q.at[1]) / shape.widths[1]) ** 2);
  // [A | I | f], reduced to the inverse and the weights at once
  const rows = sites.map((p, i) => [
    ...sites.map((q, j) => phi(p, q) + (i === j ? shape.ridge : 0)),
    ...sites.map((_, j) => (i === j ? 1 : 0)),
    p.value,
  ]);
  for (let k = 0; k < n; k++) {
    const pivotRow = rows[k]!;
    const inv = 1 / pivotRow[k]!;
    for (let c = 0; c < pivotRow.length; c++) pivotRow[c]! *= inv;
    for (let r = 0; r < n; r++) {
      if (r === k) continue;
      const row = rows[r]!;
      const m = row[k]!;
      if (m === 0) continue;
      for (let c = k; c < row.length; c++) row[c]! -= m * pivotRow[c]!;
    }
  }
  return rows.reduce((s, row, i) => s + (row[2 * n]! / row[n + i]!) ** 2, 0) / n;
}

export const program: Program = {
  f: looError,
  inputs: (n) => [
    { widths: [0.6, 0.8], ridge: 0.02 },
    Array.from({ length: n }, (_, i) => {
      const x = Math.sin(3.3 * i);
      const y = Math.cos(5.7 * i + 0.5);
      return { at: [x, y], value: x * x + Math.sin(2 * y) };
    }),
  ],
  sizes: [12, 40],
  derivatives: ["grad", "hessian"],
};
