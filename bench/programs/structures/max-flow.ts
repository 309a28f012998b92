// Maximum flow by breadth-first augmenting paths (Edmonds–Karp), edges in flat arrays with their reverses at i ^ 1:
// the value of the flow as a function of the capacities.

import type { Program } from "../program.ts";

interface Network {
  nodes: number;
  from: number[];
  to: number[];
}

function maxFlow(capacities: number[], net: Network): number {
  const { nodes, from, to } = net;
  const m = from.length;
  const head: number[] = [];
  const residual: number[] = [];
  const out: number[][] = Array.from({ length: nodes }, () => []);
  for (let e = 0; e < m; e++) {
    head.push(to[e]!, from[e]!);
    residual.push(capacities[e]!, 0);
    out[from[e]!]!.push(2 * e);
    out[to[e]!]!.push(2 * e + 1);
  }
  let flow = 0;
  for (;;) {
    const via = new Int32Array(nodes).fill(-1);
    const queue = [0];
    for (let q = 0; q < queue.length && via[nodes - 1] === -1; q++) {
      for (const e of out[queue[q]!]!) {
        const v = head[e]!;
        if (v !== 0 && via[v] === -1 && residual[e]! > 1e-12) {
          via[v] = e;
          queue.push(v);
        }
      }
    }
    if (via[nodes - 1] === -1) return flow;
    let room = Infinity;
    for (let v = nodes - 1; v !== 0; v = head[via[v]! ^ 1]!) room = Math.min(room, residual[via[v]!]!);
    for (let v = nodes - 1; v !== 0; v = head[via[v]! ^ 1]!) {
      residual[via[v]!]! -= room;
      residual[via[v]! ^ 1]! += room;
    }
    flow += room;
  }
}

export const program: Program = {
  f: maxFlow,
  inputs: (n) => {
    const from: number[] = [];
    const to: number[] = [];
    for (let i = 0; i < n - 1; i++) {
      for (const hop of [1, 2, 5]) {
        from.push(i);
        to.push(Math.min(n - 1, i + hop));
      }
    }
    return [from.map((_, e) => 1.5 + Math.sin(1.9 * e + 0.2)), { nodes: n, from, to }];
  },
  sizes: [12, 60],
  derivatives: ["grad"],
};
