// Hamiltonian mechanics: planets as a separable Hamiltonian, moved by the leapfrog method with forces from an inner
// gradient of the potential; how far the system is from where it began, as a function of the initial state.

import { grad } from "zeroth";
import type { Program } from "../program.ts";

interface Phase {
  q: number[]; // x0, y0, x1, y1, ...
  p: number[];
}

function potential(q: number[], masses: number[]): number {
  let u = 0;
  for (let i = 0; i < masses.length; i++) {
    for (let j = 0; j < i; j++) {
      const dx = q[2 * i]! - q[2 * j]!;
      const dy = q[2 * i + 1]! - q[2 * j + 1]!;
      u -= (masses[i]! * masses[j]!) / Math.sqrt(dx * dx + dy * dy + 0.01);
    }
  }
  return u;
}

function leapfrog({ q, p }: Phase, masses: number[], dt: number): Phase {
  const force = grad((at: number[]) => potential(at, masses));
  const kick = (mom: number[], at: number[]): number[] => {
    const f = force(at);
    return mom.map((m, i) => m - 0.5 * dt * f[i]!);
  };
  const half = kick(p, q);
  const moved = q.map((x, i) => x + (dt * half[i]!) / masses[i >> 1]!);
  return { q: moved, p: kick(half, moved) };
}

function displacement(start: Phase, masses: number[], steps: number): number {
  let s = start;
  for (let k = 0; k < steps; k++) s = leapfrog(s, masses, 0.02);
  return s.q.reduce((sum, x, i) => sum + (x - start.q[i]!) ** 2, 0) + 0.1 * s.p.reduce((sum, v) => sum + v * v, 0);
}

export const program: Program = {
  f: displacement,
  inputs: (n) => [
    { q: [0, 0, 1, 0, -1.6, 0.3, 0.2, 2.2], p: [0.01, -0.02, 0.02, 0.19, -0.01, -0.08, -0.05, 0.004] },
    [1, 0.2, 0.1, 0.05],
    n,
  ],
  sizes: [12, 100],
  derivatives: ["grad", "hvp"],
};
