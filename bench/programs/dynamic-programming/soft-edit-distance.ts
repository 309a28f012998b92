// Edit distance with learned costs, the minimum replaced by a soft one.

import type { Program } from "../program.ts";

interface Costs {
  insert: number[];
  remove: number[];
  replace: number[][];
}

const softMin = (a: number, b: number, c: number, t: number): number => {
  const m = Math.min(a, b, c);
  return m - t * Math.log(Math.exp((m - a) / t) + Math.exp((m - b) / t) + Math.exp((m - c) / t));
};

function distance(costs: Costs, s: string, t: string, temperature: number): number {
  const code = (w: string): number[] => w.split("").map((c) => "ACGT".indexOf(c));
  const a = code(s);
  const b = code(t);
  const d: number[][] = [[0]];
  for (let i = 1; i <= a.length; i++) d.push([d[i - 1]![0]! + costs.remove[a[i - 1]!]!]);
  for (let j = 1; j <= b.length; j++) d[0]!.push(d[0]![j - 1]! + costs.insert[b[j - 1]!]!);
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const x = a[i - 1]!;
      const y = b[j - 1]!;
      d[i]!.push(
        softMin(
          d[i - 1]![j]! + costs.remove[x]!,
          d[i]![j - 1]! + costs.insert[y]!,
          d[i - 1]![j - 1]! + (x === y ? 0 : costs.replace[x]![y]!),
          temperature,
        ),
      );
    }
  }
  return d[a.length]![b.length]!;
}

const word = (n: number, k: number): string =>
  Array.from({ length: n }, (_, i) => "ACGT"[(i * k + ((i * i) >> 2)) % 4]).join("");

export const program: Program = {
  f: distance,
  inputs: (n) => [
    {
      insert: [1, 1.1, 0.9, 1.2],
      remove: [0.8, 1, 1.3, 1],
      replace: Array.from({ length: 4 }, (_, i) =>
        Array.from({ length: 4 }, (_, j) => 1.2 + 0.3 * Math.sin(i * 4 + j)),
      ),
    },
    word(n, 3),
    word(n - 2, 5),
    0.2,
  ],
  sizes: [12, 60],
  derivatives: ["grad"],
};
