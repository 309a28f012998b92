// A blow runs through a row of steel balls: Hertz contacts push only while the balls overlap, and more while they close in.
// Velocity Verlet in typed arrays. The result is the share of the energy in the last third, by the masses.

import type { Program } from "../program.ts";

function energyInTail(mass: Float64Array, stiffness: number, blow: number, steps: number, dt = 0.01): number {
  const n = mass.length;
  const x = new Float64Array(n);
  const v = new Float64Array(n);
  const force = new Float64Array(n);
  for (let i = 0; i < n; i++) x[i] = i * 0.998;
  v[0] = blow;

  const contacts = (): number => {
    let stored = 0;
    force.fill(0);
    for (let i = 0; i < n - 1; i++) {
      const overlap = 1 - (x[i + 1]! - x[i]!);
      if (overlap <= 0) continue;
      const root = Math.sqrt(overlap);
      const push = stiffness * overlap * root * (1 - 0.2 * (v[i + 1]! - v[i]!));
      force[i]! -= push;
      force[i + 1]! += push;
      stored += 0.4 * stiffness * overlap * overlap * root;
    }
    return stored;
  };

  contacts();
  let stored = 0;
  for (let step = 0; step < steps; step++) {
    for (let i = 0; i < n; i++) {
      v[i] = v[i]! + (0.5 * dt * force[i]!) / mass[i]!;
      x[i] = x[i]! + dt * v[i]!;
    }
    stored = contacts();
    for (let i = 0; i < n; i++) v[i] = v[i]! + (0.5 * dt * force[i]!) / mass[i]!;
  }

  let tail = 0;
  let all = stored;
  for (let i = n - 1; i >= 0; i--) {
    const kinetic = 0.5 * mass[i]! * v[i]! ** 2;
    all += kinetic;
    if (3 * i >= 2 * n) tail += kinetic;
  }
  return tail / all;
}

export const program: Program = {
  f: energyInTail,
  inputs: (n) => [Float64Array.from({ length: n }, (_, i) => 1 + 0.3 * Math.sin(2.1 * i)), 900, 1.5, 40 + 6 * n],
  sizes: [10, 80],
  derivatives: ["grad", "hvp"],
};
