// Some steps of the Nelder–Mead simplex method on a tilted Rosenbrock valley: the best value found as a function of
// the valley's parameters and the starting simplex's size.

import type { Program } from "../program.ts";

interface Valley {
  a: number;
  b: number;
  tilt: number;
  reach: number;
}

interface Vertex {
  at: number[];
  value: number;
}

function height(v: Valley, at: number[]): number {
  const [x, y, z] = at as [number, number, number];
  return (v.a - x) ** 2 + v.b * (y - x * x) ** 2 + (z - v.tilt * x) ** 2 + 0.3;
}

function nelderMead(v: Valley, steps: number): number {
  const make = (at: number[]): Vertex => ({ at, value: height(v, at) });
  const start = [-0.6, 0.9, 0.2];
  const simplex = [make(start)];
  for (let i = 0; i < 3; i++) simplex.push(make(start.map((s, j) => (i === j ? s + v.reach : s))));

  for (let step = 0; step < steps; step++) {
    simplex.sort((p, q) => p.value - q.value);
    const worst = simplex[3]!;
    const best = simplex[0]!;
    const centre = [0, 1, 2].map((j) => (simplex[0]!.at[j]! + simplex[1]!.at[j]! + simplex[2]!.at[j]!) / 3);
    const along = (t: number): Vertex => make(centre.map((c, j) => c + t * (worst.at[j]! - c)));

    const reflected = along(-1);
    if (reflected.value < best.value) {
      const expanded = along(-2);
      simplex[3] = expanded.value < reflected.value ? expanded : reflected;
      continue;
    }
    if (reflected.value < simplex[2]!.value) {
      simplex[3] = reflected;
      continue;
    }
    const contracted = reflected.value < worst.value ? along(-0.5) : along(0.5);
    if (contracted.value < Math.min(reflected.value, worst.value)) {
      simplex[3] = contracted;
      continue;
    }
    for (let i = 1; i < 4; i++) {
      simplex[i] = make(simplex[i]!.at.map((s, j) => best.at[j]! + 0.5 * (s - best.at[j]!)));
    }
  }
  return Math.min(...simplex.map((s) => s.value));
}

export const program: Program = {
  f: nelderMead,
  inputs: (n) => [{ a: 1.1, b: 6.3, tilt: 0.4, reach: 0.37 }, n],
  sizes: [12, 30],
  derivatives: ["grad"],
};
