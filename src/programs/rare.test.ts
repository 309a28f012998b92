// Programs that random ones seldom are: each fails with a fault of the compiler that the laws of props let through.

import { describe, test } from "vitest";
import { checkProgram, program, type AnyProgram } from "../test-support/check-program.ts";

const programs: readonly AnyProgram[] = [
  program(
    "a variable that varies only from the second iteration on, used before it is assigned",
    (x: number) => {
      let total = 0;
      let sum = 0;
      for (let i = 0; i < 3; i++) {
        sum += Math.sin(total);
        total += x;
      }
      return sum;
    },
    [[0.5], [-1.2]],
    (x) => [Math.cos(x) + 2 * Math.cos(2 * x)],
  ),
];

describe("programs", () => {
  test.each(programs)("$name", (each) => {
    checkProgram(each);
  });
});
