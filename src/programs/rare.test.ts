// Programs that random ones seldom are: each fails with a fault of the compiler that the laws of props let through.

import { describe, test } from "vitest";
import { checkProgram, program, type AnyProgram } from "../test-support/check-program.ts";

let half = 0.5;
half /= 2;

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
  program(
    "functions declared before those that they call, beside a branch",
    (x: number) => {
      function f(a: number): number {
        return g(a) * x;
      }
      function g(a: number): number {
        return Math.sin(a * x);
      }
      if (x > 0) return f(1);
      return f(2);
    },
    [[0.5]],
    (x) => [Math.sin(x) + x * Math.cos(x)],
  ),
  program(
    "functions declared before those that they call, and nothing else before a loop",
    (x: number) => {
      function f(a: number): number {
        return g(a) * x;
      }
      function g(a: number): number {
        return Math.sin(a * x);
      }
      let sum = 0;
      let i = 0;
      do sum += f(i);
      while (++i < 2);
      return sum;
    },
    [[0.5]],
    (x) => [Math.sin(x) + x * Math.cos(x)],
  ),
  program(
    "functions that call each other, one from two branches, with a variable around them and one of the module",
    (x: number) => {
      const k = x * x;
      function down(n: number): number {
        return n <= 0 ? k * half : across(n - 1);
      }
      function across(n: number): number {
        if (n > 4) return down(n - 2) * 2;
        if (n > 2) return down(n - 1) * 3;
        return down(n - 1);
      }
      return across(6) + across(5) + across(1);
    },
    [[0.5]],
    (x) => [9 * 2 * x * 0.25],
  ),
];

describe("programs", () => {
  test.each(programs)("$name", (each) => {
    checkProgram(each);
  });
});
