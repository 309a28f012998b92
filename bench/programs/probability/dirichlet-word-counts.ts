// Counts of words in documents that each have their own mix of words: the Dirichlet multinomial likelihood, with the log of
// the gamma function by Lanczos. By the logs of the concentrations.

import type { Program } from "../program.ts";

const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const z = x - 1;
  const [first, ...rest] = LANCZOS;
  const series = rest.reduce((s, c, i) => s + c / (z + i + 1), first!);
  const t = z + 7.5;
  return 0.5 * Math.log(2 * Math.PI) + (z + 0.5) * Math.log(t) - t + Math.log(series);
}

const total = (xs: number[]): number => xs.reduce((a, b) => a + b, 0);

function unlikeliness(logAlpha: number[], documents: number[][]): number {
  const alpha = logAlpha.map(Math.exp);
  const whole = total(alpha);
  return -total(
    documents.map((counts) => {
      const words = counts
        .map((count, w) => (count === 0 ? 0 : logGamma(alpha[w]! + count) - logGamma(alpha[w]!)))
        .filter((v) => v !== 0);
      return logGamma(whole) - logGamma(whole + total(counts)) + total(words);
    }),
  );
}

export const program: Program = {
  f: unlikeliness,
  inputs: (n) => [
    Array.from({ length: n }, (_, w) => -0.3 + 0.9 * Math.sin(1.7 * w)),
    Array.from({ length: 5 }, (_, d) => Array.from({ length: n }, (_, w) => (d * d + 3 * w + ((w * d) >> 1)) % 4)),
  ],
  sizes: [12, 120],
  derivatives: ["grad", "hvp"],
};
