// A few Jacobi sweeps of Horn and Schunck's optical flow: the flow field from the second frame (the first is fixed).

import type { Program } from "../program.ts";

interface Flow {
  u: Float64Array;
  v: Float64Array;
}

function hornSchunck(second: Float64Array, first: Float64Array, width: number, alpha: number, sweeps: number): Flow {
  const size = first.length;
  const height = size / width;
  const ix = new Float64Array(size);
  const iy = new Float64Array(size);
  const it = new Float64Array(size);
  const at = (x: number, y: number): number =>
    Math.min(height - 1, Math.max(0, y)) * width + Math.min(width - 1, Math.max(0, x));

  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      ix[i] = (first[at(x + 1, y)]! - first[at(x - 1, y)]! + second[at(x + 1, y)]! - second[at(x - 1, y)]!) / 4;
      iy[i] = (first[at(x, y + 1)]! - first[at(x, y - 1)]! + second[at(x, y + 1)]! - second[at(x, y - 1)]!) / 4;
      it[i] = second[i]! - first[i]!;
    }

  let u = new Float64Array(size);
  let v = new Float64Array(size);
  const mean = (f: Float64Array, x: number, y: number): number =>
    (f[at(x - 1, y)]! + f[at(x + 1, y)]! + f[at(x, y - 1)]! + f[at(x, y + 1)]!) / 4;
  for (let s = 0; s < sweeps; s++) {
    const nu = new Float64Array(size);
    const nv = new Float64Array(size);
    for (let i = 0; i < size; i++) {
      const x = i % width;
      const y = (i - x) / width;
      const ub = mean(u, x, y);
      const vb = mean(v, x, y);
      const common = (ix[i]! * ub + iy[i]! * vb + it[i]!) / (alpha * alpha + ix[i]! ** 2 + iy[i]! ** 2);
      nu[i] = ub - ix[i]! * common;
      nv[i] = vb - iy[i]! * common;
    }
    u = nu;
    v = nv;
  }
  return { u, v };
}

const frame = (n: number, shift: number): Float64Array =>
  Float64Array.from(
    { length: n * n },
    (_, i) => Math.sin(0.6 * (i % n) - shift) * Math.cos(0.5 * Math.floor(i / n) + 0.3 * shift),
  );

export const program: Program = {
  f: hornSchunck,
  inputs: (n) => [frame(n, 0.2), frame(n, 0), n, 0.5, 4],
  sizes: [12, 40],
  derivatives: ["vjp", "jvp"],
};
