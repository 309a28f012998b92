// Call price in Heston's stochastic volatility model by Euler–Maruyama with full truncation and given normal numbers.

import type { Program } from "../program.ts";

interface Heston {
  spot: number;
  variance: number;
  reversion: number;
  level: number;
  volOfVol: number;
  correlation: number;
}

function callPrice(model: Heston, noise: [number, number][][], strike: number, years: number): number {
  const { spot, variance, reversion, level, volOfVol, correlation } = model;
  const payoffs = noise.map((path) => {
    const dt = years / path.length;
    const sqrtDt = Math.sqrt(dt);
    let x = Math.log(spot);
    let v = variance;
    for (const [z1, z2] of path) {
      const plus = Math.max(v, 0);
      const vol = Math.sqrt(plus);
      x += -0.5 * plus * dt + vol * sqrtDt * z1;
      v +=
        reversion * (level - plus) * dt +
        volOfVol * vol * sqrtDt * (correlation * z1 + Math.sqrt(1 - correlation ** 2) * z2);
    }
    return Math.max(Math.exp(x) - strike, 0);
  });
  return payoffs.reduce((a, b) => a + b, 0) / payoffs.length;
}

function normals(paths: number, steps: number): [number, number][][] {
  let seed = 42;
  const uniform = (): number => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return (seed + 1) / 4294967297;
  };
  return Array.from({ length: paths }, () =>
    Array.from({ length: steps }, (): [number, number] => {
      const r = Math.sqrt(-2 * Math.log(uniform()));
      const a = 2 * Math.PI * uniform();
      return [r * Math.cos(a), r * Math.sin(a)];
    }),
  );
}

export const program: Program = {
  f: callPrice,
  inputs: (n) => [
    { spot: 100, variance: 0.04, reversion: 1.5, level: 0.05, volOfVol: 0.4, correlation: -0.6 },
    normals(n, 20),
    101.5,
    1,
  ],
  sizes: [12, 200],
  derivatives: ["grad"],
};
