// The holdings of nested funds, walked by a recursive generator with yield*: exposure by the product of all shares above, and
// the variance of the whole.

import type { Program } from "../program.ts";

interface Fund {
  share: number;
  holdings: (Fund | Stock)[];
}

interface Stock {
  share: number;
  factor: number;
  own: number;
}

interface Exposure {
  amount: number;
  stock: Stock;
  depth: number;
}

function* exposures(fund: Fund, amount = 1, depth = 0): IterableIterator<Exposure> {
  const total = fund.holdings.reduce((s, { share }) => s + share, 0);
  for (const holding of fund.holdings) {
    const part = (amount * holding.share) / total;
    if ("holdings" in holding) yield* exposures(holding, part, depth + 1);
    else yield { amount: part, stock: holding, depth };
  }
}

function risk(fund: Fund, fee: number): number {
  let common = 0;
  let own = 0;
  let fees = 0;
  for (const { amount, stock, depth } of exposures(fund)) {
    common += amount * stock.factor;
    own += (amount * stock.own) ** 2;
    fees += amount * (1 - (1 - fee) ** depth);
  }
  return Math.sqrt((0.15 * common) ** 2 + own) + fees;
}

function example(stocks: number, k = 0): Fund | Stock {
  if (stocks <= 1) {
    return { share: 1 + 0.5 * Math.sin(7 * k), factor: 1 + 0.3 * Math.cos(k), own: 0.2 + 0.05 * Math.sin(3 * k) };
  }
  const third = Math.ceil(stocks / 3);
  const holdings: (Fund | Stock)[] = [];
  for (let left = stocks, i = 1; left > 0; left -= third, i++) holdings.push(example(Math.min(third, left), 3 * k + i));
  return { share: 1.2 + Math.sin(k), holdings };
}

export const program: Program = {
  f: risk,
  inputs: (n) => [example(n), 0.01],
  sizes: [12, 120],
  derivatives: ["grad", "hvp"],
};
