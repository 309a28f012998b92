// A portfolio with bounds by a barrier method: the barrier throws outside of the bounds, each round makes it steeper, and a round
// that cannot begin ends the method. The result is the portfolio.

import type { Program } from "../program.ts";

class OutsideError extends RangeError {
  readonly index: number;

  constructor(index: number) {
    super(`weight ${index} is outside of its bounds`);
    this.index = index;
  }
}

interface Market {
  means: number[];
  risks: number[];
  aversion: number;
}

/** The derivative of the barrier, and its second derivative. */
function barrier(w: number, k: number): [slope: number, curvature: number] {
  const upper = 0.6 - w;
  if (w <= 0 || upper <= 0) throw new OutsideError(k);
  return [-1 / w + 1 / upper, 1 / (w * w) + 1 / (upper * upper)];
}

function newton({ means, risks, aversion }: Market, w: number[], mu: number): number[] {
  const slopes: number[] = [];
  const curvatures: number[] = [];
  for (let k = 0; k < w.length; k++) {
    const [slope, curvature] = barrier(w[k]!, k);
    slopes.push(aversion * risks[k]! ** 2 * w[k]! - means[k]! + mu * slope);
    curvatures.push(aversion * risks[k]! ** 2 + mu * curvature);
  }
  // the weights keep their sum
  const above = slopes.reduce((s, g, k) => s + g / curvatures[k]!, 0);
  const below = curvatures.reduce((s, h) => s + 1 / h, 0);
  return slopes.map((g, k) => (above / below - g) / curvatures[k]!);
}

function damped(market: Market, w: number[], mu: number): number[] {
  const d = newton(market, w, mu);
  let t = 1;
  while (true) {
    try {
      const next = w.map((x, k) => x + t * d[k]!);
      next.forEach((x, k) => barrier(x, k));
      return next;
    } catch (error) {
      if (!(error instanceof OutsideError) || t < 1e-8) throw error;
      t *= 0.7;
    }
  }
}

function portfolio(market: Market): number[] {
  let w = market.means.map(() => 1 / market.means.length);
  try {
    for (let mu = 0.1; mu > 1e-5; mu *= 0.2) for (let k = 0; k < 6; k++) w = damped(market, w, mu);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return w;
}

export const program: Program = {
  f: portfolio,
  inputs: (n) => [
    {
      means: Array.from({ length: n }, (_, k) => 0.06 + 0.03 * Math.sin(2 * k)),
      risks: Array.from({ length: n }, (_, k) => 0.2 + 0.1 * Math.cos(3 * k)),
      aversion: 3,
    },
  ],
  sizes: [8, 60],
  derivatives: ["vjp", "jvp"],
};
