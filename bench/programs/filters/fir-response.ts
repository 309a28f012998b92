// Weighted squared error of a linear-phase FIR filter's amplitude response against a band-pass specification.
// Only half of the taps are free, the other half mirrors them.

import type { Program } from "../program.ts";

type BandSpec = readonly [from: number, to: number, gain: number, weight: number];

const spec: BandSpec[] = [
  [0, 0.1, 0, 5],
  [0.18, 0.3, 1, 1],
  [0.38, 0.5, 0, 5],
];

const mirrored = (half: number[]): number[] => [...half, ...half.slice(0, -1).reverse()];

function magnitude(taps: number[], frequency: number): number {
  const middle = (taps.length - 1) / 2;
  return taps.reduce((sum, tap, k) => sum + tap * Math.cos(2 * Math.PI * frequency * (k - middle)), 0);
}

export function designError(half: number[], perBand = 16): number {
  const taps = mirrored(half);
  return spec
    .flatMap(([from, to, gain, weight]) =>
      Array.from({ length: perBand }, (_, i) => {
        const frequency = from + ((to - from) * i) / (perBand - 1);
        return weight * (magnitude(taps, frequency) - gain) ** 2;
      }),
    )
    .reduce((a, b) => a + b, 0);
}

export const program: Program = {
  f: designError,
  inputs: (n) => [
    Array.from({ length: n }, (_, i) => {
      const k = n - 1 - i;
      return (k === 0 ? 0.3 : Math.cos(1.5 * k) * Math.exp(-0.1 * k) * 0.3) + 0.01 * Math.sin(i);
    }),
  ],
  sizes: [12, 120],
  derivatives: ["grad", "hvp"],
};
