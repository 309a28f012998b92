// Chemical kinetics from a list of reactions with named species: explicit midpoint integration with a step that
// shrinks when something would go negative. The yield of a product as a function of Arrhenius parameters.

import type { Program } from "../program.ts";

interface Rate {
  logA: number;
  energy: number;
}

interface Reaction {
  from: string[];
  to: string[];
}

type Concentrations = Record<string, number>;

function slope(c: Concentrations, reactions: Reaction[], k: number[]): Concentrations {
  const d: Concentrations = {};
  for (const name of Object.keys(c)) d[name] = 0;
  reactions.forEach(({ from, to }, r) => {
    let speed = k[r]!;
    for (const s of from) speed *= c[s]!;
    for (const s of from) d[s]! -= speed;
    for (const s of to) d[s]! += speed;
  });
  return d;
}

function step(c: Concentrations, d: Concentrations, h: number): Concentrations {
  return Object.fromEntries(Object.entries(c).map(([name, value]) => [name, value + h * d[name]!]));
}

function productYield(rates: Rate[], reactions: Reaction[], temperature: number, until: number): number {
  const k = rates.map(({ logA, energy }) => Math.exp(logA - energy / (8.314e-3 * temperature)));
  let c: Concentrations = { A: 1, B: 0.8, I: 0, P: 0, W: 0 };
  let t = 0;
  let h = 0.1;
  while (t < until - 1e-9) {
    const middle = step(c, slope(c, reactions, k), h / 2);
    const next = step(c, slope(middle, reactions, k), h);
    if (Object.values(next).some((v) => v < -1e-9)) {
      h /= 2;
      continue;
    }
    c = next;
    t += h;
  }
  return c.P! - 0.3 * c.W!;
}

const REACTIONS: Reaction[] = [
  { from: ["A", "B"], to: ["I"] },
  { from: ["I"], to: ["A", "B"] },
  { from: ["I", "A"], to: ["P"] },
  { from: ["I", "I"], to: ["W"] },
];

export const program: Program = {
  f: productYield,
  inputs: (n) => [
    [
      { logA: 9, energy: 22 },
      { logA: 8, energy: 25 },
      { logA: 10.5, energy: 26 },
      { logA: 12, energy: 31 },
    ],
    REACTIONS,
    320,
    n / 10,
  ],
  sizes: [12, 200],
  derivatives: ["grad", "hvp"],
};
