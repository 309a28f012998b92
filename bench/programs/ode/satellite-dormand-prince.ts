// State of a satellite around an oblate planet after some time, by Dormand–Prince 5(4) with a tableau and error control.

import type { Program } from "../program.ts";

const A: readonly (readonly number[])[] = [
  [],
  [1 / 5],
  [3 / 40, 9 / 40],
  [44 / 45, -56 / 15, 32 / 9],
  [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729],
  [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656],
  [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84],
];
const E = [71 / 57600, 0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40];

const J2 = 0.00108;

function acceleration(s: readonly number[]): number[] {
  const [x, y, z, vx, vy, vz] = s as readonly [number, number, number, number, number, number];
  const r2 = x * x + y * y + z * z;
  const r = Math.sqrt(r2);
  const g = -1 / (r2 * r);
  const k = (1.5 * J2) / r2;
  const q = (5 * z * z) / r2;
  return [vx, vy, vz, g * x * (1 + k * (1 - q)), g * y * (1 + k * (1 - q)), g * z * (1 + k * (3 - q))];
}

function propagate(initial: number[], time: number, rtol: number): number[] {
  let y = initial;
  let t = 0;
  let h = 0.05;
  let first = acceleration(y);
  for (let n = 0; n < 10000 && t < time; n++) {
    h = Math.min(h, time - t);
    const ks = [first];
    let stage = y;
    for (let s = 1; s < 7; s++) {
      stage = y.map((v, i) => v + h * A[s]!.reduce((sum, a, j) => sum + a * ks[j]![i]!, 0));
      ks.push(acceleration(stage));
    }
    const scaled = y.map((v, i) => {
      const e = h * E.reduce((sum, c, j) => sum + c * ks[j]![i]!, 0);
      return e / (rtol * (1 + Math.max(Math.abs(v), Math.abs(stage[i]!))));
    });
    const err = Math.sqrt(scaled.reduce((sum, e) => sum + e * e, 0) / y.length);
    if (err < 1) {
      t += h;
      y = stage;
      first = ks[6]!;
    }
    h *= Math.min(5, Math.max(0.2, 0.9 * err ** -0.2));
  }
  return y;
}

export const program: Program = {
  f: propagate,
  inputs: (n) => [[1.05, 0, 0.1, 0, 0.8, 0.55], n / 10, 1e-6],
  sizes: [12, 100],
  derivatives: ["jvp", "jacobian"],
};
