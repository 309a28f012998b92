import { describe, expect, test } from "vitest";
import { namedValues } from "../test-support/named-values.ts";
import { privateStores } from "./escape.ts";

const array = (body: string): string => `
fn @f {
bb0(%self; %g, %x: numbers, %n: int, %k: num):
  %a: numbers = array-new %n
${body}
}`;

/** How many stores there are in the array, if it is private. */
function storesOf(body: string, options?: { readonly mayLeave: boolean }): number | undefined {
  const { func, id } = namedValues(array(body));
  return privateStores(func, options).get(id("a"))?.length;
}

describe("an array is private", () => {
  test.each([
    ["that is written and read by numbers", "  set %a, %k, 1\n  set %a, 0, 2\n  %v = get %a, %k\n  return %v", 2],
    ["that is measured", "  %m = length %a\n  return %m", 0],
    ["of which a guard checks an element", "  guard-element %a, 0\n  return 0", 0],
  ])("%s", (_, body, stores) => {
    expect(storesOf(body)).toBe(stores);
  });
});

describe("an array is not private", () => {
  test.each([
    ["that a call gets", "  %r = call %g(%a)\n  return 0"],
    ["that is stored", "  set %x, 0, %a\n  return 0"],
    ["that is returned", "  return %a"],
    ["that has another name", "  %b: numbers = copy %a\n  return 0"],
    ["that an edge passes on", "  jump bb1(%a)\nbb1(%b: numbers):\n  %v = get %b, 0\n  return %v"],
    ["in which something may be that is no number", "  set %a, 0, %g\n  return 0"],
    ["that is written by a key that may be a name", "  set %a, %g, 1\n  return 0"],
    ["that grows", "  push %a, 1\n  return 0"],
    ["of which the keys are asked for", "  %r = keys %a\n  return 0"],
    ["that is compared", "  %r = eq %a, %x\n  return %r"],
  ])("%s", (_, body) => {
    expect(storesOf(body)).toBeUndefined();
  });
});

describe("others may get hold of an array", () => {
  const mayLeave = { mayLeave: true };

  test("that is not used any more", () => {
    expect(storesOf("  set %a, 0, 1\n  jump bb1\nbb1:\n  return %a", mayLeave)).toBe(1);
  });

  test("not if it is used later", () => {
    const body = "  jump bb1\nbb1:\n  %r = call %g(%a)\n  jump bb2\nbb2:\n  set %a, 0, 1\n  return 0";
    expect(storesOf(body, mayLeave)).toBeUndefined();
  });

  test("nor if the same block uses it", () => {
    expect(storesOf("  %r = call %g(%a)\n  set %a, 0, 1\n  return 0", mayLeave)).toBeUndefined();
  });

  test("nor if it is used in the next iteration", () => {
    const body = `  jump bb1
bb1:
  set %a, 0, 1
  jump bb2
bb2:
  %r = call %g(%a)
  branch %r, bb1, bb3
bb3:
  return 0`;
    expect(storesOf(body, mayLeave)).toBeUndefined();
  });

  test("but for one that is made anew in each iteration", () => {
    const { func, id } = namedValues(`
fn @f {
bb0(%self; %g):
  jump bb1
bb1:
  %a: numbers = array-new 3
  set %a, 0, 1
  jump bb2
bb2:
  %r = call %g(%a)
  branch %r, bb1, bb3
bb3:
  return 0
}`);
    expect(privateStores(func, mayLeave).get(id("a"))).toHaveLength(1);
    expect(privateStores(func).get(id("a"))).toBeUndefined();
  });
});
