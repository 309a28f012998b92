// One pre-norm transformer block (layer normalisation, attention, feed-forward, both with skip connections):
// the block's output as a function of its input sequence, the weights fixed.

import type { Program } from "../program.ts";

interface Weights {
  q: number[][];
  k: number[][];
  v: number[][];
  up: number[][];
  down: number[][];
  scale: number[];
  shift: number[];
}

const apply = (m: number[][], x: number[]): number[] => m.map((row) => row.reduce((s, w, i) => s + w * (x[i] ?? 0), 0));
const plus = (a: number[], b: number[]): number[] => a.map((v, i) => v + (b[i] as number));

function layerNorm(x: number[], w: Weights): number[] {
  const mean = x.reduce((a, b) => a + b, 0) / x.length;
  const variance = x.reduce((s, v) => s + (v - mean) ** 2, 0) / x.length;
  const sd = Math.sqrt(variance + 1e-5);
  return x.map((v, i) => ((v - mean) / sd) * (w.scale[i] as number) + (w.shift[i] as number));
}

export function block(sequence: number[][], w: Weights): number[][] {
  const normed = sequence.map((x) => layerNorm(x, w));
  const keys = normed.map((x) => apply(w.k, x));
  const values = normed.map((x) => apply(w.v, x));

  const attended = normed.map((x, t) => {
    const scores = apply(keys, apply(w.q, x)).map((s) => Math.exp(s / Math.sqrt(x.length)));
    const sum = scores.reduce((a, b) => a + b, 0);
    let mix = new Array<number>(x.length).fill(0);
    for (const [j, s] of scores.entries())
      mix = plus(
        mix,
        values[j]!.map((v) => (s / sum) * v),
      );
    return plus(sequence[t]!, mix);
  });

  return attended.map((x) => {
    const hidden = apply(w.up, layerNorm(x, w)).map((v) => v / (1 + Math.exp(-1.702 * v)));
    return plus(x, apply(w.down, hidden));
  });
}

const grid = (rows: number, cols: number, seed: number): number[][] =>
  [...Array(rows).keys()].map((i) => [...Array(cols).keys()].map((j) => 0.5 * Math.sin(seed + 7 * i + 4 * j)));

export const program: Program = {
  f: block,
  inputs: (n) => [
    grid(n / 2, 4, 0.3),
    {
      q: grid(4, 4, 1),
      k: grid(4, 4, 2),
      v: grid(4, 4, 3),
      up: grid(8, 4, 4),
      down: grid(4, 8, 5),
      scale: [1, 1.1, 0.9, 1.05],
      shift: [0, 0.1, -0.1, 0.05],
    },
  ],
  sizes: [12, 60],
  derivatives: ["vjp", "linearize"],
};
