// Prices that clear markets of substitutes: damped tatonnement, sped up by Aitken's formula for each good, until excess
// demand is small. The result is consumers' surplus at these prices.

import type { Program } from "../program.ts";

interface Good {
  taste: number;
  supply: number;
  elasticity: number;
}

function demands(goods: Good[], prices: number[], budget: number): number[] {
  const share = goods.map(({ taste, elasticity }, i) => taste * prices[i]! ** (1 - elasticity));
  const total = share.reduce((a, b) => a + b);
  return share.map((s, i) => (budget * s) / (total * prices[i]!));
}

const step = (goods: Good[], prices: number[], budget: number): number[] => {
  const wanted = demands(goods, prices, budget);
  return prices.map((p, i) => p * (wanted[i]! / goods[i]!.supply) ** 0.4);
};

function surplus(goods: Good[], budget = 10): number {
  let p = goods.map(() => 1);
  for (let round = 0; round < 40; round++) {
    const q = step(goods, p, budget);
    const r = step(goods, q, budget);
    const gap = Math.max(...q.map((v, i) => Math.abs(v - p[i]!)));
    if (gap < 1e-9) {
      p = r;
      break;
    }
    p = p.map((x, i) => {
      const bend = r[i]! - 2 * q[i]! + x;
      const slope = (q[i]! - x) ** 2;
      const jump = x - slope / bend;
      return Math.abs(bend) > 1e-3 && jump > 0.5 * x && jump < 2 * x ? jump : r[i]!;
    });
  }
  const bought = demands(goods, p, budget);
  return goods.reduce((s, { taste }, i) => s + taste * Math.log(bought[i]!), 0);
}

export const program: Program = {
  f: surplus,
  inputs: (n) => [
    Array.from({ length: n }, (_, i) => ({
      taste: 1 + 0.5 * Math.sin(1.3 * i),
      supply: 1 + 0.3 * Math.cos(i),
      elasticity: 1.5 + 0.2 * Math.sin(2 * i + 1),
    })),
  ],
  sizes: [12, 80],
  derivatives: ["grad"],
};
