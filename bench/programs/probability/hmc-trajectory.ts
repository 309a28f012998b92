// One trajectory of Hamiltonian Monte Carlo on Neal's funnel (gradient worked out by hand): where it ends, and the change
// of energy, from a start, a momentum and a step size.

import type { Program } from "../program.ts";

interface Start {
  position: number[];
  momentum: number[];
  logStep: number;
}

interface End {
  position: number[];
  momentum: number[];
  energyChange: number;
}

// position[0] is v ~ N(0, 9); the others are N(0, exp(v)).
function potential(q: number[]): number {
  const [v, ...xs] = q as [number, ...number[]];
  return v ** 2 / 18 + (xs.length * v) / 2 + 0.5 * Math.exp(-v) * xs.reduce((s, x) => s + x * x, 0);
}

function force(q: number[]): number[] {
  const v = q[0]!;
  const precision = Math.exp(-v);
  const f = new Array<number>(q.length);
  let squares = 0;
  for (let i = 1; i < q.length; i++) {
    f[i] = -precision * q[i]!;
    squares += q[i]! ** 2;
  }
  f[0] = -v / 9 - (q.length - 1) / 2 + 0.5 * precision * squares;
  return f;
}

const kinetic = (p: number[]): number => 0.5 * p.reduce((s, x) => s + x * x, 0);

function leapfrog(start: Start, steps: number): End {
  const h = Math.exp(start.logStep);
  const q = start.position.slice();
  const p = start.momentum.slice();
  const before = potential(q) + kinetic(p);

  let f = force(q);
  for (let k = 0; k < steps; k++) {
    for (let i = 0; i < q.length; i++) {
      p[i]! += (h / 2) * f[i]!;
      q[i]! += h * p[i]!;
    }
    f = force(q);
    f.forEach((fi, i) => {
      p[i]! += (h / 2) * fi;
    });
  }
  return { position: q, momentum: p.map((x) => -x), energyChange: potential(q) + kinetic(p) - before };
}

export const program: Program = {
  f: leapfrog,
  inputs: (n) => [
    {
      position: Array.from({ length: n }, (_, i) => (i === 0 ? 0.5 : Math.sin(3 * i))),
      momentum: Array.from({ length: n }, (_, i) => Math.cos(5 * i)),
      logStep: -3,
    },
    20,
  ],
  sizes: [12, 200],
  derivatives: ["jvp", "vjp"],
};
