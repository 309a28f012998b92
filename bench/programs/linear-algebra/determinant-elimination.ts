// Logarithm of |det A| by elimination with row exchanges; the sign is kept beside.

import type { Program } from "../program.ts";

function slogdet(matrix: readonly (readonly number[])[]): { sign: number; log: number } {
  let rows = matrix.map((r) => [...r]);
  let sign = 1;
  let log = 0;
  while (rows.length > 0) {
    let best = 0;
    rows.forEach((r, i) => {
      if (Math.abs(r[0]!) > Math.abs(rows[best]![0]!)) best = i;
    });
    const [pivot] = rows.splice(best, 1);
    if (pivot === undefined || pivot[0] === 0) return { sign: 0, log: -Infinity };
    if (best % 2 === 1) sign = -sign;
    if (pivot[0]! < 0) sign = -sign;
    log += Math.log(Math.abs(pivot[0]!));
    rows = rows.map((r) => {
      const m = r[0]! / pivot[0]!;
      return r.slice(1).map((v, j) => v - m * pivot[j + 1]!);
    });
  }
  return { sign, log };
}

export const program: Program = {
  f: (a: number[][]) => slogdet(a).log,
  inputs: (n) => [
    Array.from({ length: n }, (_, i) =>
      Array.from({ length: n }, (_, j) => Math.cos(i * 2.1 + j * j * 0.9) + (i + j === n - 1 ? 3 : 0)),
    ),
  ],
  sizes: [12, 40],
  derivatives: ["valueAndGrad", "hvp"],
};
