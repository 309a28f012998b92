/**
 * Solves NIST's nonlinear regression problems and prints how many of the certified digits come out.
 */

import { missing, readProblems } from "./problems.ts";
import { heading, row } from "./table.ts";

const problems = readProblems();
if (problems.length === 0) {
  console.log(missing);
} else {
  console.log(
    "Correct digits, of the eleven certified, of the worst parameter (b̂), the worst standard deviation (s) and",
  );
  console.log("the residual sum of squares (RSS), from the far start (1) and the near one (2)\n");
  for (const line of heading) console.log(line);
  for (const problem of problems) console.log(row(problem));
}
