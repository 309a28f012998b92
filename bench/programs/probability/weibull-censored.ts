// A Weibull accelerated failure time model whose observations are exact, right-censored, or only known to an interval.

import type { Program } from "../program.ts";

type Lifetime =
  | { kind: "failed"; at: number; load: number }
  | { kind: "running"; since: number; load: number }
  | { kind: "inspected"; from: number; to: number; load: number };

interface Weibull {
  logScale: number;
  shape: number;
  loadEffect: number;
}

function cumulativeHazard(w: Weibull, time: number, load: number): number {
  const scale = Math.exp(w.logScale + w.loadEffect * load);
  return Math.pow(time / scale, w.shape);
}

function logLikelihood(w: Weibull, lifetimes: Lifetime[]): number {
  let total = 0;
  for (const item of lifetimes) {
    switch (item.kind) {
      case "failed": {
        const H = cumulativeHazard(w, item.at, item.load);
        total += Math.log(w.shape / item.at) + Math.log(H) - H;
        break;
      }
      case "running":
        total -= cumulativeHazard(w, item.since, item.load);
        break;
      case "inspected": {
        const before = item.from === 0 ? 1 : Math.exp(-cumulativeHazard(w, item.from, item.load));
        const after = Math.exp(-cumulativeHazard(w, item.to, item.load));
        total += Math.log(before - after);
        break;
      }
    }
  }
  return total;
}

function fleet(n: number): Lifetime[] {
  const result: Lifetime[] = [];
  for (let i = 0; i < n; i++) {
    const load = 0.5 + 0.5 * Math.sin(5 * i);
    const t = 3 * Math.exp(0.8 * Math.sin(12.3 * i) - 0.5 * load);
    if (i % 5 === 0) result.push({ kind: "running", since: t, load });
    else if (i % 5 === 3) result.push({ kind: "inspected", from: Math.floor(t), to: Math.floor(t) + 1, load });
    else result.push({ kind: "failed", at: t, load });
  }
  return result;
}

export const program: Program = {
  f: logLikelihood,
  inputs: (n) => [{ logScale: 1.2, shape: 1.6, loadEffect: -0.4 }, fleet(n)],
  sizes: [12, 400],
  derivatives: ["valueAndGrad", "hessian"],
};
