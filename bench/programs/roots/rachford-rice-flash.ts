// Flash of a mixture into vapour and liquid: the vapour fraction from the Rachford–Rice equation by guarded Newton steps,
// and the composition of both phases.

import type { Program } from "../program.ts";

interface Feed {
  amount: number;
  boiling: number;
}

interface Split {
  vapour: number;
  x: number[];
  y: number[];
}

function flash(feed: Feed[], temperature: number): Split {
  const total = feed.reduce((s, { amount }) => s + amount, 0);
  const z = feed.map(({ amount }) => amount / total);
  // Trouton's rule
  const K = feed.map(({ boiling }) => Math.exp(10.6 * (1 - boiling / temperature)));

  let lo = 0;
  let hi = 1;
  let v = 0.5;
  for (let i = 0; i < 50; i++) {
    let g = 0;
    let dg = 0;
    for (let k = 0; k < z.length; k++) {
      const e = K[k]! - 1;
      const q = e / (1 + v * e);
      g += z[k]! * q;
      dg -= z[k]! * q * q;
    }
    if (g > 0) lo = v;
    else hi = v;
    const newton = v - g / dg;
    if (Math.abs(newton - v) < 1e-12) {
      v = newton;
      break;
    }
    v = newton > lo && newton < hi ? newton : 0.5 * (lo + hi);
  }
  const x = z.map((zk, k) => zk / (1 + v * (K[k]! - 1)));
  const y = x.map((xk, k) => xk * K[k]!);
  return { vapour: v, x, y };
}

export const program: Program = {
  f: flash,
  inputs: (n) => [
    Array.from({ length: n }, (_, i) => ({ amount: 1 + 0.4 * Math.sin(3 * i), boiling: 300 + 100 * (i / n) })),
    351,
  ],
  sizes: [12, 300],
  derivatives: ["vjp", "linearize"],
};
