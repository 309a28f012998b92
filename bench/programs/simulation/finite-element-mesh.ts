// The energy of an elastic membrane on a mesh of triangles: corners in an Int32Array, positions and heights in
// Float64Arrays; plus a penalty for triangles that are thin.

import type { Program } from "../program.ts";

interface Mesh {
  xs: Float64Array;
  ys: Float64Array;
  heights: Float64Array;
}

function energy({ xs, ys, heights }: Mesh, corners: Int32Array, load: Float32Array, thin = 0.01): number {
  let total = 0;
  const mass = new Float64Array(xs.length);
  for (let t = 0; t < corners.length; t += 3) {
    const [i, j, k] = corners.subarray(t, t + 3) as unknown as [number, number, number];
    const ax = xs[j]! - xs[i]!;
    const ay = ys[j]! - ys[i]!;
    const bx = xs[k]! - xs[i]!;
    const by = ys[k]! - ys[i]!;
    const area = 0.5 * (ax * by - bx * ay);
    const du = heights[j]! - heights[i]!;
    const dv = heights[k]! - heights[i]!;
    const gx = (du * by - dv * ay) / (2 * area);
    const gy = (dv * ax - du * bx) / (2 * area);
    total += area * (Math.sqrt(1 + gx * gx + gy * gy) - 1);
    total += (thin * (ax * ax + ay * ay + bx * bx + by * by)) / area;
    for (const corner of [i, j, k]) mass[corner]! += area / 3;
  }
  for (let i = 0; i < heights.length; i++) total -= load[i]! * mass[i]! * heights[i]!;
  return total;
}

export const program: Program = {
  f: energy,
  inputs: (n) => {
    const side = Math.max(3, Math.ceil(Math.sqrt(n)));
    const count = side * side;
    const at = Array.from({ length: count }, (_, k) => ({ column: k % side, row: Math.floor(k / side) }));
    const corners = at.flatMap(({ column, row }, k) =>
      column + 1 < side && row + 1 < side ? [k, k + 1, k + side, k + 1, k + side + 1, k + side] : [],
    );
    return [
      {
        xs: Float64Array.from(at, ({ column, row }) => column + 0.15 * Math.sin(column + 3 * row)),
        ys: Float64Array.from(at, ({ column, row }) => row + 0.15 * Math.cos(2 * column + row)),
        heights: Float64Array.from(at, ({ column, row }) => 0.5 * Math.sin(0.8 * column) * Math.cos(0.6 * row)),
      },
      Int32Array.from(corners),
      Float32Array.from(at, (_, k) => 0.3 + 0.1 * Math.sin(k)),
    ];
  },
  sizes: [12, 400],
  derivatives: ["grad", "hvp"],
};
