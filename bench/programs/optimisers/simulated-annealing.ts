// Simulated annealing with a fixed stream of random numbers on a bumpy landscape: the energy where the walk ends, as
// a function of the landscape's bumps.

import type { Program } from "../program.ts";

interface Bump {
  height: number;
  x: number;
  y: number;
  width: number;
}

function mulberry(seed: number): () => number {
  let a = seed | 0;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function energy(bumps: Bump[], x: number, y: number): number {
  let e = 0.1 * (x * x + y * y);
  for (const b of bumps) e += b.height * Math.exp(-((x - b.x) ** 2 + (y - b.y) ** 2) / b.width);
  return e;
}

function anneal(bumps: Bump[], steps: number): number {
  const random = mulberry(7);
  let x = 1.5;
  let y = -0.5;
  let current = energy(bumps, x, y);
  let best = current;
  let temperature = 0.8;
  for (let k = 0; k < steps; k++) {
    const nx = x + 0.6 * (random() - 0.5);
    const ny = y + 0.6 * (random() - 0.5);
    const candidate = energy(bumps, nx, ny);
    const accept = candidate < current || random() < Math.exp((current - candidate) / temperature);
    if (accept) {
      x = nx;
      y = ny;
      current = candidate;
      if (current < best) best = current;
    }
    temperature *= 0.98;
  }
  return current + 0.5 * best;
}

export const program: Program = {
  f: anneal,
  inputs: (n) => [
    [
      { height: 1.2, x: 0.4, y: 0.1, width: 0.5 },
      { height: -1.5, x: -0.8, y: 0.9, width: 0.8 },
      { height: -0.7, x: 1.3, y: 1.1, width: 0.3 },
      { height: 0.9, x: -0.2, y: -1.2, width: 1.1 },
    ],
    3 * n,
  ],
  sizes: [12, 150],
  derivatives: ["valueAndGrad", "hvp"],
};
