// A pendulum on a spring from its Lagrangian alone: accelerations by the Euler and Lagrange equations with an inner
// gradient, a mass matrix by Hessian-vector products and a mixed derivative by jvp; Runge and Kutta of order 2.

import { grad, hvp, jvp } from "zeroth";
import type { Program } from "../program.ts";

interface Bob {
  mass: number;
  stiffness: number;
  rest: number;
  gravity: number;
}

type Pair = number[]; // stretch and angle

const lagrangian = ({ mass, stiffness, rest, gravity }: Bob, [s, angle]: Pair, [ds, da]: Pair): number => {
  const r = rest + s!;
  const kinetic = 0.5 * mass * (ds! ** 2 + (r * da!) ** 2);
  return kinetic + mass * gravity * r * Math.cos(angle!) - 0.5 * stiffness * s! ** 2;
};

function acceleration(bob: Bob, q: Pair, dq: Pair): Pair {
  const byPlace = grad((p: Pair) => lagrangian(bob, p, dq))(q);
  const momentum = (p: Pair): Pair => grad((v: Pair) => lagrangian(bob, p, v))(dq);
  const [, carried] = jvp(momentum, [q], [dq]);
  const [m0, m1] = [
    [1, 0],
    [0, 1],
  ].map((axis) => hvp((v: Pair) => lagrangian(bob, q, v))(dq, axis));
  const [f0, f1] = byPlace.map((g, i) => g - carried[i]!);
  const [a, b, c, d] = [m0![0]!, m1![0]!, m0![1]!, m1![1]!];
  const det = a * d - b * c;
  return [(d * f0! - b * f1!) / det, (a * f1! - c * f0!) / det];
}

function swing(bob: Bob, steps: number, dt = 0.05): number {
  let q = [0.1, 0.9];
  let dq = [0, 0.2];
  let sum = 0;
  for (let k = 0; k < steps; k++) {
    const a = acceleration(bob, q, dq);
    const mid = q.map((x, i) => x + 0.5 * dt * dq[i]!);
    const half = dq.map((v, i) => v + 0.5 * dt * a[i]!);
    const am = acceleration(bob, mid, half);
    q = q.map((x, i) => x + dt * half[i]!);
    dq = dq.map((v, i) => v + dt * am[i]!);
    sum += q[0]! ** 2 + Math.sin(q[1]!) ** 2;
  }
  return sum / steps;
}

export const program: Program = {
  f: swing,
  inputs: (n) => [{ mass: 1.2, stiffness: 9, rest: 1, gravity: 9.8 }, n],
  sizes: [10, 50],
  derivatives: ["grad"],
};
