// An enzyme reaction (substrate and complex, stiff) by the two-step backward differentiation formula: concentrations at equal times.

import type { Program } from "../program.ts";

interface Rates {
  bind: number;
  unbind: number;
  turnover: number;
  enzyme: number;
}

function newtonStep(r: Rates, knownS: number, knownC: number, gamma: number, s0: number, c0: number): [number, number] {
  // Solves u - gamma f(u) = known.
  let s = s0;
  let c = c0;
  for (let it = 0; it < 10; it++) {
    const free = r.enzyme - c;
    const fs = -r.bind * free * s + r.unbind * c;
    const fc = r.bind * free * s - (r.unbind + r.turnover) * c;
    const gs = s - gamma * fs - knownS;
    const gc = c - gamma * fc - knownC;
    const j11 = 1 + gamma * r.bind * free;
    const j12 = -gamma * (r.bind * s + r.unbind);
    const j21 = -gamma * r.bind * free;
    const j22 = 1 + gamma * (r.bind * s + r.unbind + r.turnover);
    const det = j11 * j22 - j12 * j21;
    const ds = (gs * j22 - gc * j12) / det;
    const dc = (gc * j11 - gs * j21) / det;
    s -= ds;
    c -= dc;
    if (Math.abs(ds) < 1e-11 && Math.abs(dc) < 1e-11) break;
  }
  return [s, c];
}

function simulate(rates: Rates, steps: number): { substrate: number[]; product: number[] } {
  const h = 0.05;
  let s = 1;
  let c = 0;
  let [s1, c1] = newtonStep(rates, s, c, h, s, c);
  const substrate = [s1];
  const product = [1 - s1 - c1];
  for (let n = 1; n < steps; n++) {
    const [s2, c2] = newtonStep(rates, (4 * s1 - s) / 3, (4 * c1 - c) / 3, (2 * h) / 3, s1, c1);
    [s, c, s1, c1] = [s1, c1, s2, c2];
    if (n % 4 === 0) {
      substrate.push(s1);
      product.push(1 - s1 - c1);
    }
  }
  return { substrate, product };
}

export const program: Program = {
  f: simulate,
  inputs: (n) => [{ bind: 120, unbind: 3, turnover: 8, enzyme: 0.1 }, n],
  sizes: [12, 600],
  derivatives: ["vjp", "jacobian"],
};
