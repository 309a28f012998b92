// Fixed-point iterations for flow in pipes that give up after some rounds: the error that they throw carries the best iterate, and
// the caller goes on with that, at a price.

import type { Program } from "../program.ts";

interface Duct {
  diameter: number;
  roughness: number;
  length: number;
  drop: number;
}

class GaveUp extends Error {
  readonly best: number;
  readonly residual: number;

  constructor(best: number, residual: number) {
    super(`gave up with residual ${residual}`);
    this.name = "GaveUp";
    this.best = best;
    this.residual = residual;
  }
}

function fixedPoint(g: (x: number) => number, start: number, rounds: number, tolerance: number): number {
  let x = start;
  let best = start;
  let least = Infinity;
  for (let k = 0; k < rounds; k++) {
    const next = g(x);
    const residual = Math.abs(next - x) / Math.abs(next);
    if (residual < tolerance) return next;
    if (residual < least) {
      least = residual;
      best = next;
    }
    x = next;
  }
  throw new GaveUp(best, least);
}

/** The speed of the flow, by Colebrook's friction. */
function speed({ diameter, roughness, length, drop }: Duct, rounds: number): number {
  const viscosity = 1e-6;
  return fixedPoint(
    (v) => {
      const reynolds = (v * diameter) / viscosity;
      const f = 0.25 / Math.log10(roughness / (3.7 * diameter) + 5.74 / reynolds ** 0.9) ** 2;
      return Math.sqrt((2 * drop * diameter) / (f * length));
    },
    1,
    rounds,
    1e-9,
  );
}

function flows(ducts: Duct[], rounds: number): { total: number; doubt: number } {
  let total = 0;
  let doubt = 0;
  for (const duct of ducts) {
    const area = (Math.PI * duct.diameter ** 2) / 4;
    try {
      total += area * speed(duct, rounds);
    } catch (error) {
      if (!(error instanceof GaveUp)) throw error;
      total += area * error.best;
      doubt += 1e6 * error.residual * area;
    }
  }
  return { total, doubt };
}

export const program: Program = {
  f: flows,
  inputs: (n) => [
    Array.from({ length: n }, (_, i) => ({
      diameter: 0.1 + 0.03 * Math.sin(i),
      roughness: i % 3 === 0 ? 5e-6 : 2e-4,
      length: 30 + (i % 5),
      drop: 20 + 5 * Math.cos(3 * i),
    })),
    7,
  ],
  sizes: [12, 120],
  derivatives: ["jvp", "vjp"],
};
