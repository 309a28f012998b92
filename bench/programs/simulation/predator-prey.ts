// Lynx and hares with a Holling type II response, integrated by an adaptive Bogacki-Shampine 3(2) method:
// the sum of squares against yearly counts.

import type { Program } from "../program.ts";

type Pair = [prey: number, predators: number];

interface Rates {
  growth: number;
  capacity: number;
  attack: number;
  handling: number;
  conversion: number;
  death: number;
}

const change = (r: Rates, [x, y]: Pair): Pair => {
  const eaten = (r.attack * x * y) / (1 + r.attack * r.handling * x);
  return [r.growth * x * (1 - x / r.capacity) - eaten, r.conversion * eaten - r.death * y];
};

function integrate(rates: Rates, start: Pair, duration: number, tolerance: number): Pair {
  const move = (u: Pair, h: number, k: Pair): Pair => [u[0] + h * k[0], u[1] + h * k[1]];
  let u = start;
  let t = 0;
  let h = 0.1;
  let k1 = change(rates, u);
  while (t < duration) {
    if (t + h > duration) h = duration - t;
    const k2 = change(rates, move(u, h / 2, k1));
    const k3 = change(rates, move(u, 0.75 * h, k2));
    const next: Pair = [
      u[0] + (h / 9) * (2 * k1[0] + 3 * k2[0] + 4 * k3[0]),
      u[1] + (h / 9) * (2 * k1[1] + 3 * k2[1] + 4 * k3[1]),
    ];
    const k4 = change(rates, next);
    const e0 = h * ((-5 / 72) * k1[0] + k2[0] / 12 + k3[0] / 9 - k4[0] / 8);
    const e1 = h * ((-5 / 72) * k1[1] + k2[1] / 12 + k3[1] / 9 - k4[1] / 8);
    const error = Math.max(Math.abs(e0), Math.abs(e1)) / tolerance;
    if (error <= 1) {
      t += h;
      u = next;
      k1 = k4;
    }
    h *= Math.min(3, Math.max(0.3, 0.9 * error ** (-1 / 3)));
  }
  return u;
}

function sumOfSquares(rates: Rates, counts: Pair[]): number {
  const [first, ...later] = counts as [Pair, ...Pair[]];
  let u = first;
  let sum = 0;
  for (const [hares, lynx] of later) {
    u = integrate(rates, u, 0.5, 1e-4);
    sum += (Math.log(u[0]) - Math.log(hares)) ** 2 + (Math.log(u[1]) - Math.log(lynx)) ** 2;
  }
  return sum;
}

export const program: Program = {
  f: sumOfSquares,
  inputs: (n) => [
    { growth: 1.1, capacity: 12, attack: 0.5, handling: 0.2, conversion: 0.6, death: 0.4 },
    Array.from({ length: n }, (_, t) => [3 + 1.5 * Math.sin(0.4 * t), 2 + Math.sin(0.4 * t - 1.2)]),
  ],
  sizes: [12, 150],
  derivatives: ["grad", "hessian"],
};
