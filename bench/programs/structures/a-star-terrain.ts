// The cheapest walk over hills from corner to corner: A* on a grid with a binary heap of records; climbing costs more
// than descending. Its cost, by the heights.

import type { Program } from "../program.ts";

interface Node {
  cell: number;
  cost: number;
  estimate: number;
}

function push(heap: Node[], node: Node): void {
  heap.push(node);
  let i = heap.length - 1;
  while (i > 0) {
    const parent = (i - 1) >> 1;
    if (heap[parent]!.estimate <= heap[i]!.estimate) break;
    [heap[parent], heap[i]] = [heap[i]!, heap[parent]!];
    i = parent;
  }
}

function pop(heap: Node[]): Node | undefined {
  const top = heap[0];
  const last = heap.pop();
  if (heap.length === 0 || !last) return top;
  heap[0] = last;
  for (let i = 0; ;) {
    const [l, r] = [2 * i + 1, 2 * i + 2];
    let least = i;
    if (l < heap.length && heap[l]!.estimate < heap[least]!.estimate) least = l;
    if (r < heap.length && heap[r]!.estimate < heap[least]!.estimate) least = r;
    if (least === i) return top;
    [heap[i], heap[least]] = [heap[least]!, heap[i]!];
    i = least;
  }
}

function walk(heights: number[][]): number {
  const rows = heights.length;
  const columns = heights[0]!.length;
  const done = [] as boolean[];
  const ahead = (r: number, c: number): number => Math.hypot(rows - 1 - r, columns - 1 - c);
  const open: Node[] = [{ cell: 0, cost: 0, estimate: ahead(0, 0) }];
  for (let node = pop(open); node; node = pop(open)) {
    const { cell, cost } = node;
    if (done[cell]) continue;
    done[cell] = true;
    const [r, c] = [Math.floor(cell / columns), cell % columns];
    if (r === rows - 1 && c === columns - 1) return cost;
    for (const [dr, dc] of [
      [0, 1],
      [1, 0],
      [0, -1],
      [-1, 0],
      [1, 1],
    ] as const) {
      const height = heights[r + dr]?.[c + dc];
      if (height === undefined) continue;
      const rise = height - heights[r]![c]!;
      const step = Math.sqrt(dr * dr + dc * dc + rise * rise) * (rise > 0 ? 1 + rise : 1);
      const next = cost + step;
      push(open, { cell: (r + dr) * columns + c + dc, cost: next, estimate: next + ahead(r + dr, c + dc) });
    }
  }
  return Infinity;
}

export const program: Program = {
  f: walk,
  inputs: (n) => {
    const side = Math.max(3, Math.ceil(Math.sqrt(n)));
    return [
      Array.from({ length: side }, (_, r) =>
        Array.from({ length: side + 1 }, (_, c) => Math.sin(1.3 * r + 0.4) * Math.cos(1.7 * c) + 0.1 * Math.sin(r * c)),
      ),
    ];
  },
  sizes: [12, 140],
  derivatives: ["grad"],
};
