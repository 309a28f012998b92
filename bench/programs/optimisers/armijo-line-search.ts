// Steepest descent with Armijo backtracking, started from a given point, on a chain of quartic springs: what energy is
// left after a few steps. Each mass is also tied weakly to its own place.

import type { Program } from "../program.ts";

const REST = 1;

function energyAndForce(x: Float64Array): { energy: number; force: Float64Array } {
  const force = new Float64Array(x.length);
  let energy = 0;
  for (let i = 0; i + 1 < x.length; i++) {
    const stretch = x[i + 1]! - x[i]! - REST;
    energy += 0.5 * stretch ** 2 + 0.25 * stretch ** 4;
    const pull = stretch + stretch ** 3;
    force[i]! += pull;
    force[i + 1]! -= pull;
  }
  for (let i = 0; i < x.length; i++) {
    const away = x[i]! - (i - x.length / 2) * 0.8;
    energy += 0.05 * away * away;
    force[i]! -= 0.1 * away;
  }
  return { energy, force };
}

function descend(start: Float64Array, iterations: number): number {
  let x = start;
  let now = energyAndForce(x);
  for (let it = 0; it < iterations; it++) {
    const { energy, force } = now;
    const slope = force.reduce((s, f) => s + f * f, 0);
    let step = 1.3;
    let tried: Float64Array;
    let next: typeof now;
    do {
      step *= 0.55;
      tried = x.map((v, i) => v + step * force[i]!);
      next = energyAndForce(tried);
    } while (next.energy > energy - 1e-2 * step * slope && step > 1e-8);
    x = tried;
    now = next;
  }
  return now.energy;
}

export const program: Program = {
  f: descend,
  inputs: (n) => [Float64Array.from({ length: n }, (_, i) => i - n / 2 + 0.7 * Math.sin(3.3 * i)), 7],
  sizes: [12, 120],
  derivatives: ["grad", "hvp"],
};
