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
  program(
    "a function whose receiver is a number",
    (x: number, y: number) => {
      const f = function (this: number, a: number): number {
        return this * this * a;
      };
      return f.call(x, y);
    },
    [
      [0.5, 2],
      [-1.2, 0.3],
    ],
    (x, y) => [2 * x * y, x * x],
  ),
  program(
    "a closure that is called by its `call`",
    (x: number, y: number) => {
      const f = (a: number): number => Math.sin(x * a);
      return f.call(undefined, y);
    },
    [
      [0.5, 2],
      [-1.2, 0.3],
    ],
    (x, y) => [y * Math.cos(x * y), x * Math.cos(x * y)],
  ),
  program(
    "an array that is pushed to and popped from, for the length alone",
    (x: number) => {
      const xs = [x, 2 * x];
      xs.push(3 * x);
      xs.pop();
      let sum = 0;
      for (let i = 0; i < xs.length; i++) sum += (xs[i] as number) ** 2;
      return sum;
    },
    [[0.5], [-1.2]],
    (x) => [10 * x],
  ),
];

describe("programs", () => {
  test.each(programs)("$name", (each) => {
    checkProgram(each);
  });
});
