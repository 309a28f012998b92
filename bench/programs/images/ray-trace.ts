// A recursive ray tracer: spheres and planes as a tagged union, mirror reflections to a small depth, several lamps.
// Returns red, green and blue of each pixel of one row.

import type { Program } from "../program.ts";

interface Vec {
  x: number;
  y: number;
  z: number;
}

interface Material {
  colour: Vec;
  mirror: number;
  shine: number;
}

type Shape =
  | { type: "sphere"; centre: Vec; radius: number; material: Material }
  | { type: "plane"; normal: Vec; height: number; material: Material };

interface Lamp {
  at: Vec;
  colour: Vec;
}

interface World {
  shapes: Shape[];
  lamps: Lamp[];
  background: Vec;
}

const v = (x: number, y: number, z: number): Vec => ({ x, y, z });
const add = (a: Vec, b: Vec): Vec => v(a.x + b.x, a.y + b.y, a.z + b.z);
const sub = (a: Vec, b: Vec): Vec => v(a.x - b.x, a.y - b.y, a.z - b.z);
const mul = (k: number, a: Vec): Vec => v(k * a.x, k * a.y, k * a.z);
const times = (a: Vec, b: Vec): Vec => v(a.x * b.x, a.y * b.y, a.z * b.z);
const dot = (a: Vec, b: Vec): number => a.x * b.x + a.y * b.y + a.z * b.z;
const normalise = (a: Vec): Vec => mul(1 / Math.sqrt(dot(a, a)), a);

function intersect(shape: Shape, origin: Vec, direction: Vec): number | null {
  if (shape.type === "plane") {
    const slope = dot(shape.normal, direction);
    if (Math.abs(slope) < 1e-9) return null;
    const t = (shape.height - dot(shape.normal, origin)) / slope;
    return t > 1e-4 ? t : null;
  }
  const offset = sub(origin, shape.centre);
  const b = dot(offset, direction);
  const disc = b * b - dot(offset, offset) + shape.radius ** 2;
  if (disc < 0) return null;
  const root = Math.sqrt(disc);
  if (-b - root > 1e-4) return -b - root;
  return -b + root > 1e-4 ? -b + root : null;
}

function closest(world: World, origin: Vec, direction: Vec): { shape: Shape; t: number } | undefined {
  let best: { shape: Shape; t: number } | undefined;
  for (const shape of world.shapes) {
    const t = intersect(shape, origin, direction);
    if (t !== null && (best === undefined || t < best.t)) best = { shape, t };
  }
  return best;
}

function trace(world: World, origin: Vec, direction: Vec, depth: number): Vec {
  const hit = closest(world, origin, direction);
  if (!hit) return world.background;
  const { shape, t } = hit;
  const point = add(origin, mul(t, direction));
  const normal = shape.type === "sphere" ? mul(1 / shape.radius, sub(point, shape.centre)) : shape.normal;
  const reflected = sub(direction, mul(2 * dot(direction, normal), normal));

  let colour = mul(0.1, shape.material.colour);
  for (const lamp of world.lamps) {
    const toLamp = sub(lamp.at, point);
    const distance = Math.sqrt(dot(toLamp, toLamp));
    const l = mul(1 / distance, toLamp);
    const facing = dot(normal, l);
    if (facing <= 0) continue;
    const blocker = closest(world, point, l);
    if (blocker && blocker.t < distance) continue;
    const strength = 10 / (distance * distance);
    colour = add(colour, mul(facing * strength, times(lamp.colour, shape.material.colour)));
    const gloss = dot(reflected, l);
    if (gloss > 0) colour = add(colour, mul(strength * 0.5 * gloss ** shape.material.shine, lamp.colour));
  }
  if (depth === 0 || shape.material.mirror === 0) return colour;
  const mirrored = trace(world, point, reflected, depth - 1);
  return add(mul(1 - shape.material.mirror, colour), mul(shape.material.mirror, mirrored));
}

export const program: Program = {
  f: (world: World, width: number): Vec[] =>
    Array.from({ length: width }, (_, i) =>
      trace(world, v(0, 1, -5), normalise(v((2 * (i + 0.37)) / width - 1, -0.13, 1.9)), 2),
    ),
  inputs: (n) => [
    {
      shapes: [
        {
          type: "sphere",
          centre: v(-0.8, 0.6, 0),
          radius: 0.9,
          material: { colour: v(0.9, 0.2, 0.2), mirror: 0.3, shine: 20 },
        },
        {
          type: "sphere",
          centre: v(1, 0.4, 0.6),
          radius: 0.7,
          material: { colour: v(0.2, 0.4, 0.9), mirror: 0.5, shine: 8 },
        },
        {
          type: "plane",
          normal: v(0, 1, 0),
          height: -0.5,
          material: { colour: v(0.7, 0.7, 0.6), mirror: 0.1, shine: 3 },
        },
      ],
      lamps: [
        { at: v(3, 5, -4), colour: v(1, 0.9, 0.8) },
        { at: v(-4, 3, -2), colour: v(0.3, 0.3, 0.5) },
      ],
      background: v(0.1, 0.15, 0.3),
    },
    n,
  ],
  sizes: [12, 120],
  derivatives: ["jvp", "vjp"],
};
