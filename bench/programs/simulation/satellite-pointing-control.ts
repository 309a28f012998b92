// A satellite turns towards a target: Euler's equations with reaction torques from a quaternion controller that
// saturates softly. The cost is the pointing error and the effort, by the gains.

import type { Program } from "../program.ts";

interface Vector {
  x: number;
  y: number;
  z: number;
}
interface Quaternion extends Vector {
  w: number;
}
interface Body {
  attitude: Quaternion;
  spin: Vector;
}
interface Gains {
  proportional: Vector;
  damping: Vector;
  limit?: number;
}

const map = (f: (axis: keyof Vector) => number): Vector => ({ x: f("x"), y: f("y"), z: f("z") });

const product = (a: Quaternion, b: Quaternion): Quaternion => ({
  w: a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
  x: a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
  y: a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
  z: a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
});

const unit = (q: Quaternion): Quaternion => {
  const n = Math.hypot(q.w, q.x, q.y, q.z);
  return { w: q.w / n, ...map((axis) => q[axis] / n) };
};

function step({ attitude, spin }: Body, torque: Vector, inertia: Vector, dt: number): Body {
  const turning: Vector = {
    x: (torque.x - (inertia.z - inertia.y) * spin.y * spin.z) / inertia.x,
    y: (torque.y - (inertia.x - inertia.z) * spin.z * spin.x) / inertia.y,
    z: (torque.z - (inertia.y - inertia.x) * spin.x * spin.y) / inertia.z,
  };
  const faster = map((axis) => spin[axis] + dt * turning[axis]);
  const change = product(attitude, { w: 0, ...faster });
  const next = { ...attitude };
  for (const key of ["w", "x", "y", "z"] as const) next[key] += 0.5 * dt * change[key];
  return { attitude: unit(next), spin: faster };
}

function cost(gains: Gains, steps: number, inertia: Vector, dt = 0.2): number {
  const { proportional, damping, limit = 1 } = gains;
  let body: Body = { attitude: unit({ w: 0.6, x: 0.5, y: -0.4, z: 0.3 }), spin: { x: 0.2, y: 0, z: -0.1 } };
  let total = 0;
  for (let k = 0; k < steps; k++) {
    const { attitude: q, spin } = body;
    const sign = q.w < 0 ? -1 : 1;
    const torque = map(
      (axis) => limit * Math.tanh((-sign * proportional[axis] * q[axis] - damping[axis] * spin[axis]) / limit),
    );
    body = step(body, torque, inertia, dt);
    total += dt * (1 - body.attitude.w ** 2 + 0.05 * (torque.x ** 2 + torque.y ** 2 + torque.z ** 2));
  }
  return total;
}

export const program: Program = {
  f: cost,
  inputs: (n) => [
    { proportional: { x: 1, y: 1.2, z: 0.8 }, damping: { x: 1.5, y: 1.4, z: 1.6 } },
    n,
    { x: 1, y: 1.5, z: 2 },
  ],
  sizes: [12, 150],
  derivatives: ["grad", "hessian"],
};
