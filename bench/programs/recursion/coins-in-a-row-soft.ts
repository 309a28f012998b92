// The coin row game with players that choose an end by a logit rule: the first player's expected lead,
// by two functions that call each other.

import type { Program } from "../program.ts";

function expectedLead(coins: number[], temperature: number): number {
  const n = coins.length;
  const memoMine: (number | undefined)[] = new Array<number | undefined>(n * n);
  const memoTheirs: (number | undefined)[] = new Array<number | undefined>(n * n);

  // Probability weighted mean of two options for a player who likes the larger.
  const choose = (a: number, b: number): number => {
    const p = 1 / (1 + Math.exp((b - a) / temperature));
    return p * a + (1 - p) * b;
  };

  function mine(lo: number, hi: number): number {
    if (lo > hi) return 0;
    const key = lo * n + hi;
    const known = memoMine[key];
    if (known !== undefined) return known;
    const value = choose(coins[lo]! + theirs(lo + 1, hi), coins[hi]! + theirs(lo, hi - 1));
    memoMine[key] = value;
    return value;
  }

  function theirs(lo: number, hi: number): number {
    if (lo > hi) return 0;
    const key = lo * n + hi;
    const known = memoTheirs[key];
    if (known !== undefined) return known;
    const value = -choose(coins[lo]! - mine(lo + 1, hi), coins[hi]! - mine(lo, hi - 1));
    memoTheirs[key] = value;
    return value;
  }

  return mine(0, n - 1);
}

export const program: Program = {
  f: expectedLead,
  inputs: (n) => [Array.from({ length: n }, (_, i) => 5 + 4 * Math.sin(2.7 * i)), 1.5],
  sizes: [12, 60],
  derivatives: ["grad", "hvp"],
};
