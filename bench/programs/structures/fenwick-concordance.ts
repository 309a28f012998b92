// How well risk scores order the times of failure, with a weight for each patient: weighted concordance by a Fenwick tree of
// ranks, after a sort by time. The result is the log odds of the concordance, by the logs of the weights.

import type { Program } from "../program.ts";

interface Patient {
  time: number;
  risk: number;
  failed: boolean;
}

const makeFenwick = (size: number) => {
  const tree = new Float64Array(size + 1);
  return {
    add(rank: number, amount: number): void {
      for (let i = rank + 1; i <= size; i += i & -i) tree[i]! += amount;
    },
    before(rank: number): number {
      let sum = 0;
      for (let i = rank; i > 0; i -= i & -i) sum += tree[i]!;
      return sum;
    },
  };
};

function concordance(logWeights: number[], patients: Patient[]): number {
  const n = patients.length;
  const indices = patients.map((_, i) => i);
  const rank: number[] = [];
  [...indices].sort((a, b) => patients[a]!.risk - patients[b]!.risk).forEach((who, r) => (rank[who] = r));
  const weights = logWeights.map((w) => Math.exp(w));

  const later = makeFenwick(n);
  let total = 0;
  let agree = 0;
  let pairs = 0;
  for (const who of [...indices].sort((a, b) => patients[b]!.time - patients[a]!.time)) {
    const weight = weights[who]!;
    if (patients[who]!.failed) {
      agree += weight * later.before(rank[who]!);
      pairs += weight * total;
    }
    later.add(rank[who]!, weight);
    total += weight;
  }
  if (pairs === 0) throw new Error("nothing to compare");
  return Math.log(agree / (pairs - agree));
}

export const program: Program = {
  f: concordance,
  inputs: (n) => [
    Array.from({ length: n }, (_, i) => 0.5 * Math.sin(1.9 * i)),
    Array.from({ length: n }, (_, i) => {
      const time = 5 + 4 * Math.sin(2.7 * i + 0.1);
      return { time, risk: -0.3 * time + Math.cos(5 * i), failed: i % 4 !== 2 };
    }),
  ],
  sizes: [14, 280],
  derivatives: ["grad", "hvp"],
};
