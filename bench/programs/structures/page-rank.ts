// PageRank by power iteration on adjacency lists, with a strength for every link; returns the ranks.

import type { Program } from "../program.ts";

function pageRank(strength: number[][], links: number[][], rounds = 12, damping = 0.85): number[] {
  const n = links.length;
  const out = strength.map((row) => row.reduce((a, b) => a + b, 0));
  let rank = new Array<number>(n).fill(1 / n);
  for (let round = 0; round < rounds; round++) {
    const next = new Array<number>(n).fill((1 - damping) / n);
    let dangling = 0;
    for (let page = 0; page < n; page++) {
      const targets = links[page]!;
      if (targets.length === 0) {
        dangling += rank[page]!;
        continue;
      }
      targets.forEach((target, k) => {
        next[target]! += (damping * rank[page]! * strength[page]![k]!) / out[page]!;
      });
    }
    rank = next.map((r) => r + (damping * dangling) / n);
  }
  return rank;
}

export const program: Program = {
  f: pageRank,
  inputs: (n) => {
    const links = Array.from({ length: n }, (_, i) =>
      i % 6 === 5 ? [] : [(i + 1) % n, (i * i + 3) % n, (3 * i + 2) % n].slice(0, 1 + (i % 3)),
    );
    return [links.map((row, i) => row.map((_, k) => 1 + 0.5 * Math.cos(i + 2 * k))), links];
  },
  sizes: [12, 150],
  derivatives: ["vjp", "jvp"],
};
