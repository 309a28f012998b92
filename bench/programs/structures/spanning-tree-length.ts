// Kruskal's minimum spanning tree with union-find (path halving, union by size) of points in space: its total length.

import type { Program } from "../program.ts";

type Point = [number, number, number];

const distance = (p: Point, q: Point): number => Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);

function treeLength(points: Point[]): number {
  const n = points.length;
  const parent = Int32Array.from(points.keys());
  const size = new Uint16Array(n).fill(1);

  const find = (start: number): number => {
    let i = start;
    while (parent[i] !== i) {
      parent[i] = parent[parent[i]!]!;
      i = parent[i]!;
    }
    return i;
  };

  const edges: { i: number; j: number; length: number }[] = [];
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) edges.push({ i, j, length: distance(points[i]!, points[j]!) });
  }
  edges.sort((e, f) => e.length - f.length);

  let total = 0;
  let joined = 1;
  for (const { i, j, length } of edges) {
    let a = find(i);
    let b = find(j);
    if (a === b) continue;
    if (size[a]! < size[b]!) [a, b] = [b, a];
    parent[b] = a;
    size[a]! += size[b]!;
    total += length;
    if (++joined === n) break;
  }
  return total;
}

export const program: Program = {
  f: treeLength,
  inputs: (n) => [
    Array.from({ length: n }, (_, i): Point => [Math.sin(3 * i + 1), Math.cos(i * i), Math.sin(0.5 * i * i * i)]),
  ],
  sizes: [12, 40],
  derivatives: ["grad", "hvp"],
};
