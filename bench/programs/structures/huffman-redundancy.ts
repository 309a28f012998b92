// Huffman code lengths from a priority list of subtrees: expected code length minus entropy, for symbol weights.

import type { Program } from "../program.ts";

type Branch =
  { leaf: true; symbol: number; weight: number } | { leaf: false; zero: Branch; one: Branch; weight: number };

function depthSum(branch: Branch, depth: number, p: number[]): number {
  if (branch.leaf) return depth * p[branch.symbol]!;
  return depthSum(branch.zero, depth + 1, p) + depthSum(branch.one, depth + 1, p);
}

function redundancy(weights: number[]): number {
  const total = weights.reduce((a, b) => a + b, 0);
  const p = weights.map((w) => w / total);
  const forest: Branch[] = p.map((weight, symbol) => ({ leaf: true, symbol, weight }));
  forest.sort((a, b) => b.weight - a.weight);
  while (forest.length > 1) {
    const zero = forest.pop()!;
    const one = forest.pop()!;
    const weight = zero.weight + one.weight;
    let at = forest.length;
    while (at > 0 && forest[at - 1]!.weight < weight) at--;
    forest.splice(at, 0, { leaf: false, zero, one, weight });
  }
  const entropy = -p.reduce((h, q) => h + q * Math.log2(q), 0);
  return depthSum(forest[0]!, 0, p) - entropy;
}

export const program: Program = {
  f: redundancy,
  inputs: (n) => [Array.from({ length: n }, (_, i) => Math.exp(2 * Math.sin(1.3 * i + 0.4)) + 0.01 * i)],
  sizes: [12, 150],
  derivatives: ["valueAndGrad", "hvp"],
};
