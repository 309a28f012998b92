import { describe, expect, test } from "vitest";
import { namedValues } from "../test-support/named-values.ts";
import { unknownCalls } from "./unknown-calls.ts";

/** The names of the results of all instructions that may call unknown code, in the blocks of a function. */
function callsIn(blocks: string): readonly string[] {
  const { func, names } = namedValues(`
fn @f {
bb0(%self; %g, %x, %a: numbers, %c: bool):
${blocks}
}`);
  return names(unknownCalls(func).map(({ result }) => result));
}

describe("unknown code may run", () => {
  test.each([
    ["in a call", "%r = call %g(%x)"],
    ["in a call of a derivative", "%r = call.J %g(%x)"],
    ["in a call that gives errors as values", "%r = call.E %g(%x)"],
    ["in a call as JavaScript does it", "%t = tuple %x\n  %r = foreign-call %g, undefined, %t"],
    ["in such a call that gives errors as values", "%t = tuple %x\n  %r = attempt %g, undefined, %t"],
    ["where a generator stops", "%r = yield %x"],
  ])("%s", (_, instrs) => {
    expect(callsIn(`  ${instrs}\n  return 0`)).toEqual(["r"]);
  });
});

describe("no unknown code runs", () => {
  test.each([
    ["in a call without visible effects", "%r = call pure %g(%x)"],
    ["in a call that only writes to its arguments", "%r = call writes (0) %g(%x)"],
    ["in a call that only writes to an argument itself", "%r = call writes (0 itself) %g(%x)"],
    ["in a function that only reads", "%t = tuple %x\n  %r = passive-call %g, undefined, %t"],
    ["where a number is drawn", "%r = random"],
    ["where a closure is made", "%r = closure @f"],
    ["where memory is read and written", "%r = get %a, 0\n  set %a, 0, %r\n  push %a, 1"],
  ])("%s", (_, instrs) => {
    expect(callsIn(`  ${instrs}\n  return 0`)).toEqual([]);
  });
});

test("all calls on the way to the return count, in branches and in loops", () => {
  const blocks = `  branch %c, bb1, bb2
bb1:
  %a.1 = call %g()
  jump bb3
bb2:
  %b.1 = call pure %g()
  jump bb3
bb3:
  %c.1 = call %g()
  branch %c.1, bb3, bb4
bb4:
  %d = call %g()
  return %d`;
  expect(callsIn(blocks)).toEqual(["a.1", "c.1", "d"]);
});

test("calls do not count that only a throw follows, or a loop without an end", () => {
  const blocks = `  branch %c, bb1, bb2
bb1:
  %r = call %g()
  throw %r
bb2:
  branch %x, bb3, bb4
bb3:
  %s = call %g()
  jump bb3
bb4:
  return 0`;
  expect(callsIn(blocks)).toEqual([]);
});

test("a call that may throw counts if it may return as well", () => {
  expect(callsIn("  %r = call %g()\n  branch %r, bb1, bb2\nbb1:\n  return 0\nbb2:\n  throw 0")).toEqual(["r"]);
});

test("no call counts in a function that does not return", () => {
  expect(callsIn("  %r = call %g()\n  throw %r")).toEqual([]);
});
