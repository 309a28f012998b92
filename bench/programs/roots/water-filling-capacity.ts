// Capacity of parallel channels under a power budget: the water level by bisection, then exactly for the channels in use.

import type { Program } from "../program.ts";

function capacity(noise: number[], budget: number): number {
  let low = Math.min(...noise);
  let high = Math.max(...noise) + budget;
  while (high - low > 1e-6) {
    const level = (low + high) / 2;
    const used = noise.reduce((sum, v) => sum + Math.max(0, level - v), 0);
    if (used > budget) high = level;
    else low = level;
  }
  const active = noise.filter((v) => v < low);
  const level = (budget + active.reduce((a, b) => a + b, 0)) / active.length;
  return active.map((v) => 0.5 * Math.log2(level / v)).reduce((a, b) => a + b, 0);
}

export const program: Program = {
  f: capacity,
  inputs: (n) => [Array.from({ length: n }, (_, i) => 1 + 0.8 * Math.sin(2.3 * i + 0.3)), n / 3],
  sizes: [12, 400],
  derivatives: ["grad", "hvp"],
};
