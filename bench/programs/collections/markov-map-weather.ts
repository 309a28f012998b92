// A Markov chain as a map from each state to the chances of the next ones: transitions counted from a diary and smoothed,
// then the distribution after some days and the likelihood of a second diary.

import type { Program } from "../program.ts";

type Chain = Map<string, Map<string, number>>;

const states = ["sun", "cloud", "rain", "snow"];

function learn(diary: readonly string[], prior: { [state: string]: number }, memory: number): Chain {
  const chain: Chain = new Map(states.map((state) => [state, new Map(Object.entries(prior))]));
  for (let i = 1; i < diary.length; i++) {
    const row = chain.get(diary[i - 1]!)!;
    // what was long ago counts less
    const weight = memory ** (diary.length - 1 - i);
    row.set(diary[i]!, row.get(diary[i]!)! + weight);
  }
  for (const row of chain.values()) {
    const total = [...row.values()].reduce((a, b) => a + b, 0);
    row.forEach((count, state) => row.set(state, count / total));
  }
  return chain;
}

function advance(chain: Chain, belief: Map<string, number>): Map<string, number> {
  const next = new Map<string, number>();
  for (const [state, p] of belief) {
    for (const [to, q] of chain.get(state) ?? []) next.set(to, (next.get(to) ?? 0) + p * q);
  }
  return next;
}

function score(
  model: { prior: { [state: string]: number }; memory: number },
  diary: string[],
  later: string[],
): number {
  const chain = learn(diary, model.prior, model.memory);
  let logLikelihood = 0;
  for (let i = 1; i < later.length; i++) logLikelihood += Math.log(chain.get(later[i - 1]!)!.get(later[i]!)!);

  let belief = new Map([[diary.at(-1)!, 1]]);
  for (let day = 0; day < 7; day++) belief = advance(chain, belief);
  let entropy = 0;
  belief.forEach((p) => {
    entropy -= p * Math.log(p);
  });
  return entropy - logLikelihood / later.length;
}

const weather = (n: number, seed: number): string[] =>
  Array.from({ length: n }, (_, i) => states[Math.floor(2 + 1.9 * Math.sin(0.7 * i + Math.cos(i * i + seed)))]!);

export const program: Program = {
  f: score,
  inputs: (n) => [
    { prior: { sun: 0.6, cloud: 0.5, rain: 0.4, snow: 0.1 }, memory: 0.985 },
    weather(2 * n, 1),
    weather(n, 2),
  ],
  sizes: [12, 150],
  derivatives: ["grad", "hvp"],
};
