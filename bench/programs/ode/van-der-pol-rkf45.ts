// Van der Pol's oscillator with step size control by the Runge–Kutta–Fehlberg pair; squared distance from the origin at the end.

import type { Program } from "../program.ts";

interface Start {
  x: number;
  v: number;
  mu: number;
}

function distance2(start: Start, tEnd: number, tol = 1e-6): number {
  const { mu } = start;
  const fx = (_x: number, v: number): number => v;
  const fv = (x: number, v: number): number => mu * (1 - x * x) * v - x;
  let { x, v } = start;
  let t = 0;
  let h = 0.1;
  while (t < tEnd) {
    if (t + h > tEnd) h = tEnd - t;
    const a1 = h * fx(x, v);
    const b1 = h * fv(x, v);
    const a2 = h * fx(x + a1 / 4, v + b1 / 4);
    const b2 = h * fv(x + a1 / 4, v + b1 / 4);
    const x3 = x + (3 * a1 + 9 * a2) / 32;
    const v3 = v + (3 * b1 + 9 * b2) / 32;
    const a3 = h * fx(x3, v3);
    const b3 = h * fv(x3, v3);
    const x4 = x + (1932 * a1 - 7200 * a2 + 7296 * a3) / 2197;
    const v4 = v + (1932 * b1 - 7200 * b2 + 7296 * b3) / 2197;
    const a4 = h * fx(x4, v4);
    const b4 = h * fv(x4, v4);
    const x5 = x + (439 / 216) * a1 - 8 * a2 + (3680 / 513) * a3 - (845 / 4104) * a4;
    const v5 = v + (439 / 216) * b1 - 8 * b2 + (3680 / 513) * b3 - (845 / 4104) * b4;
    const a5 = h * fx(x5, v5);
    const b5 = h * fv(x5, v5);
    const x6 = x - (8 / 27) * a1 + 2 * a2 - (3544 / 2565) * a3 + (1859 / 4104) * a4 - (11 / 40) * a5;
    const v6 = v - (8 / 27) * b1 + 2 * b2 - (3544 / 2565) * b3 + (1859 / 4104) * b4 - (11 / 40) * b5;
    const a6 = h * fx(x6, v6);
    const b6 = h * fv(x6, v6);
    const errX = a1 / 360 - (128 / 4275) * a3 - (2197 / 75240) * a4 + a5 / 50 + (2 / 55) * a6;
    const errV = b1 / 360 - (128 / 4275) * b3 - (2197 / 75240) * b4 + b5 / 50 + (2 / 55) * b6;
    const err = Math.max(Math.abs(errX), Math.abs(errV), 1e-12);
    if (err <= tol) {
      t += h;
      x += (16 / 135) * a1 + (6656 / 12825) * a3 + (28561 / 56430) * a4 - (9 / 50) * a5 + (2 / 55) * a6;
      v += (16 / 135) * b1 + (6656 / 12825) * b3 + (28561 / 56430) * b4 - (9 / 50) * b5 + (2 / 55) * b6;
    }
    h *= Math.min(4, Math.max(0.2, 0.84 * Math.pow(tol / err, 0.25)));
  }
  return x * x + v * v;
}

export const program: Program = {
  f: distance2,
  inputs: (n) => [{ x: 1.2, v: -0.3, mu: 1.8 }, n / 4],
  sizes: [12, 120],
  derivatives: ["grad"],
};
