// A network that is put together from a list of descriptions (dense, scale, skip) into a list of functions, each of
// which owns its part of the parameters. Cross entropy of a few labelled points.

import type { Program } from "../program.ts";

type Description =
  { type: "dense"; activation?: "relu" | "gelu" | "swish" } | { type: "scale" } | { type: "skip"; over: Description[] };

type Weights = { w?: number[][]; b?: number[]; inner?: Weights[] };
type Layer = (x: number[]) => number[];

const activations = {
  relu: (x: number) => (x > 0 ? x : 0.01 * x),
  gelu: (x: number) => 0.5 * x * (1 + Math.tanh(0.79788456 * (x + 0.044715 * x ** 3))),
  swish: (x: number) => x / (1 + Math.exp(-x)),
};

function build(description: Description, weights: Weights): Layer {
  switch (description.type) {
    case "dense": {
      const act = description.activation ? activations[description.activation] : (x: number) => x;
      const { w = [], b = [] } = weights;
      return (x) => w.map((row, i) => act(row.reduce((s, v, j) => s + v * x[j]!, b[i] ?? 0)));
    }
    case "scale":
      return (x) => {
        const m = x.reduce((a, c) => a + c, 0) / x.length;
        const spread = Math.sqrt(x.reduce((a, c) => a + (c - m) ** 2, 1e-3) / x.length);
        return x.map((v, i) => ((v - m) / spread) * (weights.b?.[i] ?? 1));
      };
    case "skip": {
      const inner = chain(description.over, weights.inner ?? []);
      return (x) => inner(x).map((v, i) => v + x[i]!);
    }
  }
}

const chain = (descriptions: Description[], weights: Weights[]): Layer => {
  const layers = descriptions.map((d, i) => build(d, weights[i] ?? {}));
  return (x) => layers.reduce((signal, layer) => layer(signal), x);
};

function crossEntropy(weights: Weights[], descriptions: Description[], points: [x: number[], label: number][]): number {
  const net = chain(descriptions, weights);
  const losses = points.map(([x, label]) => {
    const logits = net(x);
    const top = Math.max(...logits);
    return top + Math.log(logits.reduce((s, v) => s + Math.exp(v - top), 0)) - logits[label]!;
  });
  return losses.reduce((a, b) => a + b, 0) / losses.length;
}

const matrix = (rows: number, columns: number, phase: number): number[][] =>
  Array.from({ length: rows }, (_, i) =>
    Array.from({ length: columns }, (_, j) => 0.6 * Math.sin(5 * i + 3 * j + phase)),
  );

export const program: Program = {
  f: crossEntropy,
  inputs: (n) => [
    [
      { w: matrix(6, 2, 0.1), b: [0.1, -0.2, 0.3, 0.05, -0.1, 0.2] },
      { b: [1, 0.9, 1.1, 1, 0.8, 1.2] },
      { inner: [{ w: matrix(6, 6, 0.7), b: [0, 0.1, 0, -0.1, 0, 0.1] }] },
      { w: matrix(3, 6, 1.3), b: [0.1, 0, -0.1] },
    ],
    [
      { type: "dense", activation: "gelu" },
      { type: "scale" },
      { type: "skip", over: [{ type: "dense", activation: "swish" }] },
      { type: "dense" },
    ] satisfies Description[],
    Array.from({ length: n }, (_, i) => [[Math.sin(2 * i), Math.cos(3 * i + 0.2)], i % 3]),
  ],
  sizes: [12, 150],
  derivatives: ["grad"],
};
