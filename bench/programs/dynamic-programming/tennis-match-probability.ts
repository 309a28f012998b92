// Probability to win a tennis match (games, sets, tie break) from the probability to win a point, by memoized recursion over scores.

import type { Program } from "../program.ts";

function race(p: number, target: number): number {
  // First to `target` with a lead of two.
  const memo: (number | null)[][] = Array.from({ length: target + 1 }, () =>
    Array.from({ length: target + 1 }, () => null),
  );
  const deuce = (p * p) / (p * p + (1 - p) * (1 - p));
  const win = (a: number, b: number): number => {
    if (a === target - 1 && b === target - 1) return deuce;
    if (a === target) return 1;
    if (b === target) return 0;
    const row = memo[a]!;
    let value = row[b];
    if (value == null) {
      value = p * win(a + 1, b) + (1 - p) * win(a, b + 1);
      row[b] = value;
    }
    return value;
  };
  return win(0, 0);
}

function match(point: number, gamesPerSet: number, bestOf: number): number {
  const game = race(point, 4);
  const set = race(game, gamesPerSet);
  const needed = (bestOf + 1) / 2;
  let total = 0;
  let ways = 1;
  for (let lost = 0; lost < needed; lost++) {
    total += ways * set ** needed * (1 - set) ** lost;
    ways = (ways * (needed + lost)) / (lost + 1);
  }
  return total;
}

export const program: Program = {
  f: match,
  inputs: (n) => [0.515, n / 2, 5],
  sizes: [12, 80],
  derivatives: ["valueAndGrad", "hessian"],
};
