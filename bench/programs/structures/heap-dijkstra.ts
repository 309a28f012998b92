// Dijkstra's algorithm with a binary heap on a grid of streets: the mean travel time from one corner to all others, as
// a function of the time each street takes.

import type { Program } from "../program.ts";

interface Edge {
  to: number;
  street: number;
}

interface Entry {
  node: number;
  time: number;
}

function push(heap: Entry[], entry: Entry): void {
  heap.push(entry);
  let i = heap.length - 1;
  while (i > 0) {
    const up = (i - 1) >> 1;
    if (heap[up]!.time <= heap[i]!.time) break;
    [heap[up], heap[i]] = [heap[i]!, heap[up]!];
    i = up;
  }
}

function pop(heap: Entry[]): Entry {
  const top = heap[0]!;
  const last = heap.pop()!;
  if (heap.length > 0) {
    heap[0] = last;
    let i = 0;
    while (true) {
      let least = i;
      const l = 2 * i + 1;
      const r = l + 1;
      if (l < heap.length && heap[l]!.time < heap[least]!.time) least = l;
      if (r < heap.length && heap[r]!.time < heap[least]!.time) least = r;
      if (least === i) break;
      [heap[least], heap[i]] = [heap[i]!, heap[least]!];
      i = least;
    }
  }
  return top;
}

function meanTime(times: number[], graph: Edge[][]): number {
  const best: number[] = graph.map(() => Infinity);
  best[0] = 0;
  const heap: Entry[] = [{ node: 0, time: 0 }];
  while (heap.length > 0) {
    const { node, time } = pop(heap);
    if (time > best[node]!) continue;
    for (const { to, street } of graph[node]!) {
      const t = time + times[street]!;
      if (t < best[to]!) {
        best[to] = t;
        push(heap, { node: to, time: t });
      }
    }
  }
  return best.reduce((a, b) => a + b) / best.length;
}

export const program: Program = {
  f: meanTime,
  inputs: (n) => {
    const side = Math.ceil(Math.sqrt(n));
    const graph: Edge[][] = Array.from({ length: side * side }, () => []);
    const times: number[] = [];
    const join = (a: number, b: number): void => {
      graph[a]!.push({ to: b, street: times.length });
      graph[b]!.push({ to: a, street: times.length });
      times.push(1 + 0.6 * Math.sin(5 * times.length + 1));
    };
    for (let r = 0; r < side; r++) {
      for (let c = 0; c < side; c++) {
        if (c + 1 < side) join(r * side + c, r * side + c + 1);
        if (r + 1 < side) join(r * side + c, (r + 1) * side + c);
      }
    }
    return [times, graph];
  },
  sizes: [12, 400],
  derivatives: ["grad"],
};
