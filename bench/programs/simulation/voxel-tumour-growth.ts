// Growth of a tumour in a block of tissue: reaction and diffusion on a three-dimensional array, reflecting borders.
// Parameters and where it began, against a scan of the middle slice.

import type { Program } from "../program.ts";

type Block = number[][][];

interface Growth {
  spread: number[]; // along x, y, z
  rate: number;
  seed: { x: number; y: number; z: number; size: number };
}

function fill(nx: number, ny: number, nz: number, f: (x: number, y: number, z: number) => number): Block {
  const block: Block = [];
  for (let x = 0; x < nx; x++) {
    block.push([]);
    for (let y = 0; y < ny; y++) block[x]!.push(Array.from({ length: nz }, (_, z) => f(x, y, z)));
  }
  return block;
}

function grow(u: Block, { spread, rate }: Growth, dt: number): Block {
  const [dx, dy, dz] = spread as [number, number, number];
  const at = (x: number, y: number, z: number): number => {
    const plane = u[Math.min(Math.max(x, 0), u.length - 1)]!;
    const line = plane[Math.min(Math.max(y, 0), plane.length - 1)]!;
    return line[Math.min(Math.max(z, 0), line.length - 1)]!;
  };
  return fill(u.length, u[0]!.length, u[0]![0]!.length, (x, y, z) => {
    const c = u[x]![y]![z]!;
    const diffusion =
      dx * (at(x - 1, y, z) - 2 * c + at(x + 1, y, z)) +
      dy * (at(x, y - 1, z) - 2 * c + at(x, y + 1, z)) +
      dz * (at(x, y, z - 1) - 2 * c + at(x, y, z + 1));
    return c + dt * (diffusion + rate * c * (1 - c));
  });
}

function misfit(growth: Growth, scan: number[][], depth: number, steps = 5): number {
  const { x: sx, y: sy, z: sz, size } = growth.seed;
  let u = fill(scan.length, scan[0]!.length, depth, (x, y, z) =>
    Math.exp(-((x - sx) ** 2 + (y - sy) ** 2 + (z - sz) ** 2) / (2 * size * size)),
  );
  for (let k = 0; k < steps; k++) u = grow(u, growth, 0.2);
  const middle = Math.floor(depth / 2);
  return scan.reduce((sum, row, x) => sum + row.reduce((s, v, y) => s + (u[x]![y]![middle]! - v) ** 2, 0), 0);
}

export const program: Program = {
  f: misfit,
  inputs: (n) => {
    const side = Math.max(3, Math.round(n / 4));
    return [
      { spread: [0.4, 0.5, 0.3], rate: 1.2, seed: { x: side / 2, y: side / 3, z: 1.2, size: 0.9 } },
      Array.from({ length: side }, (_, x) =>
        Array.from({ length: side }, (_, y) => Math.exp(-0.3 * ((x - 1) ** 2 + (y - 1.5) ** 2))),
      ),
      3,
    ];
  },
  sizes: [12, 40],
  derivatives: ["valueAndGrad"],
};
