/**
 * Runs classic programs of differentiation whose answers are known, and prints what came out beside them. The descents
 * within descents take most of a minute.
 */

import { missing, readProblems } from "../nist/problems.ts";
import { combinations } from "./argmin.ts";
import { gaussNewtonAnswers } from "./gauss-newton.ts";
import { hyperparameterAnswers } from "./hyperparameters.ts";
import { newtonAnswers } from "./newton.ts";
import { particleAnswer } from "./particle.ts";
import { rungeKuttaAnswers } from "./runge-kutta.ts";
import { saddleAnswer } from "./saddle.ts";
import { heading, row } from "./table.ts";

const problems = readProblems();
const programs = [
  hyperparameterAnswers,
  rungeKuttaAnswers,
  newtonAnswers,
  () => gaussNewtonAnswers(problems),
  () => combinations.map(([outer, inner]) => saddleAnswer(outer, inner)),
  () => combinations.map(([outer, inner]) => particleAnswer(outer, inner)),
];

console.log(heading);
for (const answers of programs) {
  for (const answer of answers()) console.log(row(answer));
}
if (problems.length === 0) console.log(`\nGauss–Newton: ${missing}`);
