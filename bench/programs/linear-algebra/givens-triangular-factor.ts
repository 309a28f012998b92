// The triangular factor of a QR decomposition by Givens rotations, row-major in a flat array.

import type { Program } from "../program.ts";

function triangularFactor(a: number[], rows: number, cols: number): number[] {
  const r = [...a];
  const idx = (i: number, j: number): number => i * cols + j;
  for (let j = 0; j < cols; j++) {
    for (let i = rows - 1; i > j; i--) {
      const x = r[idx(i - 1, j)]!;
      const y = r[idx(i, j)]!;
      if (y === 0) continue;
      let c: number;
      let s: number;
      if (Math.abs(y) > Math.abs(x)) {
        const t = x / y;
        s = 1 / Math.sqrt(1 + t * t);
        c = s * t;
      } else {
        const t = y / x;
        c = 1 / Math.sqrt(1 + t * t);
        s = c * t;
      }
      for (let k = j; k < cols; k++) {
        const u = r[idx(i - 1, k)]!;
        const v = r[idx(i, k)]!;
        r[idx(i - 1, k)] = c * u + s * v;
        r[idx(i, k)] = c * v - s * u;
      }
    }
  }
  return r.slice(0, cols * cols).filter((_, k) => k % cols >= Math.floor(k / cols));
}

export const program: Program = {
  f: triangularFactor,
  inputs: (n) => [Array.from({ length: n * (n >> 1) }, (_, k) => Math.sin(k * k + 1) + 0.2), n, n >> 1],
  sizes: [12, 48],
  derivatives: ["vjp", "jvp"],
};
