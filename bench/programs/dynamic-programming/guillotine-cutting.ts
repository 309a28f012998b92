// The most money that a sheet of glass can give when it is cut right across again and again: every piece is sold from a
// price list or as scrap by area, and every cut costs by its length. Memo table in a plain object.

import type { Program } from "../program.ts";

interface Market {
  prices: number[];
  scrapRate: number;
  scrapPower: number;
  cutCost: number;
}

const bestRevenue = (market: Market, panes: [number, number][], sheetWidth: number, sheetHeight: number): number => {
  const memo: Record<string, number> = {};

  const value = (w: number, h: number): number => {
    const key = `${w}x${h}`;
    const known = memo[key];
    if (known !== undefined) return known;

    const pane = panes.findIndex(([a, b]) => (a === w && b === h) || (a === h && b === w));
    let best = market.prices[pane] ?? market.scrapRate * (w * h) ** market.scrapPower;
    for (let cut = 1; cut <= w >> 1; cut++) {
      best = Math.max(best, value(cut, h) + value(w - cut, h) - market.cutCost * h);
    }
    for (let cut = 1; cut <= h >> 1; cut++) {
      best = Math.max(best, value(w, cut) + value(w, h - cut) - market.cutCost * w);
    }
    return (memo[key] = best);
  };

  return Math.log(value(sheetWidth, sheetHeight));
};

export const program: Program = {
  f: bestRevenue,
  inputs: (n) => [
    {
      prices: [5.1, 11.3, 3.7, 2.9],
      scrapRate: 0.31,
      scrapPower: 0.93,
      cutCost: 0.047,
    },
    [
      [2, 3],
      [3, 4],
      [1, 5],
      [2, 2],
    ],
    n,
    5,
  ],
  sizes: [11, 60],
  derivatives: ["grad", "hessian"],
};
