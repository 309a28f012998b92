// Ensemble forecasts put into a binary search tree and walked in order: the continuous ranked probability score of the
// ensemble's empirical distribution against what was observed.

import type { Program } from "../program.ts";

type Tree = null | { key: number; count: number; left: Tree; right: Tree };

const insert = (tree: Tree, key: number): Tree => {
  if (tree === null) return { key, count: 1, left: null, right: null };
  if (key < tree.key) return { ...tree, count: tree.count + 1, left: insert(tree.left, key) };
  return { ...tree, count: tree.count + 1, right: insert(tree.right, key) };
};

function walk(tree: Tree, visit: (key: number) => void): void {
  if (tree === null) return;
  walk(tree.left, visit);
  visit(tree.key);
  walk(tree.right, visit);
}

function score(ensemble: number[], observed: number): number {
  let tree: Tree = null;
  for (const member of ensemble) tree = insert(tree, member);
  const size = tree?.count ?? 1;

  let area = 0;
  let below = 0;
  let last: number | undefined;
  walk(tree, (key) => {
    if (last !== undefined) {
      const p = below / size;
      if (observed <= last) area += (key - last) * (1 - p) ** 2;
      else if (observed >= key) area += (key - last) * p ** 2;
      else area += (observed - last) * p ** 2 + (key - observed) * (1 - p) ** 2;
    } else if (observed < key) area += key - observed;
    last = key;
    below += 1;
  });
  if (last !== undefined && observed > last) area += observed - last;
  return area;
}

export const program: Program = {
  f: (members: number[], truths: number[]): number => {
    let total = 0;
    truths.forEach((truth, day) => {
      const drift = day / truths.length;
      total += score(
        members.map((m) => m * (1 + 0.2 * drift) + drift),
        truth,
      );
    });
    return total / truths.length;
  },
  inputs: (n) => [
    Array.from({ length: n }, (_, i) => 9 + (4 * ((i * 37) % n)) / n + (0.5 / n) * Math.sin(i)),
    [9.47, 12.23, 10.41],
  ],
  sizes: [12, 100],
  derivatives: ["valueAndGrad"],
};
