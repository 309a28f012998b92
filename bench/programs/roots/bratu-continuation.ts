// Thermal explosion in a slab (Bratu's problem): the load is raised in steps and each step solved by Newton's method
// from the last solution extrapolated; the result is the largest temperature.

import type { Program } from "../program.ts";

// Solves the tridiagonal system with off-diagonals -1.
function tridiagonal(diagonal: number[], rhs: number[]): number[] {
  const d = [...diagonal];
  const b = [...rhs];
  for (let i = 1; i < d.length; i++) {
    const w = 1 / d[i - 1]!;
    d[i]! -= w;
    b[i]! += w * b[i - 1]!;
  }
  let next = 0;
  for (let i = d.length - 1; i >= 0; i--) {
    next = (b[i]! + next) / d[i]!;
    b[i] = next;
  }
  return b;
}

function hottest(heating: number[], loadMax: number, loadSteps: number): number {
  const n = heating.length;
  const h2 = 1 / (n + 1) ** 2;
  let before = new Array<number>(n).fill(0);
  let u = before;
  for (let s = 1; s <= loadSteps; s++) {
    const load = (loadMax * s) / loadSteps;
    let guess = u.map((v, i) => (s > 1 ? 2 * v - before[i]! : v));
    before = u;
    for (let it = 0; it < 20; it++) {
      const source = guess.map((v, i) => load * h2 * heating[i]! * Math.exp(v));
      const residual = guess.map((v, i) => source[i]! - (2 * v - (guess[i - 1] ?? 0) - (guess[i + 1] ?? 0)));
      const delta = tridiagonal(
        source.map((q) => 2 - q),
        residual,
      );
      guess = guess.map((v, i) => v + delta[i]!);
      if (delta.every((d) => Math.abs(d) < 1e-10)) break;
    }
    u = guess;
  }
  return Math.max(...u);
}

export const program: Program = {
  f: hottest,
  inputs: (n) => [Array.from({ length: n }, (_, i) => 1 + 0.2 * Math.sin(3 * i) + 0.001 * i), 2.6, 4],
  sizes: [12, 100],
  derivatives: ["grad", "hvp"],
};
