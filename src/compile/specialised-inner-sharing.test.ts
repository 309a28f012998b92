// Inner derivatives with respect to memory that the function which is differentiated may reach, too.

import { expect, test } from "vitest";
import { grad } from "../index.ts";
import { codeOf } from "./plans.ts";
import { vjp } from "../test-support/general-vjp.ts";

type Numbers = readonly number[];
const product = (x: Numbers, y: Numbers): number => x[0]! * y[0]! * x[1]!;
const both = (x: Numbers): number => x[0]! * x[1]!;

test.each<readonly [string, (x: never) => number, unknown]>([
  [
    "what is made, itself",
    (x: Numbers) => {
      const made = x.map((v) => v * 2);
      return both(grad((y: Numbers) => product(y, made))(made));
    },
    [1.5, 2],
  ],
  [
    "what is made, by one of two ways",
    (x: Numbers) => {
      const made = x.map((v) => v * 2);
      const may = x[0]! > 0 ? made : x.map((v) => v + 1);
      return both(grad((y: Numbers) => product(y, may))(made));
    },
    [1.5, 2],
  ],
  [
    "the argument, by one of two ways",
    (x: Numbers) => {
      const may = x[0]! > 0 ? x : x.map((v) => v + 1);
      return both(grad((y: Numbers) => product(y, may))(x));
    },
    [1.5, 2],
  ],
  [
    "a row of the argument",
    (rows: readonly Numbers[]) => {
      const row = rows[0]!;
      return both(grad((y: readonly Numbers[]) => product(y[0]!, row))(rows)[0]!);
    },
    [
      [1.5, 2],
      [3, 4],
    ],
  ],
])("%s", (_, f, x) => {
  const [expected] = vjp(f as (y: unknown) => number, x)[1](1);
  expect(grad(f as (y: unknown) => number)(x)).toEqual(expected);
});

test("a row of another matrix shares nothing", () => {
  const f = (x: Numbers, rows: readonly Numbers[]): number => {
    const row = rows[0]!;
    return both(grad((y: Numbers) => product(y, row))(x));
  };
  const rows = [[1.5, 2]];
  const slope = grad(f);
  expect(slope([3, 4], rows)).toEqual(vjp(f, [3, 4], rows)[1](1)[0]);
  expect(codeOf(slope, [3, 4], rows)).toContain("use strict");
});
