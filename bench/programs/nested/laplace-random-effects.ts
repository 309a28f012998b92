// Counts in groups, where each group has a hidden effect of its own: the effect is found by Newton's method from slopes of
// the joint density, then integrated out by Laplace's approximation. By the fixed effects and the log of the spread.

import { grad, hvp } from "zeroth";
import type { Program } from "../program.ts";

interface Model {
  beta: [number, number];
  logSigma: number;
}

interface Group {
  x: number[];
  count: number[];
}

const jointUnlikeliness =
  ({ beta, logSigma }: Model, group: Group) =>
  (effect: number): number => {
    const poisson = group.x.reduce((s, x, i) => {
      const eta = beta[0] + beta[1] * x + effect;
      return s + Math.exp(eta) - group.count[i]! * eta;
    }, 0);
    return poisson + 0.5 * (effect / Math.exp(logSigma)) ** 2 + logSigma;
  };

function groupUnlikeliness(model: Model, group: Group): number {
  const joint = jointUnlikeliness(model, group);
  const slope = grad(joint);
  const curve = (u: number): number => hvp(joint)(u, 1);
  let effect = 0;
  for (let k = 0; k < 5; k++) effect -= slope(effect) / curve(effect);
  return joint(effect) + 0.5 * Math.log(curve(effect));
}

const unlikeliness = (model: Model, groups: Group[]): number =>
  groups.reduce((s, g) => s + groupUnlikeliness(model, g), 0);

export const program: Program = {
  f: unlikeliness,
  inputs: (n) => [
    { beta: [0.4, 0.3], logSigma: -0.5 },
    Array.from({ length: n }, (_, g) => ({
      x: Array.from({ length: 4 }, (_, i) => Math.sin(2 * g + i)),
      count: Array.from({ length: 4 }, (_, i) => (g * 3 + i * i) % 5),
    })),
  ],
  sizes: [12, 80],
  derivatives: ["grad"],
};
