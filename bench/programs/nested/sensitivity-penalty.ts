// A chemostat design that should yield much without being sensitive: the yield after some hours minus a penalty on its
// directional derivative along likely disturbances, taken by an inner jvp.

import { jvp } from "zeroth";
import type { Program } from "../program.ts";

interface Design {
  dilution: number;
  feed: number;
  seed: number;
}

interface Culture {
  growth: number;
  half: number;
  yieldCoefficient: number;
}

function harvest(d: Design, c: Culture, steps: number): number {
  const dt = 0.05;
  let biomass = d.seed;
  let sugar = d.feed;
  let out = 0;
  for (let i = 0; i < steps; i++) {
    const mu = (c.growth * sugar) / (c.half + sugar);
    out += dt * d.dilution * biomass;
    const dBiomass = (mu - d.dilution) * biomass;
    const dSugar = d.dilution * (d.feed - sugar) - (mu * biomass) / c.yieldCoefficient;
    biomass += dt * dBiomass;
    sugar = Math.max(1e-6, sugar + dt * dSugar);
  }
  return out;
}

const disturbances: Culture[] = [
  { growth: 0.05, half: 0, yieldCoefficient: 0 },
  { growth: 0, half: 0.1, yieldCoefficient: 0.02 },
];

function objective(d: Design, c: Culture, steps: number): number {
  let merit = 0;
  let penalty = 0;
  for (const along of disturbances) {
    const [value, change] = jvp((culture: Culture) => harvest(d, culture, steps), [c], [along]);
    merit = value;
    penalty += change * change;
  }
  return merit - 3 * penalty - 0.1 * d.feed;
}

export const program: Program = {
  f: objective,
  inputs: (n) => [{ dilution: 0.3, feed: 4, seed: 0.5 }, { growth: 0.9, half: 0.7, yieldCoefficient: 0.5 }, n],
  sizes: [12, 300],
  derivatives: ["grad", "hessian"],
};
