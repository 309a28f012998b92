import { expect, test } from "vitest";
import { constant } from "../ir/index.ts";
import { namedValues } from "../test-support/named-values.ts";
import { beyond, subscriptOf } from "./subscripts.ts";

const { func, id, operand } = namedValues(`
fn @f {
bb0(%self; %i: int, %x: num, %k: int):
  %up: int = add %i, 3
  %down: int = sub %i, 2
  %real = add %x, 1
  %half = add %i, 0.5
  %both = add %i, %k
  return %both
}`);

test("an index is a whole number and a whole constant, or itself", () => {
  expect(subscriptOf(func, operand("up"))).toEqual({ base: operand("i"), plus: 3 });
  expect(subscriptOf(func, operand("down"))).toEqual({ base: operand("i"), plus: -2 });
  for (const name of ["i", "real", "half", "both"])
    expect(subscriptOf(func, operand(name))).toEqual({ base: operand(name), plus: 0 });
  expect(subscriptOf(func, constant(4))).toEqual({ base: constant(4), plus: 0 });
});

test("what is added to a counter", () => {
  expect(beyond(func, operand("up"), id("i"))).toBe(3);
  expect(beyond(func, operand("i"), id("i"))).toBe(0);
  for (const other of [operand("real"), operand("half"), operand("both"), undefined])
    expect(beyond(func, other, id("i"))).toBeNaN();
});
