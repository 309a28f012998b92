/**
 * CO₂ over Mauna Loa: a straight line, an exponential and a yearly cycle.
 *
 *     ppm(t) = level + slope·t + a·exp(b·t) + Σₖ cosineₖ·cos(2πk·year) + sineₖ·sin(2πk·year)
 *
 * Written as anyone would write it; that it is differentiated, twice, shows nowhere. `t` runs from 0 to 1
 * over the record; the model closes over how many years that is, and the loss closes over the data.
 */

import type { Observation } from "./observations.ts";

export interface Parameters {
  readonly level: number;
  readonly slope: number;
  readonly a: number;
  readonly b: number;
  /** The yearly cycle: one entry per harmonic, the fundamental first. */
  readonly harmonics: readonly { readonly cosine: number; readonly sine: number }[];
}

export interface Model {
  /** Length of the record, which is what `t` is measured in. */
  readonly years: number;
  readonly trend: (p: Parameters, t: number) => number;
  readonly season: (p: Parameters, t: number) => number;
}

export function carbonDioxide(observations: readonly Observation[]): Model {
  const first = observations[0]!.year;
  const years = observations.at(-1)!.year - first;
  return {
    years,
    trend: (p, t) => p.level + p.slope * t + p.a * Math.exp(p.b * t),
    season: (p, t) => {
      let ppm = 0;
      for (const [k, { cosine, sine }] of p.harmonics.entries()) {
        const angle = 2 * Math.PI * (k + 1) * (first + years * t);
        ppm += cosine * Math.cos(angle) + sine * Math.sin(angle);
      }
      return ppm;
    },
  };
}

export const residualsOf =
  (model: Model, observations: readonly Observation[]) =>
  (p: Parameters): number[] =>
    observations.map(({ t, ppm }) => ppm - model.trend(p, t) - model.season(p, t));

/** Half the sum of squared residuals. */
export const squaredError =
  (residuals: (p: Parameters) => number[]) =>
  (p: Parameters): number =>
    residuals(p).reduce((sum, residual) => sum + residual ** 2 / 2, 0);
