// A net of particles and springs in the wind, some of them pinned: the objects hold each other and move by symplectic Euler.
// The result is where the particles are in the end.

import type { Program } from "../program.ts";

class Particle {
  x: number;
  y: number;
  vx = 0;
  vy = 0;
  fx = 0;
  fy = 0;
  pinned = false;
  readonly mass: number;

  constructor(x: number, y: number, mass: number) {
    this.x = x;
    this.y = y;
    this.mass = mass;
  }

  push(fx: number, fy: number): void {
    this.fx += fx;
    this.fy += fy;
  }

  move(dt: number): void {
    if (!this.pinned) {
      this.vx += (dt * this.fx) / this.mass;
      this.vy += (dt * this.fy) / this.mass;
      this.x += dt * this.vx;
      this.y += dt * this.vy;
    }
    this.fx = this.fy = 0;
  }
}

class Spring {
  private readonly rest: number;
  private readonly a: Particle;
  private readonly b: Particle;
  private readonly stiffness: number;
  private readonly damping: number;

  constructor(a: Particle, b: Particle, stiffness: number, damping: number) {
    this.a = a;
    this.b = b;
    this.stiffness = stiffness;
    this.damping = damping;
    this.rest = Math.hypot(a.x - b.x, a.y - b.y);
  }

  apply(): void {
    const { a, b } = this;
    const dx = b.x - a.x;
    const dy = b.y - a.y;
    const length = Math.hypot(dx, dy);
    const ux = dx / length;
    const uy = dy / length;
    const speed = (b.vx - a.vx) * ux + (b.vy - a.vy) * uy;
    const force = this.stiffness * (length - this.rest) + this.damping * speed;
    a.push(force * ux, force * uy);
    b.push(-force * ux, -force * uy);
  }
}

class Net {
  readonly particles: Particle[] = [];
  private readonly springs: Spring[] = [];

  constructor(rows: number, cols: number, material: Material) {
    for (let r = 0; r < rows; r++) {
      for (let c = 0; c < cols; c++) {
        const p = new Particle(c, -r, material.mass);
        if (r === 0 && (c === 0 || c === cols - 1)) p.pinned = true;
        this.particles.push(p);
        if (c > 0) this.join(p, this.particles[r * cols + c - 1]!, material);
        if (r > 0) this.join(p, this.particles[(r - 1) * cols + c]!, material);
      }
    }
  }

  private join(a: Particle, b: Particle, { stiffness, damping }: Material): void {
    this.springs.push(new Spring(a, b, stiffness, damping));
  }

  step(dt: number, wind: number): void {
    for (const p of this.particles) p.push(wind * (1 - 0.1 * p.vx), -9.81 * p.mass);
    for (const spring of this.springs) spring.apply();
    for (const p of this.particles) p.move(dt);
  }
}

interface Material {
  mass: number;
  stiffness: number;
  damping: number;
  wind: number;
}

function hang(material: Material, rows: number, steps: number): { x: number; y: number }[] {
  const net = new Net(rows, 4, material);
  for (let k = 0; k < steps; k++) net.step(0.01, material.wind * Math.sin(0.05 * k));
  return net.particles.filter((p) => !p.pinned).map(({ x, y }) => ({ x, y }));
}

export const program: Program = {
  f: hang,
  inputs: (n) => [{ mass: 0.3, stiffness: 250, damping: 1.2, wind: 0.8 }, 3, n],
  sizes: [12, 100],
  derivatives: ["jvp", "vjp"],
};
