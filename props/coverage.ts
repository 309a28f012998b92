// What random programs exercise: `node --import ./scripts/on-build.mjs props/coverage.ts [--runs 2000] [--seed n]`.
//
// Prints how many programs exercised each operation, construct, rule and prelude function, and why some were never
// exercised. Exits with 1 if that is not so of something, or something was exercised that a reason says cannot be.

import fc from "fast-check";
import { parseArgs } from "node:util";
import { arbProgram, unrestricted } from "./arbitrary/index.ts";
import { exercisedBy } from "./coverage/measure.ts";
import { reasons } from "./coverage/reasons.ts";
import { counted, noCounts, printTable, problems } from "./coverage/table.ts";
import { createProgress } from "./progress.ts";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "2000" },
    seed: { type: "string", default: "1" },
  },
});
const [runs, seed] = [Number(values.runs), Number(values.seed)];
if (!Number.isInteger(runs) || runs < 1 || !Number.isInteger(seed)) {
  console.error("usage: coverage.ts [--runs n] [--seed n], with whole numbers");
  process.exit(2);
}

/** One of so many programs is differentiated twice. */
const twiceEvery = 3;

let counts = noCounts;
const programs = fc.sample(arbProgram({ weights: unrestricted }), { numRuns: runs, seed });
const progress = createProgress(runs, "programs");
for (const [i, program] of programs.entries()) {
  counts = counted(counts, await exercisedBy(program, i % twiceEvery === 0));
  progress.update(i + 1, 0);
}
progress.stop();

console.log(printTable(counts, runs, reasons));
const wrong = problems(counts, reasons);
if (wrong.length > 0) {
  console.error(`\n${wrong.join("\n")}`);
  process.exit(1);
}
