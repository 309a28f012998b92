// A small network put together from closures: each builder takes its slice of one flat parameter vector
// and hands back a function of the activations.

import type { Program } from "../program.ts";

type Layer = (x: number[]) => number[];
type Builder = (take: (count: number) => number[]) => Layer;

const dense =
  (from: number, to: number): Builder =>
  (take) => {
    const w = take(from * to);
    const b = take(to);
    return (x) => b.map((bi, i) => x.reduce((s, xj, j) => s + w[i * from + j]! * xj, bi));
  };

const elementwise =
  (g: (z: number) => number): Builder =>
  () =>
  (x) =>
    x.map(g);

const compose =
  (...builders: Builder[]): Builder =>
  (take) => {
    const layers = builders.map((build) => build(take));
    return (x) => layers.reduce((h, layer) => layer(h), x);
  };

const swish = (z: number): number => z / (1 + Math.exp(-z));

const architecture = (width: number): Builder =>
  compose(dense(2, width), elementwise(swish), dense(width, 6), elementwise(Math.tanh), dense(6, 1));

function loss(params: number[], width: number, points: [number, number, number][]): number {
  let used = 0;
  const take = (count: number): number[] => {
    const part = params.slice(used, used + count);
    used += count;
    return part;
  };
  const network = architecture(width)(take);
  return points.reduce((sum, [a, b, target]) => sum + (network([a, b])[0]! - target) ** 2, 0) / points.length;
}

export const program: Program = {
  f: loss,
  inputs: (n) => [
    Array.from({ length: 3 * n + 6 * n + 6 + 7 }, (_, i) => 0.6 * Math.sin(5 * i + 1)),
    n,
    Array.from({ length: 10 }, (_, i) => [Math.sin(i), Math.cos(3 * i), Math.sin(i) * Math.cos(3 * i)]),
  ],
  sizes: [12, 150],
  derivatives: ["grad", "hvp"],
};
