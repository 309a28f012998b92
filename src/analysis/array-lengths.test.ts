import { describe, expect, test } from "vitest";
import { namedValues } from "../test-support/named-values.ts";
import { measured, measuredForGood } from "./array-lengths.ts";
import { definitionsOf } from "./definitions.ts";

/** The array whose length is `%n`, if it is that of one. */
function arrayOf(definition: string): string | undefined {
  const { func, id, names } = namedValues(`
fn @f {
bb0(%self; %a: numbers, %s: str, %r: {length:num}, %x, %k: int):
  ${definition}
  return %n
}`);
  const array = measured(definitionsOf(func).of(id("n")), func);
  return array?.kind === "value" ? names([array.id])[0] : array?.kind;
}

describe("a length", () => {
  test.each([
    ["%n: int = length %a", "a"],
    ["%n: int = length %s", "s"],
    ["%n: int = array-length %x", "x"],
    ['%n: int = load %a, "length"', "a"],
    ['%n: int = length "text"', "const"],
  ])("%s", (definition, array) => {
    expect(arrayOf(definition)).toBe(array);
  });
});

test("a length is for good in constant memory alone", () => {
  const { func, id } = namedValues(`
fn @f {
bb0(%self; %a: numbers):
  %n: int = length %a
  %m: int = load %a, "length"
  return %m
}`);
  const { of } = definitionsOf(func);
  expect(measuredForGood(of(id("n")))).toBeUndefined();
  expect(measuredForGood(of(id("m")))).toEqual(measured(of(id("m")), func));
});

describe("no length", () => {
  test.each([
    ["of what may be a record", "%n = length %x"],
    ["of a record: that may be any number", '%n: num = load %r, "length"'],
    ["but another property", '%n: int = load %a, "size"'],
    ["but an element", "%n: int = load %a, 0"],
    ["but what is read by an unknown key", "%n: int = load %a, %k"],
    ["but what a map holds under that name", '%n: int = map-get %x, "length"'],
    ["but a sum", "%n: int = add %k, 1"],
    ["but how many components a tuple has", "%n: int = tuple-length %x"],
    ["but what a call returns", "%n: int = call %x(%a)"],
  ])("%s", (_, definition) => {
    expect(arrayOf(definition)).toBeUndefined();
  });

  test("but a parameter", () => {
    const { func, id } = namedValues("fn @f {\nbb0(%self; %n: int):\n  return %n\n}");
    expect(measured(definitionsOf(func).of(id("n")), func)).toBeUndefined();
  });
});
