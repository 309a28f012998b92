// The likelihood of sentences under a stochastic grammar in Chomsky's normal form: inside probabilities in a chart of
// records, weights through softmax per left side.

import type { Program } from "../program.ts";

interface Rule {
  from: string;
  to: [string, string] | string;
}

const rules: Rule[] = [
  { from: "S", to: ["N", "V"] },
  { from: "S", to: ["S", "P"] },
  { from: "N", to: ["D", "N"] },
  { from: "N", to: ["N", "P"] },
  { from: "V", to: ["T", "N"] },
  { from: "V", to: ["V", "P"] },
  { from: "P", to: ["Q", "N"] },
  { from: "N", to: "dog" },
  { from: "N", to: "tree" },
  { from: "V", to: "sleeps" },
  { from: "T", to: "sees" },
  { from: "D", to: "the" },
  { from: "Q", to: "near" },
];

function probabilities(weights: number[]): number[] {
  return rules.map(({ from }, r) => {
    const total = rules.reduce((sum, rule, k) => (rule.from === from ? sum + Math.exp(weights[k]!) : sum), 0);
    return Math.exp(weights[r]!) / total;
  });
}

function surprise(weights: number[], words: string[]): number {
  const p = probabilities(weights);
  const n = words.length;
  const chart: Record<string, number>[][] = words.map(() => words.map(() => ({})));
  for (let length = 1; length <= n; length++) {
    for (let start = 0; start + length <= n; start++) {
      const cell: Record<string, number> = { S: 0, N: 0, V: 0, P: 0, T: 0, D: 0, Q: 0 };
      rules.forEach(({ from, to }, r) => {
        if (typeof to === "string") {
          if (length === 1 && words[start] === to) cell[from]! += p[r]!;
          return;
        }
        for (let split = 1; split < length; split++) {
          const left = chart[start]![start + split - 1]![to[0]]!;
          const right = chart[start + split]![start + length - 1]![to[1]]!;
          cell[from]! += p[r]! * left * right;
        }
      });
      chart[start]![start + length - 1] = cell;
    }
  }
  return -Math.log(chart[0]![n - 1]!["S"]!) / n;
}

export const program: Program = {
  f: surprise,
  inputs: (n) => {
    const words = "the dog sees the tree".split(" ");
    while (words.length + 3 <= n) words.push("near", "the", words.length % 2 === 0 ? "dog" : "tree");
    return [rules.map((_, i) => 0.3 * Math.sin(i)), words];
  },
  sizes: [11, 23],
  derivatives: ["valueAndGrad"],
};
