// A book of options: what each pays is a function in its record, made from simpler payoffs. Their mean over paths of a
// low-discrepancy sequence, discounted, by the state of the market.

import type { Program } from "../program.ts";

interface Path {
  prices: number[];
  dt: number;
}

type Payoff = (path: Path) => number;

const last = ({ prices }: Path): number => prices[prices.length - 1]!;
const average = ({ prices }: Path): number => prices.reduce((a, b) => a + b, 0) / prices.length;
const highest = ({ prices }: Path): number => Math.max(...prices);

const call =
  (strike: number, of: Payoff = last): Payoff =>
  (path) =>
    Math.max(of(path) - strike, 0);
const put =
  (strike: number, of: Payoff = last): Payoff =>
  (path) =>
    Math.max(strike - of(path), 0);
const less =
  (long: Payoff, short: Payoff): Payoff =>
  (path) =>
    long(path) - short(path);
const realisedVariance: Payoff = ({ prices, dt }) => {
  let sum = 0;
  for (let k = 1; k < prices.length; k++) sum += Math.log(prices[k]! / prices[k - 1]!) ** 2;
  return sum / (dt * (prices.length - 1));
};

interface Position {
  name: string;
  quantity: number;
  payoff: Payoff;
}

const book: Position[] = [
  { name: "bull spread", quantity: 10, payoff: less(call(95.5), call(111.5)) },
  { name: "asian put", quantity: -4, payoff: put(98.2, average) },
  { name: "lookback", quantity: 2, payoff: less(highest, last) },
  { name: "variance swap", quantity: 100, payoff: (path) => realisedVariance(path) - 0.05 },
  { name: "floating asian", quantity: 3, payoff: (path) => call(average(path))(path) },
];

interface Market {
  spot: number;
  rate: number;
  carry: number;
  vol: number;
  skew: number;
}

/** Local volatility grows as the price falls. */
function simulate(market: Market, steps: number, maturity: number, shock: (step: number) => number): Path {
  const dt = maturity / steps;
  const prices: number[] = [market.spot];
  for (let k = 0; k < steps; k++) {
    const s = prices[k]!;
    const vol = market.vol * (s / 100) ** -market.skew;
    prices.push(s * Math.exp((market.rate - market.carry - vol ** 2 / 2) * dt + vol * Math.sqrt(dt) * shock(k)));
  }
  return { prices, dt };
}

function bookValue(market: Market, positions: Position[], paths: number): number {
  const totals = new Map<string, number>();
  for (let p = 0; p < paths; p++) {
    const uniform = (k: number): number => (0.5 + (p + 1) * Math.sqrt([2, 3, 5, 7, 11, 13][k]!)) % 1;
    const logistic = (u: number): number => Math.log(u / (1 - u)) * (Math.sqrt(3) / Math.PI);
    const path = simulate(market, 6, 0.5, (k) => logistic(uniform(k)));
    for (const { name, quantity, payoff } of positions) {
      totals.set(name, (totals.get(name) ?? 0) + quantity * payoff(path));
    }
  }
  let value = 0;
  for (const total of totals.values()) value += total / paths;
  return value * Math.exp(-market.rate * 0.5);
}

export const program: Program = {
  f: bookValue,
  inputs: (n) => [{ spot: 100, rate: 0.03, carry: 0.01, vol: 0.22, skew: 0.4 }, book, n],
  sizes: [12, 150],
  derivatives: ["valueAndGrad", "jvp"],
};
