/**
 * The fit and what it is worth: Newton–CG on zeroth's derivatives, then the covariance of the parameters.
 *
 * With independent errors of variance σ² the covariance is σ²·H⁻¹, where H is the exact Hessian of half the sum of squares
 * at the minimum, one Hessian-vector product per column. What is derived from the parameters gets
 * its error from its own gradient, even where it is a derivative itself, as the growth rate is.
 */

import { grad, hvp, valueAndGrad } from "zeroth";
import { carbonDioxide, residualsOf, squaredError, type Model, type Parameters } from "./model.ts";
import { newtonCg, type Objective, type Step } from "./newton-cg.ts";
import type { Observation } from "./observations.ts";
import { pack, unpack } from "./parameters.ts";
import { positiveInverse } from "./positive-inverse.ts";

export interface Estimate {
  readonly value: number;
  readonly error: number;
}

export interface Fit {
  readonly model: Model;
  readonly parameters: Parameters;
  readonly steps: readonly Step[];
  /** In the order of `pack`. */
  readonly estimates: readonly Estimate[];
  readonly residuals: readonly number[];
  /** Their standard deviation. */
  readonly noise: number;
  /** Growth of the trend in ppm per year at a time between 0 and 1. */
  readonly growth: (t: number) => Estimate;
}

export function fitCarbonDioxide(observations: readonly Observation[], harmonics = 4): Fit {
  const model = carbonDioxide(observations);
  const residuals = residualsOf(model, observations);
  const loss = squaredError(residuals);

  const lossAndGradient = valueAndGrad(loss);
  const hessianTimes = hvp(loss);
  const objective: Objective = {
    valueAndGradient: (x) => {
      const [value, gradient] = lossAndGradient(unpack(x));
      return [value, pack(gradient)];
    },
    hessianTimes: (x, v) => pack(hessianTimes(unpack(x), unpack(v))),
  };

  const flat = Array.from({ length: harmonics }, () => ({ cosine: 0, sine: 0 }));
  const start: Parameters = { level: 0, slope: 0, a: 1, b: 1, harmonics: flat };
  const { x, steps } = newtonCg(objective, pack(start));
  const parameters = unpack(x);

  const basis = x.map((_, j) => x.map((_, i) => (i === j ? 1 : 0)));
  const hessian = basis.map((direction) => objective.hessianTimes(x, direction));
  const variance = (2 * loss(parameters)) / (observations.length - x.length);
  const covariance = positiveInverse(hessian).map((row) => row.map((value) => variance * value));
  const errorOf = (gradient: readonly number[]): number => Math.sqrt(quadraticForm(covariance, gradient));

  const growthAt = (p: Parameters, t: number): number => grad((time: number) => model.trend(p, time))(t) / model.years;
  const growthAndGradient = valueAndGrad(growthAt);

  return {
    model,
    parameters,
    steps,
    estimates: x.map((value, j) => ({ value, error: errorOf(basis[j]!) })),
    residuals: residuals(parameters),
    noise: Math.sqrt(variance),
    growth: (t) => {
      const [value, gradient] = growthAndGradient(parameters, t);
      return { value, error: errorOf(pack(gradient)) };
    },
  };
}

const quadraticForm = (matrix: readonly (readonly number[])[], v: readonly number[]): number =>
  matrix.reduce((sum, row, i) => sum + row.reduce((inner, value, j) => inner + value * v[j]!, 0) * v[i]!, 0);
