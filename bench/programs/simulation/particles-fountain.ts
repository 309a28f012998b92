// Droplets of a fountain with drag and wind, bouncing off the ground: where the mean droplet is after a while.
// Vectors are records.

import type { Program } from "../program.ts";

interface Vec3 {
  x: number;
  y: number;
  z: number;
}

interface Droplet {
  position: Vec3;
  velocity: Vec3;
}

const vec = (x: number, y: number, z: number): Vec3 => ({ x, y, z });
const add = (a: Vec3, b: Vec3): Vec3 => vec(a.x + b.x, a.y + b.y, a.z + b.z);
const sub = (a: Vec3, b: Vec3): Vec3 => vec(a.x - b.x, a.y - b.y, a.z - b.z);
const scale = (k: number, a: Vec3): Vec3 => vec(k * a.x, k * a.y, k * a.z);
const norm = (a: Vec3): number => Math.sqrt(a.x * a.x + a.y * a.y + a.z * a.z);

const gravity = vec(0, 0, -9.81);

function step(d: Droplet, wind: Vec3, drag: number, dt: number): Droplet {
  const relative = sub(wind, d.velocity);
  const acceleration = add(gravity, scale(drag * norm(relative), relative));
  let velocity = add(d.velocity, scale(dt, acceleration));
  let position = add(d.position, scale(dt, velocity));
  if (position.z < 0) {
    position = { ...position, z: -0.4 * position.z };
    velocity = { x: 0.8 * velocity.x, y: 0.8 * velocity.y, z: -0.4 * velocity.z };
  }
  return { position, velocity };
}

function meanDrop(setting: { wind: Vec3; drag: number; jet: Vec3 }, count: number, steps: number): Vec3 {
  let droplets: Droplet[] = Array.from({ length: count }, (_, i) => ({
    position: vec(0, 0, 1),
    velocity: add(setting.jet, vec(Math.sin(i), Math.cos(2 * i), 0.3 * Math.sin(3 * i))),
  }));
  for (let s = 0; s < steps; s++) droplets = droplets.map((d) => step(d, setting.wind, setting.drag, 0.02));
  const sum = droplets.map((d) => d.position).reduce(add);
  return scale(1 / count, sum);
}

export const program: Program = {
  f: meanDrop,
  inputs: (n) => [{ wind: vec(1.5, -0.5, 0), drag: 0.08, jet: vec(0.2, 0, 6) }, n, 60],
  sizes: [12, 100],
  derivatives: ["jacobian", "jvp"],
};
