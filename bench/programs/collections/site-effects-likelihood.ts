// Yields of fields grouped by site and by variety: a random-effects likelihood whose groups are collected in maps, with the
// number of each group's members.

import type { Program } from "../program.ts";

interface Plot {
  site: string;
  variety: string;
  yield: number;
}

interface Model {
  mean: number;
  varieties: { [name: string]: number };
  logSite: number;
  logNoise: number;
}

function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

function negativeLogLikelihood(model: Model, plots: Plot[]): number {
  const s2 = Math.exp(2 * model.logSite);
  const e2 = Math.exp(2 * model.logNoise);
  let nll = 0;
  for (const [, members] of groupBy(plots, (plot) => plot.site)) {
    const n = members.length;
    const residuals = members.map((p) => p.yield - model.mean - (model.varieties[p.variety] ?? 0));
    const sum = residuals.reduce((a, b) => a + b, 0);
    const squares = residuals.reduce((a, r) => a + r * r, 0);
    // the covariance is e2 I + s2 1 1ᵀ
    const total = e2 + n * s2;
    nll += 0.5 * (squares / e2 - (s2 * sum * sum) / (e2 * total) + (n - 1) * Math.log(e2) + Math.log(total));
  }
  // varieties that were tried more often are shrunk less
  const tried = groupBy(plots, (plot) => plot.variety);
  for (const [name, members] of tried.entries()) nll += (model.varieties[name]! ** 2 * 0.5) / Math.sqrt(members.length);
  return nll + 0.5 * plots.length * Math.log(2 * Math.PI);
}

export const program: Program = {
  f: negativeLogLikelihood,
  inputs: (n) => [
    { mean: 5, varieties: { spelt: -0.3, durum: 0.2, emmer: -0.5 }, logSite: -0.7, logNoise: -1.2 },
    Array.from({ length: n }, (_, i) => ({
      site: ["ridge", "valley", "coast", "plain", "marsh"][(i * 7) % 5]!,
      variety: ["spelt", "durum", "emmer"][(i * i) % 3]!,
      yield: 5 + Math.sin(((i * 7) % 5) + 1) * 0.5 + 0.3 * Math.sin(13 * i),
    })),
  ],
  sizes: [12, 300],
  derivatives: ["grad", "hessian"],
};
