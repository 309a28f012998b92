// A plucked string with stiffness and frequency-dependent loss (finite differences); records the pick-up signal
// and returns the energy of its second half, as a function of the pluck's shape.

import type { Program } from "../program.ts";

interface Material {
  courant: number;
  stiffness: number;
  loss: number;
  treble: number;
}

export function ringing(pluck: Float64Array, material: Material, steps: number): number {
  const { courant, stiffness, loss, treble } = material;
  const n = pluck.length;
  let previous = pluck.slice();
  let current = pluck.slice();
  let next = new Float64Array(n);
  const at = (u: Float64Array, i: number): number => (i <= 0 || i >= n - 1 ? 0 : u[i]!);
  const pickup = Math.floor(0.3 * n);

  let energy = 0;
  for (let t = 0; t < steps; t++) {
    for (let i = 1; i < n - 1; i++) {
      const d2 = at(current, i + 1) - 2 * at(current, i) + at(current, i - 1);
      const d2old = at(previous, i + 1) - 2 * at(previous, i) + at(previous, i - 1);
      const d4 =
        at(current, i + 2) - 4 * at(current, i + 1) + 6 * at(current, i) - 4 * at(current, i - 1) + at(current, i - 2);
      next[i] =
        (2 * current[i]! - (1 - loss) * previous[i]! + courant ** 2 * d2 - stiffness * d4 + treble * (d2 - d2old)) /
        (1 + loss);
    }
    [previous, current, next] = [current, next, previous];
    if (t >= steps / 2) energy += current[pickup]! ** 2;
  }
  return energy;
}

export const program: Program = {
  f: ringing,
  inputs: (n) => [
    Float64Array.from({ length: n }, (_, i) =>
      i === 0 || i === n - 1 ? 0 : Math.min(i / (0.2 * n), (n - 1 - i) / (0.8 * n)),
    ),
    { courant: 0.8, stiffness: 0.01, loss: 0.001, treble: 0.01 },
    n,
  ],
  sizes: [12, 100],
  derivatives: ["grad", "hvp"],
};
