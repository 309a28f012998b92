// Deflection of a clamped beam of varying bending stiffness on an elastic bed: a symmetric pentadiagonal system.

import type { Program } from "../program.ts";

// Five bands of one matrix; e.g. far[i] couples i and i + 2.
interface Bands {
  main: Float64Array;
  near: Float64Array;
  far: Float64Array;
}

function solvePenta({ main, near, far }: Bands, load: Float64Array): Float64Array {
  const n = main.length;
  const d = new Float64Array(n);
  const l1 = new Float64Array(n);
  const l2 = new Float64Array(n);
  const z = new Float64Array(n);
  // L D L' with unit lower triangular L of two subdiagonals
  for (let i = 0; i < n; i++) {
    let pivot = main[i]!;
    let rhs = load[i]!;
    if (i >= 1) {
      pivot -= l1[i - 1]! ** 2 * d[i - 1]!;
      rhs -= l1[i - 1]! * z[i - 1]!;
    }
    if (i >= 2) {
      pivot -= l2[i - 2]! ** 2 * d[i - 2]!;
      rhs -= l2[i - 2]! * z[i - 2]!;
    }
    d[i] = pivot;
    z[i] = rhs;
    if (i + 1 < n) l1[i] = (near[i]! - (i >= 1 ? l2[i - 1]! * l1[i - 1]! * d[i - 1]! : 0)) / pivot;
    if (i + 2 < n) l2[i] = far[i]! / pivot;
  }
  const x = new Float64Array(n);
  for (let i = n - 1; i >= 0; i--) {
    x[i] = z[i]! / d[i]!;
    if (i + 1 < n) x[i]! -= l1[i]! * x[i + 1]!;
    if (i + 2 < n) x[i]! -= l2[i]! * x[i + 2]!;
  }
  return x;
}

function deflection(beam: { bending: number[]; bed: number }, load: Float64Array): Float64Array {
  const n = load.length;
  const b: Bands = { main: new Float64Array(n).fill(beam.bed), near: new Float64Array(n), far: new Float64Array(n) };
  // Each segment k gives bending[k] * (w[k-1] - 2 w[k] + w[k+1])², the ends being clamped.
  beam.bending.forEach((ei, k) => {
    const stencil = [1, -2, 1];
    for (let p = 0; p < 3; p++) {
      for (let q = p; q < 3; q++) {
        const i = k - 1 + p;
        const j = k - 1 + q;
        if (i < 0 || j >= n) continue;
        const v = ei * stencil[p]! * stencil[q]!;
        if (i === j) b.main[i]! += v;
        else if (j === i + 1) b.near[i]! += v;
        else b.far[i]! += v;
      }
    }
  });
  return solvePenta(b, load);
}

export const program: Program = {
  f: deflection,
  inputs: (n) => [
    { bending: Array.from({ length: n }, (_, i) => 2 + Math.sin(1.3 * i)), bed: 0.3 },
    Float64Array.from({ length: n }, (_, i) => 0.1 * (1 + Math.cos(i))),
  ],
  sizes: [12, 500],
  derivatives: ["vjp", "linearize"],
};
