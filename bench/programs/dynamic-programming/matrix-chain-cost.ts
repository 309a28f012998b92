// The cheapest order of multiplying a chain of matrices whose dimensions are real numbers (blocks of fractional size),
// memoised by recursion on intervals.

import type { Program } from "../program.ts";

function cheapest(sizes: number[], overhead = 0.5): number {
  const memo: (number | undefined)[][] = sizes.map(() => []);
  const best = (i: number, j: number): number => {
    if (j - i < 2) return 0;
    const known = memo[i]![j];
    if (known !== undefined) return known;
    let least = Infinity;
    for (let k = i + 1; k < j; k++) {
      const price = best(i, k) + best(k, j) + sizes[i]! * sizes[k]! * sizes[j]! + overhead;
      if (price < least) least = price;
    }
    memo[i]![j] = least;
    return least;
  };
  return best(0, sizes.length - 1) / sizes.length;
}

export const program: Program = {
  f: cheapest,
  inputs: (n) => [Array.from({ length: n + 1 }, (_, i) => 3 + 2 * Math.sin(1.7 * i * i + 0.4))],
  sizes: [10, 32],
  derivatives: ["grad"],
};
