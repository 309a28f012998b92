// Expected cost of running a store for some periods under Poisson demand, for every opening stock (best order each period).

import type { Program } from "../program.ts";

interface Store {
  holding: number;
  shortage: number;
  fixed: number;
  unit: number;
  demand: number;
}

function poisson(mean: number, upTo: number): number[] {
  const p = [Math.exp(-mean)];
  for (let k = 1; k < upTo; k++) p.push((p[k - 1]! * mean) / k);
  p.push(1 - p.reduce((a, b) => a + b, 0));
  return p;
}

function openingValues(store: Store, capacity: number, periods: number): number[] {
  const probability = poisson(store.demand, capacity);
  let value: number[] = Array.from({ length: capacity + 1 }, (_, s) => -0.5 * store.unit * s);
  for (let t = 0; t < periods; t++) {
    // Cost to go for each level of stock after ordering.
    const after: number[] = [];
    for (let level = 0; level <= capacity; level++) {
      let c = 0;
      probability.forEach((q, d) => {
        const left = level - d;
        if (left >= 0) c += q * (store.holding * left + value[left]!);
        else c += q * (-store.shortage * left + value[0]!);
      });
      after.push(c);
    }
    value = value.map((_, stock) => {
      let least = after[stock]!;
      for (let order = 1; stock + order <= capacity; order++) {
        const c = store.fixed + store.unit * order + after[stock + order]!;
        if (c < least) least = c;
      }
      return least;
    });
  }
  return value;
}

export const program: Program = {
  f: openingValues,
  inputs: (n) => [{ holding: 0.31, shortage: 4.7, fixed: 3.3, unit: 1.07, demand: 3.6 }, n, 6],
  sizes: [12, 60],
  derivatives: ["jvp", "jacobian"],
};
