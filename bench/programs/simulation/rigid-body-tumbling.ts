// A free rigid body tumbles (Euler's equations with a quaternion, RK4): how far a body-fixed axis ends from the goal,
// given the first spin and the moments of inertia.

import type { Program } from "../program.ts";

type Quaternion = [w: number, x: number, y: number, z: number];
type Vector = [number, number, number];

interface Body {
  inertia: Vector;
  spin: Vector;
}

function times(a: Quaternion, b: Quaternion): Quaternion {
  const [aw, ax, ay, az] = a;
  const [bw, bx, by, bz] = b;
  return [
    aw * bw - ax * bx - ay * by - az * bz,
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
  ];
}

const conjugate = ([w, x, y, z]: Quaternion): Quaternion => [w, -x, -y, -z];

function rotate(q: Quaternion, v: Vector): Vector {
  const [, x, y, z] = times(times(q, [0, ...v]), conjugate(q));
  return [x, y, z];
}

// State: quaternion followed by angular velocity in the body frame.
function slope(state: number[], inertia: Vector): number[] {
  const [w, x, y, z, p, q, r] = state as [number, number, number, number, number, number, number];
  const [a, b, c] = inertia;
  const spin = times([w, x, y, z], [0, p, q, r]).map((v) => v / 2);
  return [...spin, ((b - c) / a) * q * r, ((c - a) / b) * r * p, ((a - b) / c) * p * q];
}

export function pointing(body: Body, goal: Vector, steps: number): number {
  const h = 0.03;
  const shift = (s: number[], k: number[], by: number): number[] => s.map((v, i) => v + by * k[i]!);
  let state = [1, 0, 0, 0, ...body.spin];
  while (steps-- > 0) {
    const k1 = slope(state, body.inertia);
    const k2 = slope(shift(state, k1, h / 2), body.inertia);
    const k3 = slope(shift(state, k2, h / 2), body.inertia);
    const k4 = slope(shift(state, k3, h), body.inertia);
    state = state.map((v, i) => v + (h / 6) * (k1[i]! + 2 * k2[i]! + 2 * k3[i]! + k4[i]!));
    const length = Math.hypot(state[0]!, state[1]!, state[2]!, state[3]!);
    for (let i = 0; i < 4; i++) state[i]! /= length;
  }
  const axis = rotate(state.slice(0, 4) as Quaternion, [0, 0, 1]);
  return 1 - axis.reduce((s, v, i) => s + v * goal[i]!, 0);
}

export const program: Program = {
  f: pointing,
  inputs: (n) => [{ inertia: [1, 2, 3], spin: [0.1, 1.5, 0.2] }, [0.6, 0, 0.8], n],
  sizes: [12, 120],
  derivatives: ["grad", "hessian"],
};
