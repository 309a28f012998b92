// Heat that falls on a tilted disc from a point lamp: a double integral over radius and angle, by nested trapezoid and midpoint rules.

import type { Program } from "../program.ts";

interface Setup {
  lamp: { x: number; y: number; z: number };
  tilt: number;
  radius: number;
}

function integrate(f: (x: number) => number, a: number, b: number, n: number): number {
  const h = (b - a) / n;
  let s = 0.5 * (f(a) + f(b));
  for (let i = 1; i < n; i++) s += f(a + i * h);
  return s * h;
}

function heat(setup: Setup, n: number): number {
  const {
    lamp: { x: lx, y: ly, z: lz },
    tilt,
    radius,
  } = setup;
  const ct = Math.cos(tilt);
  const st = Math.sin(tilt);
  const intensity = (r: number, phi: number): number => {
    const u = r * Math.cos(phi);
    const px = u * ct;
    const py = r * Math.sin(phi);
    const pz = u * st;
    const dx = lx - px;
    const dy = ly - py;
    const dz = lz - pz;
    const d2 = dx * dx + dy * dy + dz * dz;
    const facing = -st * dx + ct * dz;
    return facing <= 0 ? 0 : facing / (d2 * Math.sqrt(d2));
  };
  return integrate((r) => r * integrate((phi) => intensity(r, phi), 0, 2 * Math.PI, n), 0, radius, Math.ceil(n / 2));
}

export const program: Program = {
  f: heat,
  inputs: (n) => [{ lamp: { x: 0.3, y: -0.2, z: 1.4 }, tilt: 0.35, radius: 0.9 }, n],
  sizes: [12, 80],
  derivatives: ["grad", "hvp"],
};
