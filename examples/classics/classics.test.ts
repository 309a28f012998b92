/**
 * Every answer, against what is known: in closed form, from derivatives worked out by hand, from NIST, from other
 * implementations, or without derivatives.
 */

import { describe, expect, test } from "vitest";
import { missing, readProblems } from "../nist/problems.ts";
import { relativeError, type Answer } from "./answer.ts";
import { argmin, combinations } from "./argmin.ts";
import { gaussNewtonAnswers } from "./gauss-newton.ts";
import { hyperparameterAnswers } from "./hyperparameters.ts";
import { bisect, newtonAnswers } from "./newton.ts";
import { hit, particle, particleAnswer } from "./particle.ts";
import { rungeKuttaAnswers } from "./runge-kutta.ts";
import { saddle, saddleAnswer } from "./saddle.ts";
import { heading, row } from "./table.ts";

const expectKnown = (answers: readonly Answer[], count: number, within: number): void => {
  expect(answers).toHaveLength(count);
  for (const answer of answers) {
    expect(relativeError(answer), `${answer.name}: ${answer.what} is ${answer.got}`).toBeLessThan(within);
  }
};

// A thousand times the published first rate, for the sake of time.
const fast = 1e-2;

describe("saddle", () => {
  test("each of the descents stops where descent by a gradient written out does", { timeout: 120_000 }, () => {
    const byHand = argmin(
      () => (x) => x.map((v) => 2 * v),
      (x) => x.reduce((sum, v) => sum + v * v, 0),
      [1, 1],
      fast,
    );
    for (const [outer, inner] of combinations) {
      const found = saddle(outer, inner, fast);
      expect(found).toHaveLength(4);
      for (const [k, v] of found.entries()) {
        expect(Math.abs(v), `${outer} over ${inner}`).toBeLessThan(1e-5);
        expect(v / byHand[k % 2]!, `${outer} over ${inner}`).toBeCloseTo(1, 10);
      }
    }
  });

  test("stops where it is known to", { timeout: 120_000 }, () => {
    expectKnown([saddleAnswer("forward", "reverse")], 1, 1e-12);
  });
});

describe("particle", () => {
  test("the same ω in all modes, that of a search without outer derivatives", { timeout: 120_000 }, () => {
    const searched = bisect((omega) => -hit(omega, "reverse"), 0, 1);
    expect(hit(searched, "forward")).toBeCloseTo(0, 10);
    const found = combinations.map(([outer, inner]) => particle(outer, inner, fast));
    for (const omega of found) {
      // The descent ends where a step is short.
      expect(Math.abs(omega - searched)).toBeLessThan(2e-5);
      expect(omega / found[0]!).toBeCloseTo(1, 10);
    }
  });

  test("stops where it is known to", { timeout: 120_000 }, () => {
    expectKnown([particleAnswer("forward", "reverse")], 1, 1e-13);
  });
});

test("hyperparameters", () => {
  expectKnown(hyperparameterAnswers(), 2, 1e-13);
});

test("Runge–Kutta", () => {
  const answers = rungeKuttaAnswers();
  // The method's own error; where the method itself is known, rounding only.
  expectKnown(answers, 8, 1e-11);
  expectKnown(answers.slice(-1), 1, 1e-14);
});

test("Newton", () => {
  expectKnown(newtonAnswers(), 9, 1e-14);
});

const problems = readProblems();

if (problems.length === 0) console.warn(missing);

test.skipIf(problems.length === 0)("Gauss–Newton", () => {
  expectKnown(gaussNewtonAnswers(problems), 3, 1e-10);
});

test("the table shows how far an answer is off", () => {
  const answer: Answer = { name: "a", what: "b", expected: -2, got: -2.5 };
  expect(relativeError(answer)).toBe(0.25);
  expect(row(answer).split(/ +/u)).toEqual(["a", "b", "-2.0000000000000", "-2.5000000000000", "3e-1"]);
  expect(row(answer).indexOf("3e-1")).toBe(heading.indexOf("relative error"));
});
