// A food web of plants, grazers and predators with saturating functional responses and a seasonal cycle: mean diversity
// (Shannon's index) over the last part of the run.

import type { Program } from "../program.ts";

interface Web {
  growth: number[]; // of the plants, which come first
  death: number[];
  attack: number[][]; // attack[predator][prey]
  handling: number;
  efficiency: number;
}

function rates(web: Web, x: Float64Array, season: number): Float64Array {
  const n = x.length;
  const dx = new Float64Array(n);
  let plants = 0;
  for (let i = 0; i < web.growth.length; i++) plants += x[i]!;
  for (let i = 0; i < n; i++) {
    const grow = (web.growth[i] ?? 0) * season * (1 - plants);
    dx[i]! += x[i]! * (grow - web.death[i]!);
    const diet = web.attack[i]!;
    let food = 0;
    for (let j = 0; j < n; j++) food += diet[j]! * x[j]!;
    if (i < web.growth.length) continue;
    const intake = x[i]! / (1 + web.handling * food);
    for (let j = 0; j < n; j++) {
      const eaten = intake * diet[j]! * x[j]!;
      dx[j]! -= eaten;
      dx[i]! += web.efficiency * eaten;
    }
  }
  return dx;
}

function diversity(web: Web, steps: number): number {
  const dt = 0.1;
  let x = Float64Array.from(web.death, (_, i) => 0.2 + 0.05 * Math.sin(i));
  let index = 0;
  let counted = 0;
  for (let k = 0; k < steps; k++) {
    const dx = rates(web, x, 1 + 0.3 * Math.sin(0.2 * k));
    x = x.map((v, i) => Math.max(v + dt * dx[i]!, 1e-6));
    if (k < steps / 2) continue;
    const total = x.reduce((a, b) => a + b, 0);
    index -= x.reduce((s, v) => s + (v / total) * Math.log(v / total), 0);
    counted++;
  }
  return index / counted;
}

export const program: Program = {
  f: diversity,
  inputs: (n) => [
    {
      growth: [1.1, 0.9],
      death: [0.05, 0.04, 0.12, 0.15, 0.1],
      attack: [
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [1.2, 0.4, 0, 0, 0],
        [0.3, 1.5, 0, 0, 0],
        [0, 0, 0.9, 0.7, 0],
      ],
      handling: 0.8,
      efficiency: 0.5,
    },
    n,
  ],
  sizes: [12, 300],
  derivatives: ["grad"],
};
