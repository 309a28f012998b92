import { describe, expect, test } from "vitest";
import { namedValues } from "../test-support/named-values.ts";
import { knownElements } from "./numeric-elements.ts";

/** What is known in block 1 of the elements of `%a` and of the one at `%k`. */
function known(made: string, more = ""): readonly [all: boolean, one: boolean, oneOrBeyond: boolean] {
  const { func, operand } = namedValues(`
fn @f {
bb0(%self; %x: numbers, %y: float64, %n: int, %k: int):
  ${made}
  %low = le 0, %k
  %below = lt %k, %n
  %in = select %low, %below, false
  branch %in, bb1, bb2
bb1:
${more}
  return 0
bb2:
  return 1
}`);
  const { areNumbers, isNumber, isNumberOrBeyond } = knownElements(func);
  const a = operand("a");
  return [areNumbers(a, 1), isNumber(a, operand("k"), 1), isNumberOrBeyond(a, operand("k"), 1)];
}

describe("elements are numbers", () => {
  test("all of a Float64Array; the one at a key if the key is within bounds", () => {
    expect(known("%a: float64 = copy %y")).toEqual([true, false, false]);
    expect(known('%F = global "Float64Array"\n  %a: float64 = typed-new %F, %n')[0]).toBe(true);
  });

  test("all of an array of zeros in which numbers are stored within bounds", () => {
    expect(known("%a: numbers = array-zeros %n")[0]).toBe(true);
    expect(known("%a: numbers = array-zeros %n", "  set %a, 0.5, 1")[0]).toBe(false);
  });

  test("none of what is only made, or may hold anything", () => {
    expect(known("%a: numbers = array-new %n")).toEqual([false, false, false]);
    expect(known("%a: numbers = copy %x")).toEqual([false, false, false]);
  });
});

test("an argument of which a guard has checked all elements, behind that", () => {
  const { func, operand } = namedValues(`
fn @f {
bb0(%self; %x: numbers, %c):
  branch %c, bb1, bb2
bb1:
  guard-numbers %x
  jump bb3
bb2:
  return 0
bb3:
  return 1
}`);
  const { areNumbers } = knownElements(func);
  expect([0, 1, 2, 3].map((b) => areNumbers(operand("x"), b))).toEqual([false, false, false, true]);
});

test("an array of zeros that is given on when nothing is stored in it any more", () => {
  const { func, operand } = namedValues(`
fn @f {
bb0(%self; %n: int, %k: int):
  %a: numbers = array-zeros %n
  %low = le 0, %k
  branch %low, bb1, bb4
bb1:
  %below = lt %k, %n
  branch %below, bb2, bb4
bb2:
  set %a, %k, 1
  jump bb3
bb3:
  return %a
bb4:
  return 1
}`);
  expect(knownElements(func).areNumbers(operand("a"), 3)).toBe(true);
});
