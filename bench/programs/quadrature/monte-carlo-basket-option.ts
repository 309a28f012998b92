// Price of a basket call by Monte Carlo with antithetic pairs and a generator of its own; gradient by the assets' parameters.

import type { Program } from "../program.ts";

interface Asset {
  spot: number;
  volatility: number;
  weight: number;
  loading: number;
}

// xorshift32, then Box–Muller
function makeNormal(seed: number): () => number {
  let state = seed | 0;
  let spare: number | undefined;
  const uniform = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return ((state >>> 0) + 0.5) / 4294967296;
  };
  return () => {
    if (spare !== undefined) {
      const z = spare;
      spare = undefined;
      return z;
    }
    const r = Math.sqrt(-2 * Math.log(uniform()));
    const a = 2 * Math.PI * uniform();
    spare = r * Math.sin(a);
    return r * Math.cos(a);
  };
}

function price(assets: Asset[], strike: number, paths: number, seed = 12345): number {
  const normal = makeNormal(seed);
  let total = 0;
  for (let p = 0; p < paths; p++) {
    const market = normal();
    const own = assets.map(() => normal());
    for (const sign of [1, -1]) {
      let basket = 0;
      assets.forEach((a, i) => {
        const z = sign * (a.loading * market + Math.sqrt(1 - a.loading ** 2) * own[i]!);
        basket += a.weight * a.spot * Math.exp(-0.5 * a.volatility ** 2 + a.volatility * z);
      });
      total += Math.max(0, basket - strike);
    }
  }
  return total / (2 * paths);
}

export const program: Program = {
  f: price,
  inputs: (n) => [
    [
      { spot: 100, volatility: 0.2, weight: 0.5, loading: 0.6 },
      { spot: 80, volatility: 0.35, weight: 0.3, loading: 0.4 },
      { spot: 120, volatility: 0.25, weight: 0.2, loading: 0.7 },
    ],
    97.3,
    n,
  ],
  sizes: [12, 300],
  derivatives: ["grad"],
};
