// Log density of a probabilistic model as a list of factors: a builder collects closures over the unknowns by their names, and the
// density is their sum. Yields of fields in regions, with a few outliers.

import type { Program } from "../program.ts";

interface Unknowns {
  mean: number;
  logBetween: number;
  logWithin: number;
  regions: number[];
  slope: number;
}

type Factor = (x: Unknowns) => number;

interface Distribution {
  logDensity: (value: number) => number;
}

const normal = (mean: number, sd: number): Distribution => ({
  logDensity: (x) => -0.5 * ((x - mean) / sd) ** 2 - Math.log(sd) - 0.9189385332046727,
});

const cauchy = (at: number, scale: number): Distribution => ({
  logDensity: (x) => -Math.log(Math.PI * scale * (1 + ((x - at) / scale) ** 2)),
});

const mixture = (share: number, a: Distribution, b: Distribution): Distribution => ({
  logDensity(x) {
    const p = Math.log(1 - share) + a.logDensity(x);
    const q = Math.log(share) + b.logDensity(x);
    const top = Math.max(p, q);
    return top + Math.log(Math.exp(p - top) + Math.exp(q - top));
  },
});

class Model {
  private readonly factors: { name: string; term: Factor }[] = [];

  factor(name: string, term: Factor): Model {
    this.factors.push({ name, term });
    return this;
  }

  /** The value that a function of the unknowns takes has the given distribution. */
  tilde(name: string, value: (x: Unknowns) => number, distribution: (x: Unknowns) => Distribution): Model {
    return this.factor(name, (x) => distribution(x).logDensity(value(x)));
  }

  logDensity(x: Unknowns, only: (name: string) => boolean = () => true): number {
    return this.factors.filter(({ name }) => only(name)).reduce((total, { term }) => total + term(x), 0);
  }
}

interface Field {
  region: number;
  rain: number;
  crop: number;
}

function buildModel(fields: Field[], regions: number): Model {
  const model = new Model()
    .tilde(
      "mean",
      (x) => x.mean,
      () => normal(3, 2),
    )
    .tilde(
      "slope",
      (x) => x.slope,
      () => normal(0, 1),
    )
    .factor("scales", ({ logBetween, logWithin }) => {
      const prior = cauchy(0, 1);
      return prior.logDensity(Math.exp(logBetween)) + logBetween + prior.logDensity(Math.exp(logWithin)) + logWithin;
    });
  for (let r = 0; r < regions; r++) {
    model.tilde(
      `region ${r}`,
      (x) => x.regions[r]!,
      (x) => normal(x.mean, Math.exp(x.logBetween)),
    );
  }
  fields.forEach(({ region, rain, crop }, i) => {
    model.tilde(
      `field ${i}`,
      () => crop,
      (x) => {
        const centre = x.regions[region]! + x.slope * rain;
        return mixture(0.05, normal(centre, Math.exp(x.logWithin)), cauchy(centre, 3));
      },
    );
  });
  return model;
}

function logPosterior(x: Unknowns, fields: Field[]): number {
  const model = buildModel(fields, x.regions.length);
  return model.logDensity(x);
}

export const program: Program = {
  f: logPosterior,
  inputs: (n) => [
    { mean: 2.8, logBetween: -0.3, logWithin: -0.6, regions: [2.2, 3.1, 2.7, 3.4], slope: 0.4 },
    Array.from({ length: n }, (_, i) => ({
      region: (i * 3) % 4,
      rain: Math.sin(1.3 * i),
      crop: 2.8 + 0.5 * Math.sin(2.1 * i) + (i % 11 === 7 ? 4 : 0),
    })),
  ],
  sizes: [12, 150],
  derivatives: ["grad", "hvp"],
};
