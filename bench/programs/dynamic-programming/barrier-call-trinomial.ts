// Down-and-out call on a trinomial lattice whose spacing is stretched so that a row lies on the barrier (Ritchken).

import type { Program } from "../program.ts";

function downAndOutCall(x: number[], steps: number): number {
  const [S0, K, B, r, sigma, T] = x as [number, number, number, number, number, number];
  const dt = T / steps;
  const sd = sigma * Math.sqrt(dt);
  const eta = Math.log(S0 / B) / sd;
  const rows = Math.max(1, Math.floor(eta));
  const lambda = eta / rows;
  const mu = r - 0.5 * sigma * sigma;
  const pu = 1 / (2 * lambda * lambda) + (mu * Math.sqrt(dt)) / (2 * lambda * sigma);
  const pd = 1 / (2 * lambda * lambda) - (mu * Math.sqrt(dt)) / (2 * lambda * sigma);
  const pm = 1 - pu - pd;
  const df = Math.exp(-r * dt);
  const size = 2 * steps + 1;
  const v = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    const k = i - steps;
    const s = S0 * Math.exp(k * lambda * sd);
    v[i] = k > -rows && s > K ? s - K : 0;
  }
  for (let step = steps - 1; step >= 0; step--) {
    let left = v[steps - step - 1]!;
    for (let i = steps - step; i <= steps + step; i++) {
      const here = v[i]!;
      v[i] = i - steps <= -rows ? 0 : df * (pd * left + pm * here + pu * v[i + 1]!);
      left = here;
    }
  }
  return v[steps]!;
}

export const program: Program = {
  f: downAndOutCall,
  inputs: (n) => [[100, 102.1, 88.4, 0.03, 0.22, 0.8], n],
  sizes: [12, 130],
  derivatives: ["grad", "hessian"],
};
