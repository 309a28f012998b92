// Skip-gram with negative sampling: tokens index rows of two embedding tables stored flat; negatives come from a hash.

import type { Program } from "../program.ts";

interface Tables {
  words: Float64Array;
  contexts: Float64Array;
}

const hash = (a: number, b: number, c: number): number => {
  let h = Math.imul(a + 1, 0x9e3779b1) ^ Math.imul(b + 1, 0x85ebca6b) ^ Math.imul(c + 1, 0xc2b2ae35);
  h ^= h >>> 15;
  return h >>> 0;
};

function rowDot(a: Float64Array, i: number, b: Float64Array, j: number, dim: number): number {
  let s = 0;
  for (let k = 0; k < dim; k++) s += a[i * dim + k]! * b[j * dim + k]!;
  return s;
}

export function skipGram(tables: Tables, tokens: Int32Array, dim: number, window = 2, negatives = 3): number {
  const { words, contexts } = tables;
  const vocabulary = words.length / dim;
  let loss = 0;
  let pairs = 0;
  for (let t = 0; t < tokens.length; t++) {
    const centre = tokens[t]!;
    for (let o = -window; o <= window; o++) {
      if (o === 0 || t + o < 0 || t + o >= tokens.length) continue;
      const positive = rowDot(words, centre, contexts, tokens[t + o]!, dim);
      loss += Math.log1p(Math.exp(-positive));
      for (let k = 0; k < negatives; k++) {
        const other = hash(t, o, k) % vocabulary;
        loss += Math.log1p(Math.exp(rowDot(words, centre, contexts, other, dim)));
      }
      pairs++;
    }
  }
  return loss / pairs;
}

export const program: Program = {
  f: skipGram,
  inputs: (n) => {
    const dim = 6;
    const vocabulary = 20;
    const table = (seed: number): Float64Array =>
      Float64Array.from({ length: dim * vocabulary }, (_, i) => 0.8 * Math.sin(seed + 2.9 * i));
    return [
      { words: table(0), contexts: table(1) },
      Int32Array.from({ length: n }, (_, t) => (t * t + 3 * (t % 5)) % vocabulary),
      dim,
    ];
  },
  sizes: [12, 250],
  derivatives: ["grad"],
};
