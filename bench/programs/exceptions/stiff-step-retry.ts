// A stiff reaction by implicit Euler: Newton's method throws where it does not converge, and the step is tried again with
// half its length. The result is the concentrations at the end.

import type { Program } from "../program.ts";

interface Rates {
  k1: number;
  k2: number;
  k3: number;
}

interface State {
  a: number;
  b: number;
}

class NoConvergence extends Error {
  constructor(iterations: number) {
    super(`no convergence after ${iterations} iterations`);
  }
}

function implicitStep({ k1, k2, k3 }: Rates, old: State, h: number): State {
  let { a, b } = old;
  for (let k = 0; k < 5; k++) {
    // autocatalysis: a + 2b -> 3b, b decays
    const f = a - old.a - h * (k1 - k2 * a * b * b);
    const g = b - old.b - h * (k2 * a * b * b - k3 * b);
    const faa = 1 + h * k2 * b * b;
    const fab = 2 * h * k2 * a * b;
    const gaa = -h * k2 * b * b;
    const gab = 1 - 2 * h * k2 * a * b + h * k3;
    const det = faa * gab - fab * gaa;
    const da = (f * gab - g * fab) / det;
    const db = (faa * g - gaa * f) / det;
    a -= da;
    b -= db;
    if (a < 0 || b < 0) throw new RangeError("negative concentration");
    if (Math.abs(da) + Math.abs(db) < 1e-10) return { a, b };
  }
  throw new NoConvergence(5);
}

function integrate(rates: Rates, start: State, end: number): State {
  let state = start;
  let t = 0;
  let h = 2;
  let rejected = 0;
  while (t < end - 1e-12) {
    const step = Math.min(h, end - t);
    try {
      state = implicitStep(rates, state, step);
      t += step;
      h = Math.min(1.5 * h, 2);
    } catch (error) {
      if (!(error instanceof NoConvergence || error instanceof RangeError)) throw error;
      if (++rejected > 500) throw new Error("too many rejected steps", { cause: error });
      h = step / 2;
    }
  }
  return state;
}

export const program: Program = {
  f: integrate,
  inputs: (n) => [{ k1: 0.75, k2: 1.1, k3: 1.03 }, { a: 0.6, b: 1.4 }, n / 2],
  sizes: [12, 100],
  derivatives: ["vjp", "jacobian"],
};
