// Functions in TypeScript's namespaces: they use what is around them, and are called through the namespace's object.

import { expect, test } from "vitest";
import { grad, jvp } from "zeroth";
import { checkProgram, program, type AnyProgram } from "../test-support/check-program.ts";
import { A, N, scaled, viaAlias } from "./fixtures/namespaces.ts";

const programs: readonly AnyProgram[] = [
  program("a function and constants around it", N.f, [[1.5]], (x) => [120 * x]),
  program(
    "a function called through the namespace",
    (x: number) => N.f(x) * N.a,
    [[1.5]],
    (x) => [240 * x],
  ),
  program("an arrow that names its namespace", N.g, [[1.5]], (x) => [120 * x + 10]),
  program(
    "a variable that functions share",
    (x: number) => {
      N.reset();
      N.count(x);
      return N.count(x * x);
    },
    [[1.5]],
    (x) => [3 * x * x + 4 * x ** 3],
  ),
  program("a namespace in a namespace", N.Inner.h, [[1.5]], (x) => [360 * x + 1]),
  program(
    "a class",
    (x: number) => new N.Point(x * x).twice,
    [[1.5]],
    (x) => [4 * x],
  ),
  program("a second body of a namespace", N.r, [[1.5]], (x) => [28 * x]),
  program("a namespace with a path", A.B.k, [[1.5]], (x) => [4 * x]),
  program("the parts of a path as names", A.B.viaB, [[1.5]], (x) => [16 * x ** 3]),
  program("another name for a function in a namespace", viaAlias, [[1.5]], (x) => [4 * x]),
];

test.each(programs)("$name", (each) => {
  checkProgram(each);
});

test("a function with a namespace of its name", () => {
  expect(grad(scaled)(2)).toBe(12);
  expect(grad(grad(scaled))(2)).toBe(6);
  expect(jvp(scaled, [2], [1])).toEqual([12, 12]);
});
