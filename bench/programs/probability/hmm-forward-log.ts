// A hidden Markov model with Gaussian emissions: the forward algorithm in logarithms. Switching is rare or frequent
// according to one "stickiness"; every state has its mean and log standard deviation.

import type { Program } from "../program.ts";

const logSumExp = (xs: number[]): number => {
  const m = xs.reduce((a, b) => (a > b ? a : b), -Infinity);
  return m + Math.log(xs.reduce((s, x) => s + Math.exp(x - m), 0));
};

const logNormal = (x: number, mean: number, logSd: number): number =>
  -0.5 * ((x - mean) * Math.exp(-logSd)) ** 2 - logSd - 0.9189385332046727;

interface Regimes {
  states: { mean: number; logSd: number }[];
  stickiness: number;
}

export const logEvidence = ({ states, stickiness }: Regimes, observations: number[]): number => {
  const k = states.length;
  const stay = -Math.log1p(Math.exp(-stickiness));
  const leave = -Math.log1p(Math.exp(stickiness)) - Math.log(k - 1);
  const final = observations.reduce<number[] | undefined>(
    (alpha, y) =>
      states.map(({ mean, logSd }, j) => {
        const prior = alpha === undefined ? -Math.log(k) : logSumExp(alpha.map((a, i) => a + (i === j ? stay : leave)));
        return prior + logNormal(y, mean, logSd);
      }),
    undefined,
  );
  return logSumExp(final ?? [0]);
};

export const program: Program = {
  f: logEvidence,
  inputs: (n) => [
    {
      states: [
        { mean: -1, logSd: -0.7 },
        { mean: 0.2, logSd: -0.3 },
        { mean: 1.4, logSd: -0.9 },
      ],
      stickiness: 1.7,
    },
    Array.from({ length: n }, (_, t) => Math.round(1.3 * Math.sin(t / 4)) + 0.4 * Math.sin(19 * t)),
  ],
  sizes: [12, 160],
  derivatives: ["grad", "hvp"],
};
