// Approximate Bayesian computation for the g-and-k distribution: simulates from fixed normal draws, sorts, and compares
// octiles and tail spreads with the observed ones.

import type { Program } from "../program.ts";

interface GandK {
  a: number;
  b: number;
  g: number;
  k: number;
}

const quantileFunction = ({ a, b, g, k }: GandK) => {
  return (z: number): number => a + b * (1 + 0.8 * Math.tanh((g * z) / 2)) * (1 + z * z) ** k * z;
};

function summaries(sample: number[]): number[] {
  const sorted = [...sample].sort((x, y) => x - y);
  const at = (p: number): number => {
    const position = p * (sorted.length - 1);
    const low = Math.floor(position);
    const share = position - low;
    const high = Math.min(low + 1, sorted.length - 1);
    return sorted[low]! * (1 - share) + sorted[high]! * share;
  };
  const [e1, e2, e3, e4, e5, e6, e7] = [1, 2, 3, 4, 5, 6, 7].map((i) => at(i / 8)) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const spread = e6 - e2;
  return [e4, spread, (e6 + e2 - 2 * e4) / spread, (e7 - e5 + e3 - e1) / spread];
}

export function distance(theta: GandK, draws: number[], observed: number[]): number {
  const simulated = summaries(draws.map(quantileFunction(theta)));
  return Math.hypot(...simulated.map((s, i) => s - observed[i]!));
}

export const program: Program = {
  f: distance,
  inputs: (n) => {
    let seed = 12345;
    const uniform = (): number => {
      seed = (seed * 16807) % 2147483647;
      return seed / 2147483647;
    };
    const draws = Array.from({ length: n }, () => {
      const r = Math.sqrt(-2 * Math.log(uniform()));
      return r * Math.sin(2 * Math.PI * uniform());
    });
    return [{ a: 3, b: 1.2, g: 1.5, k: 0.4 }, draws, [2.8, 1.6, 0.3, 1.4]];
  },
  sizes: [12, 500],
  derivatives: ["grad"],
};
