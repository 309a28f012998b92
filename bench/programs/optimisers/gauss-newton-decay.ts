// Gauss–Newton with a Jacobian by finite differences, fitting a sum of two decays to measurements: the fitted
// parameters as a function of the measurements.

import type { Program } from "../program.ts";

type Model = (p: number[], t: number) => number;

const twoDecays: Model = ([a, k, b, l], t) => a! * Math.exp(-k! * t) + b! * Math.exp(-l! * t);

function solve(a: number[][], b: number[]): number[] {
  const n = b.length;
  const m = a.map((row, i) => [...row, b[i]!]);
  for (let c = 0; c < n; c++) {
    let pivot = c;
    for (let r = c + 1; r < n; r++) if (Math.abs(m[r]![c]!) > Math.abs(m[pivot]![c]!)) pivot = r;
    const swapped = m[c]!;
    m[c] = m[pivot]!;
    m[pivot] = swapped;
    for (let r = c + 1; r < n; r++) {
      const factor = m[r]![c]! / m[c]![c]!;
      for (let k = c; k <= n; k++) m[r]![k]! -= factor * m[c]![k]!;
    }
  }
  const x = new Array<number>(n).fill(0);
  for (let r = n - 1; r >= 0; r--) {
    let s = m[r]![n]!;
    for (let k = r + 1; k < n; k++) s -= m[r]![k]! * x[k]!;
    x[r] = s / m[r]![r]!;
  }
  return x;
}

function fit(measured: number[], times: number[], start: number[], iterations: number): number[] {
  let p = start.slice();
  for (let it = 0; it < iterations; it++) {
    const residual = times.map((t, i) => measured[i]! - twoDecays(p, t));
    const columns = p.map((v, j) => {
      const h = 1e-4 * Math.max(1, Math.abs(v));
      const moved = p.with(j, v + h);
      return times.map((t) => (twoDecays(moved, t) - twoDecays(p, t)) / h);
    });
    const normal = columns.map((ci, i) =>
      columns.map((cj, j) => ci.reduce((s, v, k) => s + v * cj[k]!, i === j ? 1e-3 : 0)),
    );
    const rhs = columns.map((c) => c.reduce((s, v, k) => s + v * residual[k]!, 0));
    const step = solve(normal, rhs);
    p = p.map((v, j) => v + step[j]!);
  }
  return p;
}

export const program: Program = {
  f: fit,
  inputs: (n) => {
    const times = Array.from({ length: n }, (_, i) => (8 * (i + 0.5)) / n);
    return [
      times.map((t, i) => 2 * Math.exp(-0.3 * t) + Math.exp(-2 * t) + 0.02 * Math.sin(9 * i)),
      times,
      [1.8, 0.35, 0.9, 1.8],
      5,
    ];
  },
  sizes: [12, 80],
  derivatives: ["vjp", "linearize"],
};
