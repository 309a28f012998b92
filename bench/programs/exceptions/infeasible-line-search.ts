// Descent to the analytic centre of a polygon: the objective throws outside of the polygon, and the line search halves the step
// until it does not.

import type { Program } from "../program.ts";

interface Side {
  a: number;
  b: number;
  c: number; // a x + b y <= c
}

class Infeasible extends Error {}

function potential(sides: Side[], x: number, y: number): number {
  let sum = 0;
  for (const { a, b, c } of sides) {
    const slack = c - a * x - b * y;
    if (slack <= 0) throw new Infeasible(`slack ${slack}`);
    sum -= Math.log(slack);
  }
  return sum;
}

function gradient(sides: Side[], x: number, y: number): [number, number] {
  let gx = 0;
  let gy = 0;
  for (const { a, b, c } of sides) {
    const w = 1 / (c - a * x - b * y);
    gx += a * w;
    gy += b * w;
  }
  return [gx, gy];
}

function search(sides: Side[], x: number, y: number, dx: number, dy: number): number {
  const before = potential(sides, x, y);
  for (let t = 1; t > 1e-6; t /= 2) {
    try {
      if (potential(sides, x + t * dx, y + t * dy) < before) return t;
    } catch (error) {
      if (!(error instanceof Infeasible)) throw error;
      // too far
    }
  }
  return 0;
}

function centre(sides: Side[], start: [number, number]): { x: number; y: number; value: number } {
  let [x, y] = start;
  for (let k = 0; k < 10; k++) {
    const [gx, gy] = gradient(sides, x, y);
    const t = search(sides, x, y, -gx, -gy);
    x -= t * gx;
    y -= t * gy;
  }
  return { x, y, value: potential(sides, x, y) };
}

export const program: Program = {
  f: centre,
  inputs: (n) => [
    Array.from({ length: n }, (_, i) => {
      const angle = (2 * Math.PI * i) / n;
      return { a: Math.cos(angle), b: Math.sin(angle), c: 1 + 0.4 * Math.sin(5 * i + 1) };
    }),
    [0.48, 0.39],
  ],
  sizes: [12, 150],
  derivatives: ["vjp", "jvp"],
};
