// A spacecraft flies by a moon on its way: symplectic leapfrog, the positions being records; final miss distance
// from the launch state and one mid-course burn.

import type { Program } from "../program.ts";

interface Vec {
  x: number;
  y: number;
}

interface Flight {
  position: Vec;
  velocity: Vec;
  burn: Vec;
}

const plus = (a: Vec, b: Vec, k = 1): Vec => ({ x: a.x + k * b.x, y: a.y + k * b.y });

const attraction = (at: Vec, body: Vec, mu: number): Vec => {
  const d = plus(body, at, -1);
  const r2 = d.x ** 2 + d.y ** 2;
  const k = mu / (r2 * Math.sqrt(r2));
  return { x: k * d.x, y: k * d.y };
};

const moonAt = (t: number): Vec => ({ x: 4 * Math.cos(0.125 * t + 1.2), y: 4 * Math.sin(0.125 * t + 1.2) });

function missDistance(flight: Flight, target: Vec, steps: number, dt = 0.05): number {
  let { position, velocity } = flight;
  const accelerate = (t: number): Vec =>
    plus(attraction(position, { x: 0, y: 0 }, 1), attraction(position, moonAt(t), 0.05));

  for (let i = 0; i < steps; i++) {
    const t = i * dt;
    if (i === Math.floor(steps / 2)) velocity = plus(velocity, flight.burn);
    velocity = plus(velocity, accelerate(t), dt / 2);
    position = plus(position, velocity, dt);
    velocity = plus(velocity, accelerate(t + dt), dt / 2);
  }
  const gap = plus(position, target, -1);
  return Math.hypot(gap.x, gap.y);
}

export const program: Program = {
  f: missDistance,
  inputs: (n) => [
    { position: { x: 1, y: 0 }, velocity: { x: 0.05, y: 1.25 }, burn: { x: 0.02, y: -0.03 } },
    { x: -3, y: 1 },
    n,
  ],
  sizes: [12, 250],
  derivatives: ["valueAndGrad", "hessian"],
};
