// Gravitating bodies in three dimensions with softening, flat arrays, velocity Verlet; the result is all final positions.

import type { Program } from "../program.ts";

interface Bodies {
  position: Float64Array; // x0 y0 z0 x1 ...
  velocity: Float64Array;
  mass: Float64Array;
}

function accelerations(position: Float64Array, mass: Float64Array, out: Float64Array): void {
  const n = mass.length;
  out.fill(0);
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      const dx = position[3 * j]! - position[3 * i]!;
      const dy = position[3 * j + 1]! - position[3 * i + 1]!;
      const dz = position[3 * j + 2]! - position[3 * i + 2]!;
      const r2 = dx * dx + dy * dy + dz * dz + 0.01;
      const inv = 1 / (r2 * Math.sqrt(r2));
      const mi = mass[i]! * inv;
      const mj = mass[j]! * inv;
      out[3 * i]! += mj * dx;
      out[3 * i + 1]! += mj * dy;
      out[3 * i + 2]! += mj * dz;
      out[3 * j]! -= mi * dx;
      out[3 * j + 1]! -= mi * dy;
      out[3 * j + 2]! -= mi * dz;
    }
  }
}

function simulate(start: Bodies, steps: number, dt: number): Float64Array {
  const x = start.position.slice();
  const v = Float64Array.from(start.velocity);
  const a = new Float64Array(x.length);
  accelerations(x, start.mass, a);
  for (let s = 0; s < steps; s++) {
    for (let k = 0; k < x.length; k++) {
      v[k]! += 0.5 * dt * a[k]!;
      x[k]! += dt * v[k]!;
    }
    accelerations(x, start.mass, a);
    for (let k = 0; k < x.length; k++) v[k]! += 0.5 * dt * a[k]!;
  }
  return x;
}

export const program: Program = {
  f: simulate,
  inputs: (n) => [
    {
      position: Float64Array.from({ length: 3 * n }, (_, k) => 3 * Math.sin(k * k + 1)),
      velocity: Float64Array.from({ length: 3 * n }, (_, k) => 0.3 * Math.cos(2 * k)),
      mass: Float64Array.from({ length: n }, (_, i) => 1 + 0.5 * Math.sin(i)),
    },
    8,
    0.02,
  ],
  sizes: [12, 60],
  derivatives: ["vjp", "jvp"],
};
