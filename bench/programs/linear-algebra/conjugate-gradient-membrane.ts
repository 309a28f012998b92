// Elastic energy of a membrane of varying stiffness under load, by matrix-free conjugate gradients on a square grid.

import type { Program } from "../program.ts";

function energy(stiffness: Float64Array, load: Float64Array, side: number): number {
  const size = side * side;

  const apply = (x: Float64Array): Float64Array => {
    const y = new Float64Array(size);
    for (let r = 0; r < side; r++) {
      for (let c = 0; c < side; c++) {
        const k = r * side + c;
        const here = stiffness[k]!;
        y[k]! += 0.1 * x[k]!;
        if (c + 1 < side) {
          const w = (here + stiffness[k + 1]!) / 2;
          const d = w * (x[k]! - x[k + 1]!);
          y[k]! += d;
          y[k + 1]! -= d;
        }
        if (r + 1 < side) {
          const w = (here + stiffness[k + side]!) / 2;
          const d = w * (x[k]! - x[k + side]!);
          y[k]! += d;
          y[k + side]! -= d;
        }
      }
    }
    return y;
  };

  const dot = (a: Float64Array, b: Float64Array): number => {
    let s = 0;
    for (let i = 0; i < size; i++) s += a[i]! * b[i]!;
    return s;
  };

  const x = new Float64Array(size);
  const r = load.slice();
  let p = load.slice();
  let rr = dot(r, r);
  for (let it = 0; it < 2 * size && rr > 1e-20; it++) {
    const q = apply(p);
    const alpha = rr / dot(p, q);
    for (let i = 0; i < size; i++) {
      x[i]! += alpha * p[i]!;
      r[i]! -= alpha * q[i]!;
    }
    const next = dot(r, r);
    const beta = next / rr;
    p = p.map((v, i) => r[i]! + beta * v);
    rr = next;
  }
  return 0.5 * dot(load, x);
}

export const program: Program = {
  f: energy,
  inputs: (n) => {
    const side = Math.round(Math.sqrt(n));
    return [
      Float64Array.from({ length: side * side }, (_, i) => 1 + 0.5 * Math.sin(2 * i)),
      Float64Array.from({ length: side * side }, (_, i) => Math.cos(i * 0.7)),
      side,
    ];
  },
  sizes: [12, 144],
  derivatives: ["grad"],
};
