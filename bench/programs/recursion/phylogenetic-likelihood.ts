// Log likelihood of DNA sequences on a phylogenetic tree by Felsenstein's pruning under the Jukes–Cantor model,
// as a function of the branch lengths.

import type { Program } from "../program.ts";

interface Leaf {
  readonly name: string;
  readonly branch: number;
}

interface Fork {
  readonly children: readonly Tree[];
  readonly branch: number;
}

type Tree = Leaf | Fork;

const BASES = "ACGT";

const isLeaf = (t: Tree): t is Leaf => "name" in t;

/** Probabilities of what is seen below the node, for each base at the node's upper end. */
function conditional(tree: Tree, site: number, alignment: Record<string, string>): number[] {
  let below: number[];
  if (isLeaf(tree)) {
    const base = alignment[tree.name]![site]!;
    below = BASES.split("").map((b) => (b === base ? 1 : 0));
  } else {
    below = [1, 1, 1, 1];
    for (const child of tree.children) {
      const c = conditional(child, site, alignment);
      below = below.map((p, k) => p * c[k]!);
    }
  }
  const decay = Math.exp((-4 / 3) * tree.branch);
  const same = 0.25 + 0.75 * decay;
  const other = 0.25 - 0.25 * decay;
  const total = below.reduce((s, p) => s + p, 0);
  return below.map((p) => same * p + other * (total - p));
}

function logLikelihood(tree: Tree, alignment: Record<string, string>): number {
  const length = Object.values(alignment)[0]!.length;
  let sum = 0;
  for (let site = 0; site < length; site++) {
    const atRoot = conditional(tree, site, alignment);
    sum += Math.log(atRoot.reduce((s, p) => s + p / 4, 0));
  }
  return sum;
}

function makeTree(from: number, to: number): Tree {
  const branch = 0.1 + 0.05 * Math.sin(from + 3 * to);
  if (to - from === 1) return { name: `taxon${from}`, branch };
  const cut = from + Math.max(1, Math.floor((to - from) * 0.4));
  return { children: [makeTree(from, cut), makeTree(cut, to)], branch };
}

function makeAlignment(taxa: number, sites: number): Record<string, string> {
  const rows: Record<string, string> = {};
  for (let t = 0; t < taxa; t++) {
    let row = "";
    for (let s = 0; s < sites; s++)
      row += BASES[(s + ((t * s) % 5 === 3 ? 1 : 0) + (t > taxa / 2 && s % 4 === 0 ? 2 : 0)) % 4]!;
    rows[`taxon${t}`] = row;
  }
  return rows;
}

export const program: Program = {
  f: logLikelihood,
  inputs: (n) => [makeTree(0, n), makeAlignment(n, 6)],
  sizes: [12, 60],
  derivatives: ["grad"],
};
