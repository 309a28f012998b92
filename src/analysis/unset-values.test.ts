import { describe, expect, test } from "vitest";
import { unset, zero, constant } from "../ir/index.ts";
import { namedValues } from "../test-support/named-values.ts";
import { mayBeUnset } from "./unset-values.ts";

/** The names of the values that may be unset, in the blocks of a function; its parameters are `%n`, `%c` and `%t`. */
function unsetIn(blocks: string): readonly string[] {
  const { func, names } = namedValues(`
fn @f {
bb0(%self; %n: num, %c: bool, %t: tape):
${blocks}
}`);
  const isUnset = mayBeUnset(func);
  return names(func.values.map((_, id) => id as never).filter((id) => isUnset({ kind: "value", id })));
}

/** Code behind a branch: `%v` is one of two operands, then `rest` follows. */
const merged = (one: string, other: string, rest = ""): string => `  branch %c, bb1, bb2
bb1:
  jump bb3(${one})
bb2:
  jump bb3(${other})
bb3(%v: num):
${rest}  return 0`;

test("the operand `unset` is, other constants are not", () => {
  const { func } = namedValues("fn @f {\nbb0(%self):\n  return 0\n}");
  expect([unset, zero, constant(undefined), constant(NaN)].map(mayBeUnset(func))).toEqual([true, false, false, false]);
});

describe("may be unset", () => {
  test.each([
    ["what an edge passes nothing for", merged("unset", "%n"), ["v"]],
    ["the same on the other edge", merged("%n", "unset"), ["v"]],
    ["what is chosen of that and something else", merged("unset", "%n", "  %w = select %c, 1, %v\n"), ["v", "w"]],
    ["what is chosen of nothing and something", "  %w = select %c, unset, %n\n  return 0", ["w"]],
    ["what is nothing under another name", "  %w: num = copy unset\n  return 0", ["w"]],
    [
      "what is taken of a tuple that holds such a thing",
      merged("unset", "%n", "  %q = tuple 1, %v\n  %w: num = tuple-get %q, 1\n"),
      ["q", "v", "w"],
    ],
    [
      "what is popped of a tape that such a thing was pushed to",
      merged("unset", "%n", "  %q = tuple %v\n  %u = tape-push %t, %q\n  %p = tape-pop %u\n  %r = tuple-get %p, 1\n"),
      ["p", "q", "r", "u", "v"],
    ],
    ["a copy", merged("unset", "%n", "  %w = copy %v\n"), ["v", "w"]],
    ["what a tape may not hold", "  %p = tape-pop %t\n  %r = part %p, 1\n  %x = part %r, 0\n  return 0", ["r", "x"]],
    [
      "what edges pass on",
      merged("%n", "unset", "  jump bb4(%v, 1)\nbb4(%w: num, %x: num):\n  jump bb5(%x, %w)\nbb5(%y: num, %z: num):\n"),
      ["v", "w", "z"],
    ],
  ])("%s", (_, blocks, found) => {
    expect(unsetIn(blocks)).toEqual(found);
  });

  test("what a loop begins without, and what it passes on in turn", () => {
    const loop = `  jump bb1(unset, 0, 0)
bb1(%a: num, %b: num, %d: num):
  %x = add %d, 1
  branch %c, bb1(1, %a, %x), bb2(%b)
bb2(%e: num):
  return %e`;
    expect(unsetIn(loop)).toEqual(["a", "b", "e"]);
  });

  test("what an earlier block gets of a later one", () => {
    const loop = `  jump bb1(0)
bb1(%a: num):
  branch %c, bb2, bb3
bb2:
  jump bb4(unset)
bb3:
  jump bb4(1)
bb4(%b: num):
  branch %c, bb1(%b), bb5
bb5:
  return 0`;
    expect(unsetIn(loop)).toEqual(["a", "b"]);
  });
});

describe("is always set", () => {
  test.each([
    ["what no edge passes nothing for", merged("1", "%n")],
    ["what is chosen of two values", "  %w = select %c, %n, 1\n  return 0"],
    ["what a pop surely finds", "  %p = tape-pop %t\n  %r = tuple-get %p, 1\n  return 0"],
  ])("%s", (_, blocks) => {
    expect(unsetIn(blocks)).toEqual([]);
  });

  test("what is computed of what may be unset: else nothing would compute it", () => {
    expect(unsetIn(merged("unset", "%n", "  %w = add %v, 1\n  %d = is-unset %v\n"))).toEqual(["v"]);
  });

  test("memory that holds what may be unset", () => {
    expect(unsetIn(merged("unset", "%n", "  %a = array %v\n"))).toEqual(["v"]);
  });

  test("what is chosen by a condition, whatever that is", () => {
    const choice = "  jump bb1(unset)\nbb1(%d: bool):\n  %w = select %d, %n, 1\n  return 0";
    expect(unsetIn(choice)).toEqual(["d"]);
  });
});
