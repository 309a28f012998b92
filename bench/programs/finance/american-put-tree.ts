// An American put on a Cox–Ross–Rubinstein binomial tree with one discrete dividend.

import type { Program } from "../program.ts";

function americanPut(
  [spot, strike, vol, rate, dividend]: [number, number, number, number, number],
  steps: number,
  maturity = 0.75,
): number {
  const dt = maturity / steps;
  const up = Math.exp(vol * Math.sqrt(dt));
  const down = 1 / up;
  const grow = Math.exp(rate * dt);
  const p = (grow - down) / (up - down);
  const dividendStep = Math.floor(steps / 2);

  const stockAt = (step: number, ups: number): number => {
    const s = (spot - dividend * Math.exp((-rate * maturity) / 2)) * Math.pow(up, 2 * ups - step);
    return step <= dividendStep ? s + dividend * Math.exp(-rate * dt * (dividendStep - step)) : s;
  };

  let values: number[] = [];
  for (let ups = 0; ups <= steps; ups++) values.push(Math.max(strike - stockAt(steps, ups), 0));
  for (let step = steps - 1; step >= 0; step--) {
    const earlier: number[] = [];
    for (let ups = 0; ups <= step; ups++) {
      const hold = (p * values[ups + 1]! + (1 - p) * values[ups]!) / grow;
      earlier.push(Math.max(hold, strike - stockAt(step, ups)));
    }
    values = earlier;
  }
  return values[0]!;
}

export const program: Program = {
  f: americanPut,
  inputs: (n) => [[100.3, 102, 0.27, 0.035, 2.1], n],
  sizes: [12, 100],
  derivatives: ["grad"],
};
