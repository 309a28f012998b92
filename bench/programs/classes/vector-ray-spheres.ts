// A small ray tracer with a vector class: the mean brightness of a picture of shaded, mirroring spheres above a floor.

import type { Program } from "../program.ts";

class Vector3 {
  readonly x: number;
  readonly y: number;
  readonly z: number;

  constructor(x: number, y: number, z: number) {
    this.x = x;
    this.y = y;
    this.z = z;
  }

  static of([x, y, z]: number[]): Vector3 {
    return new Vector3(x!, y!, z!);
  }

  add(o: Vector3): Vector3 {
    return new Vector3(this.x + o.x, this.y + o.y, this.z + o.z);
  }

  sub(o: Vector3): Vector3 {
    return this.add(o.scale(-1));
  }

  scale(k: number): Vector3 {
    return new Vector3(this.x * k, this.y * k, this.z * k);
  }

  dot(o: Vector3): number {
    return this.x * o.x + this.y * o.y + this.z * o.z;
  }

  get length(): number {
    return Math.sqrt(this.dot(this));
  }

  normalize(): Vector3 {
    return this.scale(1 / this.length);
  }

  reflect(normal: Vector3): Vector3 {
    return this.sub(normal.scale(2 * this.dot(normal)));
  }
}

interface Ball {
  centre: number[];
  radius: number;
  mirror: number;
}

class Sphere {
  readonly centre: Vector3;
  readonly radius: number;
  readonly mirror: number;

  constructor({ centre, radius, mirror }: Ball) {
    this.centre = Vector3.of(centre);
    this.radius = radius;
    this.mirror = mirror;
  }

  /** The distance along the ray, or Infinity. */
  hit(from: Vector3, direction: Vector3): number {
    const oc = from.sub(this.centre);
    const b = oc.dot(direction);
    const disc = b * b - oc.dot(oc) + this.radius ** 2;
    if (disc < 0) return Infinity;
    const t = -b - Math.sqrt(disc);
    return t > 1e-4 ? t : Infinity;
  }
}

const light = new Vector3(0.5, 0.8, -0.4).normalize();

function trace(scene: Sphere[], from: Vector3, direction: Vector3, depth: number): number {
  let nearest = Infinity;
  let found: Sphere | undefined;
  for (const sphere of scene) {
    const t = sphere.hit(from, direction);
    if (t < nearest) {
      nearest = t;
      found = sphere;
    }
  }
  if (found === undefined) return 0.3 + 0.2 * direction.y;
  const point = from.add(direction.scale(nearest));
  const normal = point.sub(found.centre).normalize();
  const diffuse = 0.1 + 0.8 * Math.max(0, normal.dot(light));
  if (depth === 0) return diffuse;
  const mirrored = trace(scene, point, direction.reflect(normal), depth - 1);
  return (1 - found.mirror) * diffuse + found.mirror * mirrored;
}

function brightness(balls: Ball[], side: number): number {
  const scene = balls.map((ball) => new Sphere(ball));
  const eye = new Vector3(0, 0.3, -4);
  let sum = 0;
  for (let i = 0; i < side; i++) {
    for (let j = 0; j < side; j++) {
      const target = new Vector3(-1 + (2 * (i + 0.53)) / side, -1 + (2 * (j + 0.47)) / side, 0);
      sum += trace(scene, eye, target.sub(eye).normalize(), 2);
    }
  }
  return sum / side ** 2;
}

export const program: Program = {
  f: brightness,
  inputs: (n) => [
    [
      { centre: [-0.6, 0.1, 0.3], radius: 0.62, mirror: 0.3 },
      { centre: [0.7, 0.2, 0.8], radius: 0.71, mirror: 0.6 },
      { centre: [0.1, -100.6, 1], radius: 100, mirror: 0.15 },
    ],
    n,
  ],
  sizes: [5, 24],
  derivatives: ["grad"],
};
