/**
 * Fits one NIST problem and counts how many of the certified digits come out.
 */

import { jacobian } from "zeroth";
import { curves } from "./curves.ts";
import { householder } from "./householder.ts";
import { levenbergMarquardt, sumOfSquares } from "./levenberg-marquardt.ts";
import type { Problem } from "./problems.ts";

export interface Report {
  readonly converged: boolean;
  readonly iterations: number;
  /** Correct digits of the worst parameter, the worst standard deviation and the residual sum of squares. */
  readonly digits: {
    readonly parameters: number;
    readonly deviations: number;
    readonly squares: number;
  };
}

export function residualsOf(problem: Problem): (b: number[]) => number[] {
  const curve = curves[problem.name];
  if (curve === undefined) throw new Error(`no curve for ${problem.name}`);
  return (b) => problem.observations.map(({ x, y }) => y - curve(...x)(...b));
}

export function fit(problem: Problem, start: readonly number[]): Report {
  const residuals = residualsOf(problem);
  const derivative = jacobian(residuals);
  const solution = levenbergMarquardt({ residuals, jacobian: derivative }, start);

  const b = [...solution.parameters];
  const squares = sumOfSquares(residuals(b));
  const variance = squares / (problem.observations.length - b.length);
  const deviations = householder(derivative(b))
    .inverseGramDiagonal()
    .map((d) => Math.sqrt(variance * d));

  const { certified } = problem;
  return {
    converged: solution.converged,
    iterations: solution.iterations,
    digits: {
      parameters: commonDigits(b, certified.parameters),
      deviations: commonDigits(deviations, certified.standardDeviations),
      squares: commonDigits([squares], [certified.residualSumOfSquares]),
    },
  };
}

/** Decimal digits on which two lists agree where they agree least; NIST certifies eleven. */
export function commonDigits(actual: readonly number[], certified: readonly number[]): number {
  const errors = certified.map((value, i) => Math.abs(actual[i]! - value) / Math.abs(value));
  const digits = -Math.log10(Math.max(...errors, 1e-11));
  return Number.isNaN(digits) ? 0 : Math.max(0, digits);
}
