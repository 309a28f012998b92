/**
 * Solves NIST's nonlinear regression problems and prints how many of the certified digits come out.
 */

import { fit } from "./fit.ts";
import { missing, readProblems } from "./problems.ts";

const problems = readProblems();
if (problems.length === 0) {
  console.log(missing);
} else {
  console.log("Correct digits, of the eleven certified, of the worst parameter, the worst standard");
  console.log("deviation and the residual sum of squares, from the far start (1) and the near one (2)\n");
  console.log("problem    difficulty  start  iterations  parameters  deviations  sum of squares");
  for (const problem of problems) {
    for (const [k, start] of problem.starts.entries()) {
      const { converged, iterations, digits } = fit(problem, start);
      const counts = [digits.parameters, digits.deviations, digits.squares];
      const cells = [
        problem.name.padEnd(9),
        problem.difficulty.padEnd(10),
        String(k + 1).padStart(5),
        String(iterations).padStart(10),
        ...counts.map((count) => (converged ? count.toFixed(1) : "–").padStart(10)),
      ];
      console.log(cells.join("  "));
    }
  }
}
