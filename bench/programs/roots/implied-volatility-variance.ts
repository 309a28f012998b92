// From option prices by strike to implied volatilities (Newton, with bisection when a step leaves the bracket),
// then to the slope of total variance in log-moneyness by least squares.

import type { Program } from "../program.ts";

// Abramowitz & Stegun 7.1.26
function normalCdf(x: number): number {
  const z = Math.abs(x) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * z);
  const poly = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  const erf = 1 - poly * Math.exp(-z * z);
  return x >= 0 ? 0.5 * (1 + erf) : 0.5 * (1 - erf);
}

function black(forward: number, strike: number, sd: number): { price: number; vega: number } {
  const d1 = Math.log(forward / strike) / sd + sd / 2;
  const d2 = d1 - sd;
  const density = Math.exp((-d1 * d1) / 2) / Math.sqrt(2 * Math.PI);
  return { price: forward * normalCdf(d1) - strike * normalCdf(d2), vega: forward * density };
}

function impliedSd(price: number, forward: number, strike: number): number {
  let lo = 1e-4;
  let hi = 3;
  let sd = 0.2;
  for (let i = 0; i < 60; i++) {
    const { price: p, vega } = black(forward, strike, sd);
    const miss = p - price;
    if (miss > 0) hi = sd;
    else lo = sd;
    let next = sd - miss / vega;
    if (!(next > lo && next < hi)) next = (lo + hi) / 2;
    const moved = Math.abs(next - sd);
    sd = next;
    if (moved < 1e-9) break;
  }
  return sd;
}

function skew(prices: number[], strikes: number[], forward: number): number {
  const points = prices.map((p, i) => ({
    k: Math.log(strikes[i]! / forward),
    w: impliedSd(p, forward, strikes[i]!) ** 2,
  }));
  const meanK = points.reduce((s, { k }) => s + k, 0) / points.length;
  const meanW = points.reduce((s, { w }) => s + w, 0) / points.length;
  let num = 0;
  let den = 0;
  for (const { k, w } of points) {
    num += (k - meanK) * (w - meanW);
    den += (k - meanK) ** 2;
  }
  return num / den;
}

export const program: Program = {
  f: skew,
  inputs: (n) => {
    const strikes = Array.from({ length: n }, (_, i) => 80 + (40 * i) / (n - 1));
    return [strikes.map((k) => black(100, k, 0.22 - 0.002 * (k - 100) + 0.01 * Math.sin(k)).price), strikes, 100];
  },
  sizes: [12, 120],
  derivatives: ["grad"],
};
