// A normalising flow of coupling layers: points through layers that move every other coordinate by what the rest say,
// and the log density that follows. Layers are records, small networks inside them number[][].

import type { Program } from "../program.ts";

interface Coupling {
  even: boolean;
  inner: number[][];
  scale: number[][];
  shift: number[][];
}

const affine = (w: number[][], x: readonly number[]): number[] =>
  w.map((row) => row.reduce((s, v, j) => s + v * (x[j] ?? 1), 0));

function through({ even, inner, scale, shift }: Coupling, x: number[]): [y: number[], logDet: number] {
  const fixed = x.filter((_, i) => (i % 2 === 0) === even);
  const moved = x.filter((_, i) => (i % 2 === 0) !== even);
  const h = affine(inner, fixed).map(Math.tanh);
  const s = affine(scale, h).map((v) => 1.5 * Math.tanh(v / 1.5));
  const t = affine(shift, h);
  const changed = moved.map((v, i) => v * Math.exp(s[i]!) + t[i]!);
  const y: number[] = [];
  for (let i = 0, a = 0, b = 0; i < x.length; i++) y.push((i % 2 === 0) === even ? fixed[a++]! : changed[b++]!);
  return [y, s.reduce((p, q) => p + q, 0)];
}

function negativeLogDensity(layers: readonly Omit<Coupling, "even">[], points: number[][]): number {
  let total = 0;
  for (const point of points) {
    let x = point;
    let logDet = 0;
    layers.forEach((layer, k) => {
      const [y, d] = through({ ...layer, even: k % 2 === 0 }, x);
      x = y;
      logDet += d;
    });
    total += x.reduce((s, v) => s + 0.5 * (v * v + Math.log(2 * Math.PI)), 0) - logDet;
  }
  return total / points.length;
}

const block = (rows: number, columns: number, seed: number): number[][] =>
  Array.from({ length: rows }, (_, i) =>
    Array.from({ length: columns }, (_, j) => 0.4 * Math.sin(seed + 3 * i + 1.7 * j)),
  );

export const program: Program = {
  f: negativeLogDensity,
  inputs: (n) => [
    [1, 2, 3].map((k) => ({ inner: block(5, 3, k), scale: block(2, 6, 2 * k), shift: block(2, 6, 3 * k) })),
    Array.from({ length: n }, (_, i) => [0, 1, 2, 3].map((k) => 1.4 * Math.sin(i * (k + 2) + k))),
  ],
  sizes: [10, 60],
  derivatives: ["valueAndGrad", "hvp"],
};
