// A perceptron described by an array of layer records, each with its own activation; binary cross entropy plus L2 decay.

import type { Program } from "../program.ts";

type Activation = "relu" | "tanh" | "sigmoid" | "gelu" | "none";

interface Layer {
  weights: number[][];
  biases: number[];
  activation: Activation;
}

function activate(x: number, kind: Activation): number {
  switch (kind) {
    case "relu":
      return x > 0 ? x : 0;
    case "tanh":
      return Math.tanh(x);
    case "sigmoid":
      return 1 / (1 + Math.exp(-x));
    case "gelu":
      return 0.5 * x * (1 + Math.tanh(0.7978845608 * (x + 0.044715 * x * x * x)));
    case "none":
      return x;
  }
}

function applyLayer(layer: Layer, input: number[]): number[] {
  const output: number[] = [];
  for (let i = 0; i < layer.weights.length; i++) {
    let z = layer.biases[i]!;
    const row = layer.weights[i]!;
    for (let j = 0; j < input.length; j++) z += row[j]! * input[j]!;
    output.push(activate(z, layer.activation));
  }
  return output;
}

interface Example {
  features: number[];
  label: 0 | 1;
}

export function objective(layers: Layer[], batch: Example[], decay = 1e-3): number {
  let loss = 0;
  for (const { features, label } of batch) {
    let h = features;
    for (const layer of layers) h = applyLayer(layer, h);
    const p = Math.min(Math.max(h[0]!, 1e-7), 1 - 1e-7);
    loss -= label === 1 ? Math.log(p) : Math.log(1 - p);
  }
  let norm = 0;
  for (const { weights } of layers) for (const row of weights) for (const w of row) norm += w * w;
  return loss / batch.length + 0.5 * decay * norm;
}

function layer(from: number, to: number, activation: Activation, seed: number): Layer {
  return {
    weights: Array.from({ length: to }, (_, i) =>
      Array.from({ length: from }, (_, j) => Math.sin(seed * 100 + i * from + j) * Math.sqrt(2 / from)),
    ),
    biases: Array.from({ length: to }, (_, i) => 0.1 * Math.cos(seed + i)),
    activation,
  };
}

export const program: Program = {
  f: objective,
  inputs: (n) => [
    [layer(4, n, "relu", 1), layer(n, 8, "gelu", 2), layer(8, 5, "tanh", 3), layer(5, 1, "sigmoid", 4)],
    Array.from({ length: n }, (_, i) => ({
      features: [0, 1, 2, 3].map((k) => Math.sin(i * (k + 1) + 0.3)),
      label: i % 3 === 0 ? 1 : 0,
    })),
  ],
  sizes: [12, 80],
  derivatives: ["grad"],
};
