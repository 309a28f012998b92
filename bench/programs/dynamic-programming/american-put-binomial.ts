// American put on a Cox–Ross–Rubinstein tree with a dividend yield.

import type { Program } from "../program.ts";

interface Market {
  spot: number;
  rate: number;
  yield: number;
  sigma: number;
}

const americanPut = (market: Market, strike: number, years: number, steps: number): number => {
  const dt = years / steps;
  const u = Math.exp(market.sigma * Math.sqrt(dt));
  const d = 1 / u;
  const p = (Math.exp((market.rate - market.yield) * dt) - d) / (u - d);
  const disc = Math.exp(-market.rate * dt);

  const price = (step: number, ups: number): number => market.spot * u ** (2 * ups - step);
  let values = Array.from({ length: steps + 1 }, (_, ups) => Math.max(strike - price(steps, ups), 0));
  for (let step = steps - 1; step >= 0; step--) {
    const next: number[] = [];
    for (let ups = 0; ups <= step; ups++) {
      const hold = disc * (p * values[ups + 1]! + (1 - p) * values[ups]!);
      const exercise = strike - price(step, ups);
      next.push(hold > exercise ? hold : exercise);
    }
    values = next;
  }
  return values[0]!;
};

export const program: Program = {
  f: americanPut,
  inputs: (n) => [{ spot: 98.3, rate: 0.04, yield: 0.01, sigma: 0.27 }, 100, 0.75, n],
  sizes: [12, 80],
  derivatives: ["grad"],
};
