/**
 * The certified answers, from both starting points; then Newton's method, whose exact Hessians must lead back to them.
 */

import { describe, expect, test } from "vitest";
import { grad, hvp } from "zeroth";
import { commonDigits, fit, residualsOf, type Report } from "./fit.ts";
import { householder } from "./householder.ts";
import { sumOfSquares } from "./levenberg-marquardt.ts";
import { missing, readProblems, type Problem } from "./problems.ts";

const problems = readProblems();
const named = problems.map((problem) => [problem.name, problem] as const);

if (problems.length === 0) console.warn(missing);

describe.skipIf(problems.length === 0)("NIST's nonlinear regression problems", () => {
  test("are all read", () => {
    expect(problems).toHaveLength(19);
    for (const { observations, starts, certified } of problems) {
      const numbers = [
        ...observations.flatMap(({ x, y }) => [...x, y]),
        ...starts.flat(),
        ...certified.parameters,
        ...certified.standardDeviations,
        certified.residualSumOfSquares,
      ];
      expect(numbers.every(Number.isFinite)).toBe(true);
    }
  });

  test.each(named)("%s is solved from the near start", (_, problem) => {
    const report = fit(problem, problem.starts[1]!);
    expect(report.converged).toBe(true);
    const least = leastDigits(problem);
    expect(report.digits.parameters).toBeGreaterThanOrEqual(least.parameters);
    expect(report.digits.deviations).toBeGreaterThanOrEqual(least.deviations);
    expect(report.digits.squares).toBeGreaterThanOrEqual(least.squares);
  });

  test("are all solved from the far start, but for one", () => {
    const unsolved = problems.filter((problem) => !solves(problem, fit(problem, problem.starts[0]!)));
    expect(unsolved.map(({ name }) => name).filter((name) => name !== "MGH10")).toEqual([]);
  }, 60_000);

  test.each(named)("%s is where Newton's method returns to", (_, problem) => {
    const { parameters, standardDeviations } = problem.certified;
    const residuals = residualsOf(problem);
    const loss = (b: number[]): number => residuals(b).reduce((sum, r) => sum + r ** 2 / 2, 0);
    const gradient = grad(loss);
    const hessianTimes = hvp(loss);

    let b = parameters.map((value, j) => value + 0.01 * standardDeviations[j]!);
    for (let step = 0; step < 4; step++) {
      const columns = b.map((_, j) =>
        hessianTimes(
          b,
          b.map((_, i) => (i === j ? 1 : 0)),
        ),
      );
      const move = householder(columns).solve(gradient(b));
      b = b.map((value, j) => value - move[j]!);
    }
    expect(commonDigits(b, parameters)).toBeGreaterThanOrEqual(leastDigits(problem).parameters);
  });
});

test("Householder's factorisation solves least squares", () => {
  const { solve, inverseGramDiagonal } = householder([
    [1, 0],
    [1, 1],
    [1, 2],
  ]);
  const [intercept, slope] = solve([1, 2, 6]);
  expect(intercept).toBeCloseTo(0.5, 14);
  expect(slope).toBeCloseTo(2.5, 14);
  expect(inverseGramDiagonal()[0]).toBeCloseTo(5 / 6, 14);
  expect(inverseGramDiagonal()[1]).toBeCloseTo(1 / 2, 14);
  expect(sumOfSquares([3, 4])).toBe(25);
});

/** Lanczos1 fits to rounding error, so that its deviations and sum of squares are made of rounding error. */
function leastDigits({ name, difficulty }: Problem): Report["digits"] {
  if (name === "Lanczos1") return { parameters: 6, deviations: 2, squares: 2 };
  const least = difficulty === "Lower" ? 8 : 6;
  return { parameters: least, deviations: least, squares: least };
}

function solves(problem: Problem, { converged, digits }: Report): boolean {
  const least = leastDigits(problem);
  return (
    converged &&
    digits.parameters >= least.parameters &&
    digits.deviations >= least.deviations &&
    digits.squares >= least.squares
  );
}
