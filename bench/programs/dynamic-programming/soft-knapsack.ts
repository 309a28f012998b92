// A knapsack where every feasible packing counts by its Boltzmann weight: the free energy over integer capacities.

import type { Program } from "../program.ts";

function freeEnergy(values: number[], weights: Int32Array, capacity: number, temperature: number): number {
  // best[c]: log of the partition function of packings that weigh exactly c
  const best: number[] = new Array<number>(capacity + 1).fill(-Infinity);
  best[0] = 0;
  for (let k = 0; k < values.length; k++) {
    const w = weights[k]!;
    const gain = values[k]! / temperature;
    for (let c = capacity; c >= w; c--) {
      const without = best[c]!;
      const withIt = best[c - w]!;
      if (withIt === -Infinity) continue;
      const cand = withIt + gain;
      if (without === -Infinity) best[c] = cand;
      else if (without > cand) best[c] = without + Math.log(1 + Math.exp(cand - without));
      else best[c] = cand + Math.log(1 + Math.exp(without - cand));
    }
  }
  let z = -Infinity;
  for (const b of best) {
    if (b === -Infinity) continue;
    const top = Math.max(z, b);
    z = top + Math.log(Math.exp(z - top) + Math.exp(b - top));
  }
  return temperature * z;
}

export const program: Program = {
  f: freeEnergy,
  inputs: (n) => [
    Array.from({ length: n }, (_, i) => 3 + 2 * Math.sin(1.9 * i)),
    Int32Array.from({ length: n }, (_, i) => 2 + ((i * 5) % 7)),
    2 * n,
    0.8,
  ],
  sizes: [12, 80],
  derivatives: ["grad"],
};
