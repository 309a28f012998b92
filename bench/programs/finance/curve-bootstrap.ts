// Bootstraps discount factors from deposits and par swaps, interpolates log-linearly between the pillars, and values a
// book of fixed payments: the value as a function of the quotes.

import type { Program } from "../program.ts";

interface Market {
  deposits: number[]; // simple rates for 0.25, 0.5, 0.75, 1 years
  swaps: number[]; // annual par rates for 2, 3, ... years
}

interface Pillar {
  t: number;
  logDf: number;
}

type Payment = readonly [time: number, amount: number];

function bootstrap({ deposits, swaps }: Market): Pillar[] {
  const curve: Pillar[] = [{ t: 0, logDf: 0 }];
  deposits.forEach((rate, i) => {
    const t = 0.25 * (i + 1);
    curve.push({ t, logDf: -Math.log1p(rate * t) });
  });
  let annuity = Math.exp(curve[curve.length - 1]!.logDf);
  for (const [i, rate] of swaps.entries()) {
    const df = (1 - rate * annuity) / (1 + rate);
    annuity += df;
    curve.push({ t: i + 2, logDf: Math.log(df) });
  }
  return curve;
}

function discount(curve: Pillar[], t: number): number {
  let lo = 0;
  let hi = curve.length - 1;
  if (t >= curve[hi]!.t) return Math.exp((curve[hi]!.logDf * t) / curve[hi]!.t);
  while (hi - lo > 1) {
    const mid = (lo + hi) >>> 1;
    if (curve[mid]!.t > t) hi = mid;
    else lo = mid;
  }
  const a = curve[lo]!;
  const b = curve[hi]!;
  const w = (t - a.t) / (b.t - a.t);
  return Math.exp((1 - w) * a.logDf + w * b.logDf);
}

export const program: Program = {
  f: (market: Market, book: Payment[]): number => {
    const curve = bootstrap(market);
    return book.reduce((value, [time, amount]) => value + amount * discount(curve, time), 0);
  },
  inputs: (n) => [
    {
      deposits: [0.021, 0.023, 0.0245, 0.0255],
      swaps: Array.from({ length: 9 }, (_, i) => 0.027 + 0.0012 * i - 0.00005 * i * i),
    },
    Array.from({ length: n }, (_, i): Payment => [0.1 + (i * 11.7) / n, 10 * Math.sin(i) + 4]),
  ],
  sizes: [12, 1000],
  derivatives: ["grad", "hvp"],
};
