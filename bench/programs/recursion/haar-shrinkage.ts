// Denoising by wavelets: the Haar transform by recursion on halves, coefficients shrunk smoothly, and back. The loss is
// the distance to the clean signal, by the noisy samples and per-level thresholds.

import type { Program } from "../program.ts";

interface Coefficients {
  mean: number;
  details: number[][];
}

const R2 = Math.SQRT1_2;

function analyse(x: number[]): Coefficients {
  if (x.length === 1) return { mean: x[0]!, details: [] };
  const sums: number[] = [];
  const differences: number[] = [];
  for (let i = 0; i < x.length; i += 2) {
    sums.push(R2 * (x[i]! + x[i + 1]!));
    differences.push(R2 * (x[i]! - x[i + 1]!));
  }
  const { mean, details } = analyse(sums);
  return { mean, details: [...details, differences] };
}

function synthesise(low: number[], [first, ...rest]: number[][]): number[] {
  if (!first) return low;
  const wider = low.flatMap((a, i) => [R2 * (a + first[i]!), R2 * (a - first[i]!)]);
  return synthesise(wider, rest);
}

const shrink = (d: number, t: number): number => (d * d * d) / (d * d + t * t);

interface Knobs {
  noisy: number[];
  thresholds: number[];
}

function error({ noisy, thresholds }: Knobs, clean: number[]): number {
  let padded = noisy;
  while ((padded.length & (padded.length - 1)) !== 0) padded = [...padded, padded[padded.length - 1]!];
  const { mean, details } = analyse(padded);
  const kept = details.map((level, k) => level.map((d) => shrink(d, thresholds[Math.min(k, thresholds.length - 1)]!)));
  const smooth = synthesise([mean], kept).slice(0, noisy.length);
  return smooth.reduce((sum, s, i) => sum + (s - clean[i]!) ** 2, 0) / noisy.length;
}

export const program: Program = {
  f: error,
  inputs: (n) => {
    const clean = Array.from({ length: n }, (_, i) => Math.sin((6 * i) / n) + (i > n / 2 ? 1 : 0));
    const noisy = clean.map((c, i) => c + 0.2 * Math.sin(17 * i + 1));
    return [{ noisy, thresholds: [0.05, 0.1, 0.2, 0.3, 0.35] }, clean];
  },
  sizes: [12, 200],
  derivatives: ["valueAndGrad", "hvp"],
};
