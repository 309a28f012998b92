// Unadjusted Langevin dynamics with fixed noise on a mixture's log density, its score by an inner gradient: the mean
// squared radius of the walkers as a function of the mixture's components.

import { grad } from "zeroth";
import type { Program } from "../program.ts";

interface Component {
  weight: number;
  mean: [number, number];
  spread: number;
}

function logDensity(mixture: Component[], [x, y]: number[]): number {
  let density = 0;
  for (const { weight, mean, spread } of mixture) {
    const d2 = (x! - mean[0]) ** 2 + (y! - mean[1]) ** 2;
    density += (weight / (spread * spread)) * Math.exp(-d2 / (2 * spread * spread));
  }
  return Math.log(density);
}

function sample(mixture: Component[], noise: number[][], steps: number, walkers: number): number {
  const score = grad((z: number[]) => logDensity(mixture, z));
  const dt = 0.05;
  let total = 0;
  for (let w = 0; w < walkers; w++) {
    let z = [Math.cos(w), Math.sin(w)];
    for (let k = 0; k < steps; k++) {
      const s = score(z);
      const xi = noise[(w * steps + k) % noise.length]!;
      z = z.map((v, i) => v + dt * s[i]! + Math.sqrt(2 * dt) * xi[i]!);
    }
    total += z[0]! ** 2 + z[1]! ** 2;
  }
  return total / walkers;
}

export const program: Program = {
  f: sample,
  inputs: (n) => [
    [
      { weight: 0.6, mean: [1, 0.5], spread: 0.6 },
      { weight: 0.4, mean: [-0.8, -0.3], spread: 0.9 },
    ],
    Array.from({ length: 97 }, (_, i) => [1.4 * Math.sin(i * i + 0.2), 1.4 * Math.cos(3 * i * i)]),
    n,
    6,
  ],
  sizes: [12, 60],
  derivatives: ["grad"],
};
