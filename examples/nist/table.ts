/**
 * The table of correct digits, one line for each problem: what the README shows.
 */

import { fit } from "./fit.ts";
import type { Problem } from "./problems.ts";

export const heading: readonly string[] = [
  "                        start 1                    start 2",
  "problem    difficulty   steps  b̂     s     RSS     steps  b̂     s     RSS",
];

/** Steps and correct digits of the worst parameter, the worst standard deviation and the residual sum of squares. */
export function row(problem: Problem): string {
  const cells = problem.starts.map((start) => {
    const { converged, iterations, digits } = fit(problem, start);
    const counts = [digits.parameters, digits.deviations, digits.squares];
    const shown = counts.map((count) => (converged ? count.toFixed(1) : "–").padEnd(6));
    return `${String(iterations).padEnd(5)}  ${shown.join("")}`;
  });
  return `${problem.name.padEnd(9)}  ${problem.difficulty.padEnd(11)}  ${cells.join("  ")}`.trimEnd();
}
