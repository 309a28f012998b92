// Lagrangian mechanics: a double pendulum moved by the Euler–Lagrange equations, with the mass matrix and forces taken
// from the Lagrangian by inner derivatives. The final energy and angles as a function of masses and lengths.

import { grad, jvp } from "zeroth";
import type { Program } from "../program.ts";

interface Arms {
  m1: number;
  m2: number;
  l1: number;
  l2: number;
}

type Pair = [number, number];

const G = 9.81;

function lagrangian(a: Arms, q: Pair, v: Pair): number {
  const x1 = a.l1 * v[0] * Math.cos(q[0]);
  const y1 = a.l1 * v[0] * Math.sin(q[0]);
  const x2 = x1 + a.l2 * v[1] * Math.cos(q[1]);
  const y2 = y1 + a.l2 * v[1] * Math.sin(q[1]);
  const kinetic = 0.5 * a.m1 * (x1 * x1 + y1 * y1) + 0.5 * a.m2 * (x2 * x2 + y2 * y2);
  const h1 = -a.l1 * Math.cos(q[0]);
  const h2 = h1 - a.l2 * Math.cos(q[1]);
  return kinetic - G * (a.m1 * h1 + a.m2 * h2);
}

function acceleration(a: Arms, q: Pair, v: Pair): Pair {
  const momentum = (p: Pair, w: Pair): Pair => grad((u: Pair) => lagrangian(a, p, u))(w);
  const force = grad((p: Pair) => lagrangian(a, p, v))(q);
  // d/dt (dL/dv) = M(q) a + (d/dq dL/dv) v
  const [, drift] = jvp((p: Pair) => momentum(p, v), [q], [v]);
  const [, c1] = jvp((u: Pair) => momentum(q, u), [v], [[1, 0]]);
  const [, c2] = jvp((u: Pair) => momentum(q, u), [v], [[0, 1]]);
  const r: Pair = [force[0] - drift[0], force[1] - drift[1]];
  const det = c1[0] * c2[1] - c1[1] * c2[0];
  return [(r[0] * c2[1] - r[1] * c2[0]) / det, (c1[0] * r[1] - c1[1] * r[0]) / det];
}

function swing(arms: Arms, steps: number): number {
  const dt = 0.02;
  let q: Pair = [0.9, -0.4];
  let v: Pair = [0, 0.3];
  for (let k = 0; k < steps; k++) {
    const a1 = acceleration(arms, q, v);
    const half: Pair = [v[0] + 0.5 * dt * a1[0], v[1] + 0.5 * dt * a1[1]];
    const mid: Pair = [q[0] + 0.5 * dt * v[0], q[1] + 0.5 * dt * v[1]];
    const a2 = acceleration(arms, mid, half);
    q = [q[0] + dt * half[0], q[1] + dt * half[1]];
    v = [v[0] + dt * a2[0], v[1] + dt * a2[1]];
  }
  return (q[0] - 0.2) ** 2 + (q[1] + 0.1) ** 2;
}

export const program: Program = {
  f: swing,
  inputs: (n) => [{ m1: 1, m2: 0.7, l1: 0.8, l2: 1.1 }, n / 2],
  sizes: [12, 40],
  derivatives: ["grad"],
};
