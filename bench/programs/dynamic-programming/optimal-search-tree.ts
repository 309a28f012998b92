// Expected number of comparisons in the best binary search tree, per bit of entropy, as it depends on how often keys are asked.

import type { Program } from "../program.ts";

function costPerBit(weights: number[]): number {
  const total = weights.reduce((a, b) => a + b, 0);
  const p = weights.map((w) => w / total);
  const n = p.length;
  const prefix = [0];
  for (const q of p) prefix.push(prefix[prefix.length - 1]! + q);

  const cost: number[][] = Array.from({ length: n + 2 }, () => new Array<number>(n + 2).fill(0));
  const root: number[][] = Array.from({ length: n + 2 }, (_, i) => new Array<number>(n + 2).fill(i));
  for (let i = 1; i <= n; i++) {
    cost[i]![i] = p[i - 1]!;
    root[i]![i] = i;
  }
  for (let span = 2; span <= n; span++) {
    for (let i = 1; i + span - 1 <= n; i++) {
      const j = i + span - 1;
      let best = Infinity;
      // Knuth: the root lies between those of the shorter ranges.
      for (let r = root[i]![j - 1]!; r <= root[i + 1]![j]!; r++) {
        const c = (r > i ? cost[i]![r - 1]! : 0) + (r < j ? cost[r + 1]![j]! : 0);
        if (c < best) {
          best = c;
          root[i]![j] = r;
        }
      }
      cost[i]![j] = best + prefix[j]! - prefix[i - 1]!;
    }
  }
  const entropy = p.map((q) => -q * Math.log2(q)).reduce((a, b) => a + b, 0);
  return cost[1]![n]! / entropy;
}

export const program: Program = {
  f: costPerBit,
  inputs: (n) => [Array.from({ length: n }, (_, i) => 1 + 0.9 * Math.sin(i * i + 0.5))],
  sizes: [12, 70],
  derivatives: ["grad"],
};
