// Voltage in a network of resistors between two terminals by successive over-relaxation on an edge list.

import type { Program } from "../program.ts";

interface Edge {
  from: number;
  to: number;
}

function effectiveResistance(resistances: number[], edges: Edge[], nodes: number): number {
  const neighbours: { node: number; conductance: number }[][] = Array.from({ length: nodes }, () => []);
  edges.forEach(({ from, to }, k) => {
    const conductance = 1 / resistances[k]!;
    neighbours[from]!.push({ node: to, conductance });
    neighbours[to]!.push({ node: from, conductance });
  });
  const v: number[] = new Array<number>(nodes).fill(0.5);
  v[0] = 1;
  v[nodes - 1] = 0;
  const omega = 1.4;
  let sweeps = 0;
  let largest: number;
  do {
    largest = 0;
    for (let i = 1; i < nodes - 1; i++) {
      let current = 0;
      let total = 0;
      for (const { node, conductance } of neighbours[i]!) {
        current += conductance * v[node]!;
        total += conductance;
      }
      const change = omega * (current / total - v[i]!);
      v[i]! += change;
      largest = Math.max(largest, Math.abs(change));
    }
    sweeps++;
  } while (largest > 1e-9 && sweeps < 200);
  let out = 0;
  for (const { node, conductance } of neighbours[0]!) out += conductance * (1 - v[node]!);
  return 1 / out;
}

export const program: Program = {
  f: effectiveResistance,
  inputs: (n) => {
    const edges: Edge[] = [];
    for (let i = 0; i + 1 < n; i++) {
      edges.push({ from: i, to: i + 1 });
      if (i + 4 < n) edges.push({ from: i, to: i + 4 });
    }
    return [edges.map((_, k) => 1 + 0.6 * Math.sin(k)), edges, n];
  },
  sizes: [12, 40],
  derivatives: ["grad"],
};
