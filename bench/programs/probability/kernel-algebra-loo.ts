// Leave-one-out log density of a Gaussian process whose kernel is built from parts by functions that combine kernels.

import type { Program } from "../program.ts";

type Kernel = (a: number, b: number) => number;

const plus =
  (...ks: Kernel[]): Kernel =>
  (a, b) =>
    ks.reduce((s, k) => s + k(a, b), 0);
const times =
  (k: Kernel, l: Kernel): Kernel =>
  (a, b) =>
    k(a, b) * l(a, b);
const scaled =
  (c: number, k: Kernel): Kernel =>
  (a, b) =>
    c * k(a, b);
const smooth =
  (length: number): Kernel =>
  (a, b) =>
    Math.exp(-0.5 * ((a - b) / length) ** 2);
const periodic =
  (period: number, length: number): Kernel =>
  (a, b) =>
    Math.exp(-2 * (Math.sin((Math.PI * (a - b)) / period) / length) ** 2);
const rational =
  (alpha: number, length: number): Kernel =>
  (a, b) =>
    (1 + (a - b) ** 2 / (2 * alpha * length * length)) ** -alpha;

function inverse(a: number[][]): number[][] {
  const n = a.length;
  const m = a.map((row) => [...row]);
  for (let k = 0; k < n; k++) {
    const pivot = m[k]![k]!;
    for (let j = 0; j < n; j++) if (j !== k) m[k]![j]! /= pivot;
    for (let i = 0; i < n; i++) {
      if (i === k) continue;
      const f = m[i]![k]!;
      for (let j = 0; j < n; j++) if (j !== k) m[i]![j]! -= f * m[k]![j]!;
      m[i]![k] = -f / pivot;
    }
    m[k]![k] = 1 / pivot;
  }
  return m;
}

interface Hyper {
  trend: { amount: number; length: number };
  season: { amount: number; period: number; length: number; fading: number };
  rest: { amount: number; length: number; alpha: number };
  noise: number;
}

function looLoss({ trend, season, rest, noise }: Hyper, data: { t: number; y: number }[]): number {
  const kernel = plus(
    scaled(trend.amount, smooth(trend.length)),
    scaled(season.amount, times(periodic(season.period, season.length), smooth(season.fading))),
    scaled(rest.amount, rational(rest.alpha, rest.length)),
  );
  const k = data.map(({ t: a }, i) => data.map(({ t: b }, j) => kernel(a, b) + (i === j ? noise : 0)));
  const inv = inverse(k);
  let sum = 0;
  data.forEach((_, i) => {
    const variance = 1 / inv[i]![i]!;
    const alpha = inv[i]!.reduce((s, v, j) => s + v * data[j]!.y, 0);
    sum += 0.5 * Math.log(variance) + 0.5 * alpha * alpha * variance;
  });
  return sum / data.length;
}

export const program: Program = {
  f: looLoss,
  inputs: (n) => [
    {
      trend: { amount: 2, length: 4 },
      season: { amount: 1, period: 1, length: 1.2, fading: 6 },
      rest: { amount: 0.3, length: 0.8, alpha: 1.5 },
      noise: 0.1,
    },
    Array.from({ length: n }, (_, i) => ({ t: 0.23 * i, y: Math.sin(1.45 * i) + 0.1 * i })),
  ],
  sizes: [10, 40],
  derivatives: ["grad"],
};
