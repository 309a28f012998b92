// The partition function of foldings of an RNA strand (McCaskill's recursion without stacking): the ensemble's free
// energy by the energies of pairs and of the loop.

import type { Program } from "../program.ts";

interface Energies {
  au: number;
  gc: number;
  gu: number;
  loop: number;
  kT: number;
}

function pairEnergy(a: string, b: string, e: Energies): number | null {
  switch (a + b) {
    case "AU":
    case "UA":
      return e.au;
    case "GC":
    case "CG":
      return e.gc;
    case "GU":
    case "UG":
      return e.gu;
    default:
      return null;
  }
}

function freeEnergy(e: Energies, strand: string, hairpin = 3): number {
  const n = strand.length;
  const z = Array.from({ length: n + 1 }, () => new Array<number>(n + 1).fill(1));
  for (let span = hairpin + 1; span < n; span++) {
    for (let i = 0; i + span < n; i++) {
      const j = i + span;
      let total = z[i]![j - 1]!;
      for (let k = i; k < j - hairpin; k++) {
        const energy = pairEnergy(strand[k]!, strand[j]!, e);
        if (energy === null) continue;
        const before = k > i ? z[i]![k - 1]! : 1;
        total += before * z[k + 1]![j - 1]! * Math.exp(-(energy + e.loop / (j - k)) / e.kT);
      }
      z[i]![j] = total;
    }
  }
  return -e.kT * Math.log(z[0]![n - 1]!);
}

export const program: Program = {
  f: freeEnergy,
  inputs: (n) => [
    { au: -0.9, gc: -1.6, gu: -0.4, loop: 1.5, kT: 0.61 },
    Array.from({ length: n }, (_, i) => "GCAUGGCUA"[(i * i + 3 * i) % 9]).join(""),
  ],
  sizes: [12, 50],
  derivatives: ["grad", "hessian"],
};
