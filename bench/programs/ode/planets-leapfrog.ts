// Planets that attract each other, by kick–drift–kick leapfrog on flat arrays: how far the first is from where it started.

import type { Program } from "../program.ts";

const SOFTENING = 1e-3;

function forces(q: Float64Array, mass: Float64Array, acc: Float64Array): void {
  acc.fill(0);
  const n = mass.length;
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      const dx = q[2 * j]! - q[2 * i]!;
      const dy = q[2 * j + 1]! - q[2 * i + 1]!;
      const d2 = dx * dx + dy * dy + SOFTENING;
      const inv3 = 1 / (d2 * Math.sqrt(d2));
      acc[2 * i]! += mass[j]! * dx * inv3;
      acc[2 * i + 1]! += mass[j]! * dy * inv3;
      acc[2 * j]! -= mass[i]! * dx * inv3;
      acc[2 * j + 1]! -= mass[i]! * dy * inv3;
    }
  }
}

function displacement(
  start: { q: Float64Array; v: Float64Array },
  mass: Float64Array,
  steps: number,
  dt: number,
): number {
  const q = start.q.slice();
  const v = start.v.slice();
  const acc = new Float64Array(q.length);
  forces(q, mass, acc);
  for (let s = 0; s < steps; s++) {
    for (let k = 0; k < q.length; k++) {
      v[k]! += 0.5 * dt * acc[k]!;
      q[k]! += dt * v[k]!;
    }
    forces(q, mass, acc);
    for (let k = 0; k < q.length; k++) v[k]! += 0.5 * dt * acc[k]!;
  }
  return Math.hypot(q[2]! - start.q[2]!, q[3]! - start.q[3]!);
}

export const program: Program = {
  f: displacement,
  inputs: (n) => {
    const bodies = 5;
    const q = new Float64Array(2 * bodies);
    const v = new Float64Array(2 * bodies);
    for (let i = 1; i < bodies; i++) {
      const r = 0.6 + 0.5 * i;
      const a = 2.4 * i;
      q.set([r * Math.cos(a), r * Math.sin(a)], 2 * i);
      v.set([-Math.sin(a) / Math.sqrt(r), Math.cos(a) / Math.sqrt(r)], 2 * i);
    }
    return [{ q, v }, Float64Array.of(1, 1e-3, 3e-3, 1e-2, 2e-3), n, 0.03];
  },
  sizes: [12, 200],
  derivatives: ["grad"],
};
