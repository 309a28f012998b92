// Message passing on a molecule-like graph: nodes gather messages along edges (with a bond type), update themselves by a
// shared cell for a few rounds, and a sum over nodes predicts an energy.

import type { Program } from "../program.ts";

interface Graph {
  features: number[][];
  edges: [from: number, to: number, bond: number][];
}

interface Parameters {
  bonds: number[][][]; // one matrix per bond type
  self: number[][];
  bias: number[];
  readout: number[];
}

function multiply(m: number[][], x: number[]): number[] {
  const y: number[] = [];
  for (const row of m) {
    let s = 0;
    row.forEach((w, j) => (s += w * x[j]!));
    y.push(s);
  }
  return y;
}

export function energyError(p: Parameters, graph: Graph, rounds: number, target: number): number {
  let nodes = graph.features.map((f) => [...f]);
  for (let r = 0; r < rounds; r++) {
    const inbox = nodes.map((node) => node.map(() => 0));
    const degree = nodes.map(() => 0);
    for (const [from, to, bond] of graph.edges) {
      const matrix = p.bonds[bond]!;
      for (const [a, b] of [
        [from, to],
        [to, from],
      ] as const) {
        const message = multiply(matrix, nodes[a]!);
        message.forEach((m, k) => {
          inbox[b]![k]! += m;
        });
        degree[b]!++;
      }
    }
    nodes = nodes.map((node, i) =>
      multiply(p.self, node).map((s, k) => Math.tanh(s + p.bias[k]! + inbox[i]![k]! / Math.max(1, degree[i]!))),
    );
  }
  const energy = nodes.reduce((sum, node) => sum + node.reduce((s, v, k) => s + v * p.readout[k]!, 0), 0);
  return (energy / nodes.length - target) ** 2;
}

export const program: Program = {
  f: energyError,
  inputs: (n) => {
    const m = (seed: number): number[][] =>
      [0, 1, 2].map((i) => [0, 1, 2].map((j) => 0.6 * Math.sin(seed + 4 * i + 3 * j)));
    const edges: [number, number, number][] = [];
    for (let i = 1; i < n; i++) edges.push([i - 1, i, i % 2]);
    for (let i = 0; i + 5 < n; i += 4) edges.push([i, i + 5, 1]);
    return [
      { bonds: [m(1), m(2)], self: m(3), bias: [0.1, -0.1, 0], readout: [0.5, 1, -0.7] },
      { features: Array.from({ length: n }, (_, i) => [Math.sin(i), i % 3 === 0 ? 1 : 0, 0.5]), edges },
      3,
      0.7,
    ];
  },
  sizes: [12, 150],
  derivatives: ["grad"],
};
