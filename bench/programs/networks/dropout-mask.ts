// Training loss of a two-layer network with inverted dropout; the masks are bits of fixed integers.

import type { Program } from "../program.ts";

interface Weights {
  w1: number[][];
  w2: number[][];
  w3: number[];
}

const kept = (mask: number, unit: number): boolean => ((mask >>> (unit % 32)) & 1) === 1;

function dropout(h: number[], mask: number): number[] {
  let survivors = 0;
  for (let i = 0; i < h.length; i++) if (kept(mask, i)) survivors++;
  if (survivors === 0) return h.map(() => 0);
  const scale = h.length / survivors;
  return h.map((v, i) => (kept(mask, i) ? v * scale : 0));
}

function trainingLoss({ w1, w2, w3 }: Weights, samples: { x: number[]; y: number }[], masks: Uint32Array): number {
  let sum = 0;
  samples.forEach(({ x, y }, s) => {
    const h1: number[] = [];
    for (const row of w1) {
      let z = 0;
      for (const [j, w] of row.entries()) z += w * x[j]!;
      h1.push(Math.log1p(Math.exp(z)));
    }
    const d1 = dropout(h1, masks[2 * s]!);
    const h2 = w2.map((row) => {
      let z = 0;
      for (let j = 0; j < row.length; j++) {
        if (d1[j] === 0) continue;
        z += row[j]! * d1[j]!;
      }
      return Math.atan(z);
    });
    const d2 = dropout(h2, masks[2 * s + 1]!);
    const out = d2.reduce((acc, v, j) => acc + v * w3[j]!, 0);
    sum += Math.sqrt(1 + (out - y) ** 2) - 1;
  });
  return sum / samples.length;
}

export const program: Program = {
  f: trainingLoss,
  inputs: (n) => [
    {
      w1: Array.from({ length: n }, (_, i) => [0, 1, 2].map((j) => Math.sin(9 * i + 4 * j))),
      w2: Array.from({ length: 10 }, (_, i) =>
        Array.from({ length: n }, (_, j) => Math.cos(3 * i + 5 * j) / Math.sqrt(n)),
      ),
      w3: Array.from({ length: 10 }, (_, i) => 0.4 * Math.sin(i + 1)),
    },
    Array.from({ length: 8 }, (_, s) => ({ x: [Math.sin(s), Math.cos(s), 1], y: Math.sin(2 * s) })),
    Uint32Array.from({ length: 16 }, (_, i) => Math.imul(i + 3, 2654435761) ^ (i << 13)),
  ],
  sizes: [12, 120],
  derivatives: ["grad"],
};
