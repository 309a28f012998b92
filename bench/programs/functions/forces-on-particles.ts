// A kite tail of particles: every force is a function in a list, which adds to the accelerations what it does at that moment. The
// result is where the tail is in the end, by stiffness, damping, wind and the pull at its head.

import type { Program } from "../program.ts";

type Vec = [x: number, y: number];

interface Particle {
  mass: number;
  at: Vec;
  velocity: Vec;
  force: Vec;
}

type Force = (particles: Particle[], time: number) => void;

function push(p: Particle, fx: number, fy: number): void {
  p.force[0] += fx;
  p.force[1] += fy;
}

const gravity: Force = (particles) => particles.forEach((p) => push(p, 0, -9.81 * p.mass));

const drag = (coefficient: number, windAt: (height: number, time: number) => number): Force => {
  return (particles, time) => {
    for (const p of particles) {
      const [u, v] = [windAt(p.at[1], time) - p.velocity[0], -p.velocity[1]];
      const k = coefficient * Math.hypot(u, v);
      push(p, k * u, k * v);
    }
  };
};

function spring(i: number, j: number, stiffness: number, rest: number, damping: number): Force {
  return (particles) => {
    const [a, b] = [particles[i]!, particles[j]!];
    const dx = b.at[0] - a.at[0];
    const dy = b.at[1] - a.at[1];
    const length = Math.sqrt(dx * dx + dy * dy);
    const closing = ((b.velocity[0] - a.velocity[0]) * dx + (b.velocity[1] - a.velocity[1]) * dy) / length;
    const pull = (stiffness * (length - rest) + damping * closing) / length;
    push(a, pull * dx, pull * dy);
    push(b, -pull * dx, -pull * dy);
  };
}

class World {
  readonly particles: Particle[];
  private readonly forces: Force[] = [];
  private time = 0;

  constructor(particles: Particle[]) {
    this.particles = particles;
  }

  add(...forces: Force[]): this {
    this.forces.push(...forces);
    return this;
  }

  step(h: number): void {
    for (const p of this.particles) p.force = [0, 0];
    this.forces.forEach((force) => force(this.particles, this.time));
    for (const { at, velocity, force, mass } of this.particles) {
      for (const k of [0, 1] as const) {
        velocity[k] += (h * force[k]) / mass;
        at[k] += h * velocity[k];
      }
    }
    this.time += h;
  }
}

interface Tail {
  stiffness: number;
  damping: number;
  drag: number;
  gust: number;
  lift: number;
}

function endOfTail(tail: Tail, count: number, steps: number): Vec {
  const world = new World(
    Array.from({ length: count }, (_, k) => ({ mass: 0.1, at: [0.5 * k, 20], velocity: [0, 0], force: [0, 0] })),
  );
  world.add(
    gravity,
    drag(tail.drag, (height, time) => 6 * (height / 20) ** 0.2 + tail.gust * Math.sin(2 * time)),
  );
  for (let k = 1; k < count; k++) world.add(spring(k - 1, k, tail.stiffness, 0.45, tail.damping));
  world.add(([head]) => push(head!, -2 * head!.at[0], tail.lift - 2 * (head!.at[1] - 20)));
  for (let s = 0; s < steps; s++) world.step(0.01);
  return world.particles[count - 1]!.at;
}

export const program: Program = {
  f: endOfTail,
  inputs: (n) => [{ stiffness: 40, damping: 0.3, drag: 0.02, gust: 1.5, lift: 5 }, 5, n],
  sizes: [12, 200],
  derivatives: ["vjp", "jvp"],
};
