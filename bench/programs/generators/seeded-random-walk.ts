// A price that walks at random, by a generator of normal numbers over a seeded generator of uniform ones: the price of a
// look-back option by simulation.

import type { Program } from "../program.ts";

function* uniform(seed: number): Generator<number, never> {
  let state = seed >>> 0;
  while (true) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield (state + 0.5) / 2 ** 32;
  }
}

function* normal(seed: number): Generator<number, never> {
  const source = uniform(seed);
  while (true) {
    const r = Math.sqrt(-2 * Math.log(source.next().value));
    const angle = 2 * Math.PI * source.next().value;
    yield r * Math.cos(angle);
    yield r * Math.sin(angle);
  }
}

interface Market {
  spot: number;
  rate: number;
  volatility: number;
  meanReversion: number;
}

function* prices(
  { spot, rate, volatility, meanReversion }: Market,
  days: number,
  noise: Generator<number, never>,
): Generator<number> {
  const dt = 1 / 250;
  let x = Math.log(spot);
  const home = x;
  for (let day = 0; day < days; day++) {
    x +=
      (rate - volatility ** 2 / 2 + meanReversion * (home - x)) * dt + volatility * Math.sqrt(dt) * noise.next().value;
    yield Math.exp(x);
  }
}

function lookBack(market: Market, paths: number, days: number): number {
  const noise = normal(20);
  let sum = 0;
  for (let k = 0; k < paths; k++) {
    let least = market.spot;
    let last = market.spot;
    for (const price of prices(market, days, noise)) {
      least = Math.min(least, price);
      last = price;
    }
    sum += last - least;
  }
  return (Math.exp((-market.rate * days) / 250) * sum) / paths;
}

export const program: Program = {
  f: lookBack,
  inputs: (n) => [{ spot: 100, rate: 0.03, volatility: 0.25, meanReversion: 0.5 }, n, 30],
  sizes: [5, 60],
  derivatives: ["valueAndGrad"],
};
