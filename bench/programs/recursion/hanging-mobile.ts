// A mobile of rods and ornaments: every rod hangs on a string at some point of it. The penalty is how far the rods are
// from being in balance, plus the load on the top string beyond what it bears.

import type { Program } from "../program.ts";

type Mobile = { mass: number } | { rod: number; left: Mobile; right: Mobile; arms: [number, number] };

function weigh(m: Mobile): { mass: number; tilt: number } {
  if ("mass" in m) return { mass: m.mass, tilt: 0 };
  const left = weigh(m.left);
  const right = weigh(m.right);
  const [a, b] = m.arms;
  const torque = a * left.mass - b * right.mass + (0.5 * m.rod * (a - b)) / (a + b);
  return { mass: left.mass + right.mass + m.rod, tilt: left.tilt + right.tilt + torque ** 2 };
}

function imbalance(m: Mobile, limit = 5): number {
  const { mass, tilt } = weigh(m);
  const over = mass - limit;
  return tilt / mass + (over > 0 ? 0.1 * over * over : 0);
}

function build(leaves: number, seed: number): Mobile {
  if (leaves <= 1) return { mass: 1 + 0.4 * Math.sin(seed) };
  const onLeft = Math.max(1, Math.floor(leaves * (0.5 + 0.2 * Math.cos(seed))));
  return {
    rod: 0.2 + 0.01 * leaves,
    left: build(onLeft, 2 * seed + 1),
    right: build(leaves - onLeft, 2 * seed + 2.5),
    arms: [1 + 0.3 * Math.sin(seed), 1.2],
  };
}

export const program: Program = {
  f: imbalance,
  inputs: (n) => [build(n, 1)],
  sizes: [12, 200],
  derivatives: ["grad", "hvp"],
};
