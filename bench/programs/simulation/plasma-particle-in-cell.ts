// Two beams of electrons in a periodic box: charges shared out to a grid, the field from their sum, particles pushed by
// it. Particles are a record of arrays; the result holds the field's energy over time and the total momentum.

import type { Program } from "../program.ts";

interface Plasma {
  x: number[];
  v: number[];
  charge: number;
}

function density({ x, charge }: Plasma, cells: number): number[] {
  const rho = new Array<number>(cells).fill(0);
  for (const position of x) {
    const wrapped = ((position % cells) + cells) % cells;
    const i = Math.floor(wrapped);
    const part = wrapped - i;
    rho[i]! += charge * (1 - part);
    rho[(i + 1) % cells]! += charge * part;
  }
  const mean = rho.reduce((a, b) => a + b) / cells;
  return rho.map((r) => r - mean);
}

function field(rho: number[]): number[] {
  let running = 0;
  const e = rho.map((r) => (running += r));
  const mean = e.reduce((a, b) => a + b) / e.length;
  return e.map((v) => v - mean);
}

function simulate(plasma: Plasma, cells: number, steps = 6, dt = 0.1): { energies: number[]; momentum: number } {
  let { x, v } = plasma;
  const energies: number[] = [];
  for (let k = 0; k < steps; k++) {
    const e = field(density({ ...plasma, x }, cells));
    energies.push(0.5 * e.reduce((s, f) => s + f * f, 0));
    v = v.map((speed, p) => {
      const wrapped = ((x[p]! % cells) + cells) % cells;
      const i = Math.floor(wrapped);
      const here = e[i]! + (wrapped - i) * (e[(i + 1) % cells]! - e[i]!);
      return speed - dt * here;
    });
    x = x.map((position, p) => position + dt * v[p]!);
  }
  return { energies, momentum: v.reduce((a, b) => a + b, 0) };
}

export const program: Program = {
  f: simulate,
  inputs: (n) => [
    {
      x: Array.from({ length: n }, (_, p) => (8 * (p + 0.37)) / n + 0.2 * Math.sin(3 * p)),
      v: Array.from({ length: n }, (_, p) => (p % 2 === 0 ? 1 : -1) + 0.1 * Math.cos(p)),
      charge: 4 / n,
    },
    8,
  ],
  sizes: [12, 300],
  derivatives: ["vjp", "jvp"],
};
