// Black–Scholes value of a book of calls, puts and digital options, as a function of spot, volatility, rate and
// dividend: its gradient and Hessian are the book's Greeks.

import type { Program } from "../program.ts";

interface Market {
  spot: number;
  vol: number;
  rate: number;
  dividend: number;
}

interface Contract {
  kind: "call" | "put" | "digital";
  strike: number;
  expiry: number;
  quantity: number;
}

// Abramowitz and Stegun 26.2.17
const B = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429] as const;

function normalCdf(x: number): number {
  if (x < 0) return 1 - normalCdf(-x);
  const t = 1 / (1 + 0.2316419 * x);
  const poly = t * (B[0] + t * (B[1] + t * (B[2] + t * (B[3] + t * B[4]))));
  return 1 - (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * poly;
}

function price(m: Market, c: Contract): number {
  const sd = m.vol * Math.sqrt(c.expiry);
  const forward = m.spot * Math.exp((m.rate - m.dividend) * c.expiry);
  const df = Math.exp(-m.rate * c.expiry);
  const d1 = Math.log(forward / c.strike) / sd + sd / 2;
  const d2 = d1 - sd;
  switch (c.kind) {
    case "call":
      return df * (forward * normalCdf(d1) - c.strike * normalCdf(d2));
    case "put":
      return df * (c.strike * normalCdf(-d2) - forward * normalCdf(-d1));
    case "digital":
      return df * normalCdf(d2);
  }
}

const bookValue = (market: Market, book: readonly Contract[]): number =>
  book.map((c) => c.quantity * price(market, c)).reduce((a, b) => a + b, 0);

const KINDS = ["call", "put", "digital"] as const;

export const program: Program = {
  f: bookValue,
  inputs: (n) => [
    { spot: 101, vol: 0.22, rate: 0.03, dividend: 0.01 },
    Array.from({ length: n }, (_, i) => ({
      kind: KINDS[i % 3],
      strike: 80 + ((i * 7) % 41),
      expiry: 0.25 + (i % 8) / 4,
      quantity: i % 5 === 4 ? -2 : 1,
    })),
  ],
  sizes: [12, 250],
  derivatives: ["grad", "hessian"],
};
