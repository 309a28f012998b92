// Embeddings of sounds so that the same speaker's are close: a network of records with a skip connection, the triplet
// loss with a smooth margin.

import type { Program } from "../program.ts";

interface Unit {
  gain: number;
  from: number[];
  offset: number;
}

interface Embedder {
  hidden: Unit[];
  skip?: Unit[];
  out: Unit[];
}

const fire = ({ gain, from, offset }: Unit, x: number[]): number =>
  gain * Math.tanh(from.reduce((s, w, i) => s + w * (x[i] ?? 0), offset));

function embed({ hidden, skip, out }: Embedder, sound: number[]): number[] {
  const h = hidden.map((u) => fire(u, sound));
  const y = out.map((u, k) => fire(u, h) + (skip?.[k] ? fire(skip[k], sound) : 0));
  const length = Math.sqrt(y.reduce((s, v) => s + v * v, 1e-6));
  return y.map((v) => v / length);
}

const distance = (a: number[], b: number[]): number => a.reduce((s, v, i) => s + (v - b[i]!) ** 2, 0);

function tripletLoss(net: Embedder, sounds: number[][], speakers: string[], margin = 0.3): number {
  const e = sounds.map((s) => embed(net, s));
  let [sum, count] = [0, 0];
  for (let a = 0; a < e.length; a++) {
    for (let p = a + 1; p < e.length; p++) {
      if (speakers[a] !== speakers[p]) continue;
      const other = e.findIndex((_, k) => k > p && speakers[k] !== speakers[a]);
      if (other < 0) continue;
      const gap = distance(e[a]!, e[p]!) - distance(e[a]!, e[other]!) + margin;
      sum += Math.log1p(Math.exp(5 * gap)) / 5;
      count++;
    }
  }
  return count === 0 ? 0 : sum / count;
}

const units = (count: number, inputs: number, seed: number): Unit[] =>
  Array.from({ length: count }, (_, i) => ({
    gain: 1 + 0.1 * Math.cos(i),
    from: Array.from({ length: inputs }, (_, j) => 0.6 * Math.sin(seed + 5 * i + 2 * j)),
    offset: 0.05 * i,
  }));

export const program: Program = {
  f: tripletLoss,
  inputs: (n) => [
    { hidden: units(6, 4, 1), out: units(3, 6, 2), skip: units(2, 4, 3) },
    Array.from({ length: n }, (_, i) => [0, 1, 2, 3].map((k) => Math.sin(i * (k + 1)) + (i % 3))),
    Array.from({ length: n }, (_, i) => ["ann", "bob", "cay"][i % 3]),
  ],
  sizes: [12, 48],
  derivatives: ["grad"],
};
