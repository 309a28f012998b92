// Forward and backward passes of a hidden Markov model of weather by daily counts of rain; the result is the sum of
// entropies of the smoothed states, minus the log likelihood.

import type { Program } from "../program.ts";

interface Weather {
  initial: number[];
  transitions: number[][];
  rates: number[];
}

const softmax = (xs: number[]): number[] => {
  const top = Math.max(...xs);
  const es = xs.map((x) => Math.exp(x - top));
  const total = es.reduce((a, b) => a + b);
  return es.map((e) => e / total);
};

function poisson(count: number, logRate: number): number {
  let logFactorial = 0;
  for (let k = 2; k <= count; k++) logFactorial += Math.log(k);
  return Math.exp(count * logRate - Math.exp(logRate) - logFactorial);
}

function objective(model: Weather, counts: number[], weight = 0.1): number {
  const p = model.transitions.map(softmax);
  const states = model.rates.map((_, s) => s);
  const emissions = counts.map((c) => model.rates.map((r) => poisson(c, r)));
  const forward: number[][] = [];
  const scales: number[] = [];
  for (const e of emissions) {
    const last = forward.at(-1);
    const prior = last
      ? states.map((j) => states.reduce((s, i) => s + last[i]! * p[i]![j]!, 0))
      : softmax(model.initial);
    const joint = prior.map((q, j) => q * e[j]!);
    const scale = joint.reduce((a, b) => a + b);
    scales.push(scale);
    forward.push(joint.map((q) => q / scale));
  }
  let entropy = 0;
  let beta = states.map(() => 1);
  for (let t = counts.length - 1; t >= 0; t--) {
    const posterior = forward[t]!.map((a, i) => a * beta[i]!);
    for (const q of posterior) entropy -= q * Math.log(q + 1e-300);
    const after = beta;
    beta = states.map((i) => states.reduce((s, j) => s + p[i]![j]! * emissions[t]![j]! * after[j]!, 0) / scales[t]!);
  }
  return (weight * entropy - scales.reduce((s, c) => s + Math.log(c), 0)) / counts.length;
}

export const program: Program = {
  f: objective,
  inputs: (n) => [
    {
      initial: [0.1, 0, -0.2],
      transitions: [0, 1, 2].map((i) => [0, 1, 2].map((j) => (i === j ? 1.5 : 0.2 * Math.sin(3 * i + j)))),
      rates: [-0.5, 0.7, 1.6],
    },
    Array.from({ length: n }, (_, t) => Math.round(2.5 + 2.5 * Math.sin(0.9 * t) * Math.cos(t * t))),
  ],
  sizes: [12, 150],
  derivatives: ["valueAndGrad", "hvp"],
};
