// A tree of soft questions: each node sends a sample left and right in parts, and each leaf has a mix of answers. The loss is
// the cross entropy plus a penalty on nodes that send nearly all one way. By the whole tree.

import type { Program } from "../program.ts";

interface Leaf {
  kind: "leaf";
  scores: number[];
}

interface Split {
  kind: "split";
  normal: number[];
  offset: number;
  left: Tree;
  right: Tree;
}

type Tree = Leaf | Split;

interface Sample {
  features: number[];
  answer: number;
}

function softmax(scores: number[]): number[] {
  const powers = scores.map((s) => Math.exp(s));
  const sum = powers.reduce((a, b) => a + b);
  return powers.map((p) => p / sum);
}

function toTheRight({ normal, offset }: Split, features: number[]): number {
  const z = normal.reduce((s, w, i) => s + w * features[i]!, offset);
  return 1 / (1 + Math.exp(-z));
}

function chance(tree: Tree, { features, answer }: Sample): number {
  if (tree.kind === "leaf") return softmax(tree.scores)[answer]!;
  const p = toTheRight(tree, features);
  return p * chance(tree.right, { features, answer }) + (1 - p) * chance(tree.left, { features, answer });
}

function imbalance(tree: Tree, samples: Sample[], depth = 0): number {
  if (tree.kind === "leaf") return 0;
  const mean = samples.reduce((s, { features }) => s + toTheRight(tree, features), 0) / samples.length;
  const here = -0.5 * (Math.log(mean) + Math.log(1 - mean));
  return here / 2 ** depth + imbalance(tree.left, samples, depth + 1) + imbalance(tree.right, samples, depth + 1);
}

const loss = (tree: Tree, samples: Sample[]): number =>
  samples.reduce((s, sample) => s - Math.log(chance(tree, sample)), 0) / samples.length +
  0.1 * imbalance(tree, samples);

const grow = (depth: number, seed: number): Tree =>
  depth === 0 || (depth === 1 && seed % 4 === 1)
    ? { kind: "leaf", scores: [Math.sin(seed), Math.cos(2 * seed), Math.sin(3 * seed)] }
    : {
        kind: "split",
        normal: [Math.cos(seed), Math.sin(5 * seed)],
        offset: 0.2 * Math.sin(seed),
        left: grow(depth - 1, 2 * seed),
        right: grow(depth - 1, 2 * seed + 1),
      };

export const program: Program = {
  f: loss,
  inputs: (n) => [
    grow(3, 1),
    Array.from({ length: n }, (_, i) => ({ features: [Math.sin(2 * i), Math.cos(3 * i)], answer: (i * 2) % 3 })),
  ],
  sizes: [12, 200],
  derivatives: ["grad", "hvp"],
};
