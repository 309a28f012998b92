/**
 * The method of Gauss and Newton on problems of NIST, by `linearize`: the residuals once, then their tangent map once for
 * each parameter.
 *
 * A step solves min |J·s + r|² and is halved until it lowers the sum of squares. Close to the solution that test drowns in
 * rounding long before the step does, so a step that promises next to nothing is taken on trust.
 */

import { linearize } from "zeroth";
import { residualsOf } from "../nist/fit.ts";
import { householder } from "../nist/householder.ts";
import { sumOfSquares } from "../nist/levenberg-marquardt.ts";
import type { Problem } from "../nist/problems.ts";
import type { Answer } from "./answer.ts";

export function gaussNewton(
  residuals: (b: number[]) => number[],
  start: readonly number[],
  maxIterations = 100,
): number[] {
  let b = [...start];
  for (let k = 0; k < maxIterations; k++) {
    const [r, tangent] = linearize(residuals, b);
    const columns = b.map((_, j) => tangent(b.map((_, i) => (i === j ? 1 : 0))));
    const rows = r.map((_, i) => columns.map((column) => column[i]!));
    let step = householder(rows).solve(r.map((v) => -v));
    const squares = sumOfSquares(r);
    const linear = rows.map((row, i) => row.reduce((sum, slope, j) => sum + slope * step[j]!, r[i]!));
    const onTrust = sumOfSquares(linear) > (1 - 1e-11) * squares;
    if (!onTrust) {
      while (!isShort(step, b) && !(sumOfSquares(residuals(along(b, step))) < squares)) step = step.map((s) => s / 2);
    }
    b = along(b, step);
    if (isShort(step, b)) return b;
  }
  throw new Error(`no solution in ${maxIterations} iterations`);
}

const along = (b: readonly number[], step: readonly number[]): number[] => b.map((value, j) => value + step[j]!);

const isShort = (step: readonly number[], b: readonly number[]): boolean =>
  step.every((s, j) => Math.abs(s) <= 1e-10 * Math.abs(b[j]!));

/** Those of the most parameters of each level of difficulty. */
const shown: readonly string[] = ["Gauss1", "ENSO", "Thurber"];

/** Of each problem shown the parameter that is furthest from what NIST certifies. */
export const gaussNewtonAnswers = (problems: readonly Problem[]): Answer[] =>
  problems
    .filter(({ name }) => shown.includes(name))
    .map((problem) => {
      const b = gaussNewton(residualsOf(problem), problem.starts[1]!);
      const { parameters } = problem.certified;
      const errors = parameters.map((value, j) => Math.abs(b[j]! / value - 1));
      const worst = errors.indexOf(Math.max(...errors));
      return {
        name: `Gauss–Newton, ${problem.name}`,
        what: `b${worst + 1}, the worst of ${b.length}`,
        expected: parameters[worst]!,
        got: b[worst]!,
      };
    });
