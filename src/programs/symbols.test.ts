// Properties with symbols are copied as JavaScript copies them. In arguments they count as constants.

import { expect, test } from "vitest";
import { grad, jvp, stopGradient } from "zeroth";
import { checkProgram, program, type AnyProgram } from "../test-support/check-program.ts";

const tag = Symbol("tag");
const hidden = Symbol("hidden");
const tagged = Object.defineProperty({ [tag]: 4, a: 1 }, hidden, { value: 1, enumerable: false });

const programs: readonly AnyProgram[] = [
  program(
    "the spread of a constant record",
    (x: number) => {
      const b = { ...tagged, a: x };
      return b[tag] * b.a * (hidden in b ? 2 : 1);
    },
    [[3]],
    () => [4],
  ),
  program(
    "the spread of a record made here",
    (x: number) => {
      const b = { a: x, [tag]: x * x };
      const c = { ...b };
      return c[tag] * c.a;
    },
    [[3]],
    (x) => [3 * x * x],
  ),
  program(
    "the rest of a pattern",
    (x: number) => {
      const { a, ...rest } = { a: x, [tag]: x * x };
      return rest[tag] * a * (1 + Object.keys(rest).length);
    },
    [[3]],
    (x) => [3 * x * x],
  ),
  program(
    "the rest of a pattern that takes a symbol",
    (x: number) => {
      const { [tag]: square, ...rest } = { a: x, [tag]: x * x };
      return square * rest.a * (tag in rest ? 2 : 1);
    },
    [[3]],
    (x) => [3 * x * x],
  ),
  program(
    "the rest of a pattern that takes a number",
    (x: number) => {
      const k = Math.sign(x) as 1;
      const { [k]: first, ...rest } = { 1: x, [tag]: x * x };
      return first * rest[tag] * (1 in rest ? 2 : 1);
    },
    [[3]],
    (x) => [3 * x * x],
  ),
  program(
    "Object.assign",
    (x: number) => {
      const b = Object.assign({}, tagged, { [tag]: x * x });
      return b[tag] * (hidden in b ? 2 : 1);
    },
    [[3]],
    (x) => [2 * x],
  ),
];

test.each(programs.map((p) => [p.name, p] as const))("%s", (_, p) => {
  checkProgram(p);
});

test("arguments that are copied keep them, as constants", () => {
  const p = { a: 3, [tag]: 5 };
  const f = (o: typeof p): number => o.a * p.a * o[tag];
  expect(grad(f)(p)).toEqual({ a: 15 });
  expect(jvp(f, [p], [{ a: 1, [tag]: 0 }])).toEqual([45, 15]);
  const g = (x: number): number => {
    const o = stopGradient({ a: x, [tag]: x * x });
    return o.a * o[tag] * x;
  };
  expect(grad(g)(2)).toBe(8);
});
