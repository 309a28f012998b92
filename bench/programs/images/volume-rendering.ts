// Absorption-emission rendering of a three-dimensional density array: parallel rays along each axis in turn
// give projections that are compared with measured ones, as in optical tomography.

import type { Program } from "../program.ts";

type Volume = number[][][];
type Axis = 0 | 1 | 2;

function voxel(volume: Volume, axis: Axis, i: number, j: number, depth: number): number {
  switch (axis) {
    case 0:
      return volume[depth]![i]![j]!;
    case 1:
      return volume[i]![depth]![j]!;
    case 2:
      return volume[i]![j]![depth]!;
  }
}

function castRay(volume: Volume, axis: Axis, i: number, j: number): number {
  let light = 0;
  let transparency = 1;
  for (let depth = 0; depth < volume.length; depth++) {
    const density = voxel(volume, axis, i, j, depth);
    const opacity = 1 - Math.exp(-0.5 * density);
    light += transparency * opacity * (0.5 + density);
    transparency *= 1 - opacity;
    if (transparency < 1e-3) break;
  }
  return light;
}

export function projectionError(volume: Volume, measured: number[][][]): number {
  let error = 0;
  for (const axis of [0, 1, 2] as const) {
    const view = measured[axis]!;
    for (const [i, row] of view.entries())
      for (const [j, value] of row.entries()) error += (castRay(volume, axis, i, j) - value) ** 2;
  }
  return error;
}

export const program: Program = {
  f: projectionError,
  inputs: (n) => {
    const side = Math.floor(n / 2);
    const range = Array.from({ length: side }, (_, i) => i);
    return [
      range.map((x) => range.map((y) => range.map((z) => 0.4 + 0.3 * Math.sin(x + 2 * y + 3 * z)))),
      [0, 1, 2].map((a) => range.map((i) => range.map((j) => 0.8 + 0.2 * Math.cos(a + i * j)))),
    ];
  },
  sizes: [12, 36],
  derivatives: ["grad"],
};
