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
  private readonly factors: Factor[] = [];

  factor(term: Factor): this {
    this.factors.push(term);
    return this;
  }

  /** The value that a function of the unknowns takes has the given distribution. */
  tilde(value: Factor, distribution: (x: Unknowns) => Distribution): this {
    return this.factor((x) => distribution(x).logDensity(value(x)));
  }

  logDensity(x: Unknowns): number {
    return this.factors.reduce((total, term) => total + term(x), 0);
  }
}

interface Field {
  region: number;
  rain: number;
  crop: number;
}

function buildModel(fields: Field[], regions: number): Model {
  const vague = normal(0, 3);
  const model = new Model()
    .tilde(
      ({ mean }) => mean,
      () => vague,
    )
    .tilde(
      ({ slope }) => slope,
      () => vague,
    );
  for (const key of ["logBetween", "logWithin"] as const) {
    model.factor((x) => cauchy(0, 1).logDensity(Math.exp(x[key])) + x[key]);
  }
  for (let r = 0; r < regions; r++) {
    model.tilde(
      (x) => x.regions[r]!,
      (x) => normal(x.mean, Math.exp(x.logBetween)),
    );
  }
  for (const { region, rain, crop } of fields) {
    model.tilde(
      () => crop,
      (x) => {
        const centre = x.regions[region]! + x.slope * rain;
        return mixture(0.05, normal(centre, Math.exp(x.logWithin)), cauchy(centre, 3));
      },
    );
  }
  return model;
}

const logPosterior = (x: Unknowns, fields: Field[]): number => buildModel(fields, x.regions.length).logDensity(x);

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
