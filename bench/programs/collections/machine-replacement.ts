// When to replace machines that wear out: the least expected cost of the remaining years by dynamic programming from the top,
// remembered in a map by the text of the state.

import type { Program } from "../program.ts";

interface Costs {
  purchase: number;
  upkeep: number;
  growth: number;
  failure: number;
  discount: number;
}

interface State {
  year: number;
  ages: readonly number[];
}

function leastCost(costs: Costs, horizon: number, fleet: number[]): number {
  const memo = new Map<string, number>();
  const life = 5;

  function solve(state: State): number {
    const { year, ages } = state;
    if (year === horizon) return ages.reduce((s, age) => s - (costs.purchase * (life - age)) / (3 * life), 0);
    const key = `${year}|${[...ages].sort((a, b) => a - b).join(",")}`;
    const known = memo.get(key);
    if (known !== undefined) return known;

    // replace none, the oldest, or all
    const oldest = ages.indexOf(Math.max(...ages));
    const options: [number, number[]][] = [
      [0, [...ages]],
      [costs.purchase, ages.map((age, i) => (i === oldest ? 0 : age))],
      [0.95 * costs.purchase * ages.length, ages.map(() => 0)],
    ];
    let best = Infinity;
    for (const [price, next] of options) {
      if (next.some((age) => age >= life)) continue;
      const running = next.reduce((s, age) => s + costs.upkeep * (1 + costs.growth * age ** 2), 0);
      const risk = next.reduce((s, age) => s + costs.failure * (1 - Math.exp(-0.05 * age ** 2)), 0);
      const later = solve({ year: year + 1, ages: next.map((age) => age + 1) });
      best = Math.min(best, price + running + risk + costs.discount * later);
    }
    memo.set(key, best);
    return best;
  }

  return solve({ year: 0, ages: fleet });
}

export const program: Program = {
  f: leastCost,
  inputs: (n) => [{ purchase: 11.3, upkeep: 1.1, growth: 0.35, failure: 6.7, discount: 0.93 }, n, [1, 2, 4]],
  sizes: [5, 14],
  derivatives: ["grad"],
};
