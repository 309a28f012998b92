// Credit valuation adjustment of netted swaps: short rates simulated on fixed noise, exposures over a time grid with
// collateral above a threshold, default probabilities from a piecewise constant hazard rate.

import type { Program } from "../program.ts";

interface Model {
  meanReversion: number;
  level: number;
  vol: number;
  start: number;
  hazards: number[];
  threshold: number;
}

interface Swap {
  notional: number;
  fixed: number;
  maturity: number;
}

function bond(m: Model, r: number, tau: number): number {
  const b = (1 - Math.exp(-m.meanReversion * tau)) / m.meanReversion;
  const a =
    (m.level - m.vol ** 2 / (2 * m.meanReversion ** 2)) * (b - tau) - (m.vol ** 2 * b * b) / (4 * m.meanReversion);
  return Math.exp(a - b * r);
}

function swapValue(m: Model, swap: Swap, t: number, r: number): number {
  if (t >= swap.maturity) return 0;
  let fixedLeg = 0;
  let last = 1;
  for (let pay = Math.floor(t) + 1; pay <= swap.maturity; pay++) {
    last = bond(m, r, pay - t);
    fixedLeg += swap.fixed * last;
  }
  return swap.notional * (1 - last - fixedLeg);
}

function cva(m: Model, book: Swap[], noise: number[][], dt: number): number {
  const steps = noise[0]!.length;
  const expected: number[] = Array.from({ length: steps }, () => 0);
  for (const path of noise) {
    let r = m.start;
    let discount = 1;
    path.forEach((z, k) => {
      discount *= Math.exp(-r * dt);
      r += m.meanReversion * (m.level - r) * dt + m.vol * Math.sqrt(dt) * z;
      const t = (k + 1) * dt;
      const netted = book.reduce((v, swap) => v + swapValue(m, swap, t, r), 0);
      const exposure = netted <= 0 ? 0 : netted > m.threshold ? m.threshold + 0.05 * (netted - m.threshold) : netted;
      expected[k]! += (discount * exposure) / noise.length;
    });
  }
  let survival = 1;
  let loss = 0;
  for (let k = 0; k < steps; k++) {
    const year = Math.min(Math.floor(k * dt), m.hazards.length - 1);
    const next = survival * Math.exp(-m.hazards[year]! * dt);
    loss += 0.6 * expected[k]! * (survival - next);
    survival = next;
  }
  return loss;
}

export const program: Program = {
  f: cva,
  inputs: (n) => [
    {
      meanReversion: 0.3,
      level: 0.035,
      vol: 0.015,
      start: 0.025,
      hazards: [0.01, 0.015, 0.02, 0.022],
      threshold: 4,
    },
    [
      { notional: 100, fixed: 0.03, maturity: 5 },
      { notional: -60, fixed: 0.025, maturity: 3 },
    ],
    Array.from({ length: n }, (_, p) => Array.from({ length: 8 }, (_, k) => 1.6 * Math.sin(p * p * 3.1 + 5 * k + p))),
    0.5,
  ],
  sizes: [12, 100],
  derivatives: ["valueAndGrad", "hvp"],
};
