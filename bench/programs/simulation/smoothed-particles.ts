// Smoothed particle hydrodynamics in two dimensions: one column of water collapses for a few steps; result is the
// front's mean position and the total kinetic energy in terms of stiffness, viscosity, and rest density.

import type { Program } from "../program.ts";

interface Fluid {
  stiffness: number;
  viscosity: number;
  restDensity: number;
}

interface Particle {
  x: number;
  y: number;
  vx: number;
  vy: number;
  density: number;
  pressure: number;
}

const H = 0.5;
const MASS = 0.06;
const poly6 = (r2: number): number => (r2 >= H * H ? 0 : (4 / (Math.PI * H ** 8)) * (H * H - r2) ** 3);
const spikySlope = (r: number): number => (-30 / (Math.PI * H ** 5)) * (H - r) ** 2;
const viscosityLaplacian = (r: number): number => (40 / (Math.PI * H ** 5)) * (H - r);

function stepFluid(particles: Particle[], fluid: Fluid, dt: number): void {
  for (const p of particles) {
    p.density = 0;
    for (const q of particles) p.density += MASS * poly6((p.x - q.x) ** 2 + (p.y - q.y) ** 2);
    p.pressure = fluid.stiffness * (p.density - fluid.restDensity);
  }
  const accelerations = particles.map((p) => {
    let ax = 0;
    let ay = -9.81;
    for (const q of particles) {
      if (p === q) continue;
      const dx = q.x - p.x;
      const dy = q.y - p.y;
      const r = Math.hypot(dx, dy);
      if (r >= H) continue;
      const push = (MASS * (p.pressure + q.pressure)) / (2 * q.density * p.density);
      ax += (push * spikySlope(r) * dx) / r;
      ay += (push * spikySlope(r) * dy) / r;
      const drag = (fluid.viscosity * MASS * viscosityLaplacian(r)) / (q.density * p.density);
      ax += drag * (q.vx - p.vx);
      ay += drag * (q.vy - p.vy);
    }
    return [ax, ay] as const;
  });
  particles.forEach((p, i) => {
    const [ax, ay] = accelerations[i]!;
    p.vx += dt * ax;
    p.vy += dt * ay;
    p.x += dt * p.vx;
    p.y += dt * p.vy;
    if (p.y < 0) {
      p.y = 0;
      p.vy *= -0.3;
    }
    if (p.x < 0) {
      p.x = 0;
      p.vx *= -0.3;
    }
  });
}

export function collapse(fluid: Fluid, count: number, steps = 3): { front: number; kinetic: number } {
  const columns = 4;
  const particles: Particle[] = [];
  for (let i = 0; i < count; i++) {
    const x = 0.2 * (i % columns) + 0.011 * Math.sin(7 * i) + 0.1;
    const y = 0.2 * Math.floor(i / columns) + 0.02;
    particles.push({ x, y, vx: 0.1 * Math.cos(i), vy: 0, density: 0, pressure: 0 });
  }
  for (let s = 0; s < steps; s++) stepFluid(particles, fluid, 0.01);
  const rightmost = [...particles].sort((a, b) => b.x - a.x).slice(0, 3);
  return {
    front: rightmost.reduce((s, p) => s + p.x, 0) / rightmost.length,
    kinetic: particles.reduce((s, p) => s + 0.5 * MASS * (p.vx ** 2 + p.vy ** 2), 0),
  };
}

export const program: Program = {
  f: collapse,
  inputs: (n) => [{ stiffness: 20, viscosity: 0.5, restDensity: 1.3 }, n],
  sizes: [12, 80],
  derivatives: ["jvp", "jacobian"],
};
