// Training in batches that a generator deals from shuffled data: the loss on other data after some epochs of Adam, as a function
// of the weights at the start.

import type { Program } from "../program.ts";

interface Example {
  x: number[];
  y: number;
}

function shuffled<T>(items: readonly T[], round: number): T[] {
  const out = [...items];
  for (let i = out.length - 1; i > 0; i--) {
    const j = (i * 7919 + round * 104729) % (i + 1);
    [out[i], out[j]] = [out[j]!, out[i]!];
  }
  return out;
}

function* batches<T>(items: readonly T[], size: number, epochs: number): Generator<T[], number> {
  let dealt = 0;
  for (let epoch = 0; epoch < epochs; epoch++) {
    const deck = shuffled(items, epoch);
    while (deck.length > 0) {
      yield deck.splice(0, size);
      dealt++;
    }
  }
  return dealt;
}

const predict = (w: number[], x: number[]): number => 1 / (1 + Math.exp(-x.reduce((s, xi, i) => s + w[i]! * xi, 0)));

function train(start: number[], data: Example[], rate: number): number[] {
  let w = start;
  let m = start.map(() => 0);
  let v = start.map(() => 0);
  let t = 0;
  for (const batch of batches(data, 5, 3)) {
    t++;
    const g = w.map(
      (wi, i) => batch.reduce((s, { x, y }) => s + (predict(w, x) - y) * x[i]!, 0.01 * wi) / batch.length,
    );
    m = m.map((mi, i) => 0.9 * mi + 0.1 * g[i]!);
    v = v.map((vi, i) => 0.99 * vi + 0.01 * g[i]! ** 2);
    w = w.map((wi, i) => wi - (rate * m[i]!) / (1 - 0.9 ** t) / (Math.sqrt(v[i]! / (1 - 0.99 ** t)) + 1e-3));
  }
  return w;
}

function loss(start: number[], rate: number, data: Example[], other: Example[]): number {
  const w = train(start, data, rate);
  return -other.reduce((s, { x, y }) => s + Math.log(y === 1 ? predict(w, x) : 1 - predict(w, x)), 0) / other.length;
}

const examples = (count: number, seed: number): Example[] =>
  Array.from({ length: count }, (_, i) => {
    const x = [1, Math.sin(3 * i + seed), Math.cos(5 * i * i), Math.sin(i + 2 * seed)];
    return { x, y: x[1]! - 0.5 * x[2]! + 0.3 * Math.sin(11 * i) > 0 ? 1 : 0 };
  });

export const program: Program = {
  f: loss,
  inputs: (n) => [[0.1, -0.2, 0.3, 0.05], 0.1, examples(n, 1), examples(10, 2)],
  sizes: [12, 120],
  derivatives: ["grad", "hvp"],
};
