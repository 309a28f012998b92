// An orbit by a variational integrator: each next position solves the discrete Euler and Lagrange equations, which come
// from gradients of a discrete Lagrangian by its two ends, by a simplified Newton's method.

import { grad } from "zeroth";
import type { Program } from "../program.ts";

interface World {
  gm: number;
  flattening: number;
  start: { x: number; y: number };
  speed: { x: number; y: number };
}

function discreteLagrangian({ gm, flattening }: World, from: number[], to: number[], h: number): number {
  const [x, y] = from.map((a, i) => 0.5 * (a + to[i]!)) as [number, number];
  const r = Math.sqrt(x * x + y * y);
  const kinetic = from.reduce((s, a, i) => s + ((to[i]! - a) / h) ** 2, 0) / 2;
  return h * (kinetic + (gm / r) * (1 + flattening / (r * r)));
}

function advance(world: World, before: number[], now: number[], h: number): number[] {
  const momentum = grad((q: number[]) => discreteLagrangian(world, before, q, h))(now);
  const defect = (next: number[]): number[] =>
    grad((q: number[]) => discreteLagrangian(world, q, next, h))(now).map((g, i) => g + momentum[i]!);
  let next = now.map((v, i) => 2 * v - before[i]!);
  for (let k = 0; k < 6; k++) {
    const d = defect(next);
    if (Math.hypot(d[0]!, d[1]!) < 1e-13) break;
    // the Jacobian is -1/h to leading order
    next = next.map((v, i) => v + h * d[i]!);
  }
  return next;
}

function finalDistance(world: World, steps: number, h = 0.05): number {
  const { start, speed } = world;
  let before = [start.x, start.y];
  let now = [start.x + h * speed.x, start.y + h * speed.y];
  for (let k = 0; k < steps; k++) [before, now] = [now, advance(world, before, now, h)];
  return Math.hypot(now[0]! - 0.2, now[1]! - 0.9);
}

export const program: Program = {
  f: finalDistance,
  inputs: (n) => [{ gm: 1, flattening: 0.02, start: { x: 1, y: 0 }, speed: { x: 0, y: 1.1 } }, n],
  sizes: [10, 40],
  derivatives: ["grad"],
};
