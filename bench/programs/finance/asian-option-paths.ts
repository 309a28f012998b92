// An arithmetic Asian option with a knock-out barrier, by Monte Carlo on fixed paths with antithetic pairs; the
// barrier is smoothed.

import type { Program } from "../program.ts";

const STEPS = 16;

/** Normal numbers by Box–Muller over a small linear congruential generator. */
function normals(count: number, seed: number): Float64Array {
  let state = seed >>> 0;
  const uniform = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 0.5) / 4294967296;
  };
  const z = new Float64Array(count);
  for (let i = 0; i < count; i += 2) {
    const r = Math.sqrt(-2 * Math.log(uniform()));
    const phi = 2 * Math.PI * uniform();
    z[i] = r * Math.cos(phi);
    if (i + 1 < count) z[i + 1] = r * Math.sin(phi);
  }
  return z;
}

interface Params {
  spot: number;
  vol: number;
  rate: number;
  strike: number;
  barrier: number;
}

function asian(p: Params, z: Float64Array): number {
  const paths = z.length / STEPS;
  const dt = 1 / STEPS;
  const drift = (p.rate - (p.vol * p.vol) / 2) * dt;
  const diffusion = p.vol * Math.sqrt(dt);
  let total = 0;
  for (let path = 0; path < paths; path++) {
    for (let sign = -1; sign <= 1; sign += 2) {
      let logS = Math.log(p.spot);
      let sum = 0;
      let alive = 1;
      for (let k = 0; k < STEPS; k++) {
        logS += drift + sign * diffusion * z[path * STEPS + k]!;
        const s = Math.exp(logS);
        sum += s;
        alive *= 1 / (1 + Math.exp((s - p.barrier) / 2));
      }
      const payoff = sum / STEPS - p.strike;
      if (payoff <= 0) continue;
      total += payoff * alive;
    }
  }
  return (Math.exp(-p.rate) * total) / (2 * paths);
}

export const program: Program = {
  f: asian,
  inputs: (n) => [{ spot: 100, vol: 0.25, rate: 0.03, strike: 98, barrier: 140 }, normals(n * STEPS, 42)],
  sizes: [12, 200],
  derivatives: ["valueAndGrad"],
};
