import { describe, expect, test } from "vitest";
import { namedValues } from "../test-support/named-values.ts";
import { poppedIn } from "./popped.ts";

/** What values are, by name: part, component and tape, with a question mark if the tape may be empty. */
function poppedBy(body: string): Readonly<Record<string, string>> {
  const { func, names } = namedValues(`
fn @f {
bb0(%self; %t: tape, %u: tape, %k: int, %c):
${body}
  return 0
}`);
  const name = (id: Parameters<typeof names>[0]): string => String(names(id));
  return Object.fromEntries(
    [...poppedIn(func)].map(([id, { is, k, instr, pop, tape, isSure }]) => {
      expect(instr.result).toBe(id);
      expect(pop.args).toEqual([tape]);
      const from = tape.kind === "value" ? name([tape.id]) : tape.kind;
      return [name([id]), `${is} ${k} of ${name([pop.result])} of ${from}${isSure ? "" : "?"}`];
    }),
  );
}

const pop = "  %p = tape-pop %t\n  %v = tuple-get %p, 0\n  %r = tuple-get %p, 1\n";
const found = { p: "pair -1 of p of t", v: "rest 0 of p of t", r: "record 1 of p of t" };

test("the parts of a pair, and of the record in it", () => {
  expect(poppedBy(`${pop}  %x = tuple-get %r, 0\n  %y = tuple-get %r, 1`)).toEqual({
    ...found,
    x: "field 0 of p of t",
    y: "field 1 of p of t",
  });
});

test("the empty tape has parts, too", () => {
  expect(poppedBy("  %p = tape-pop zero\n  %x = part %p, 0")).toEqual({
    p: "pair -1 of p of zero",
    x: "rest 0 of p of zero?",
  });
});

describe("the tape may be empty", () => {
  test.each([
    ["where a field is taken by `part`", `${pop}  %x = part %r, 0`, { ...found, x: "field 0 of p of t?" }],
    [
      "where the record was",
      "  %p = tape-pop %t\n  %r = part %p, 1\n  %x = tuple-get %r, 0",
      { p: found.p, r: "record 1 of p of t?", x: "field 0 of p of t?" },
    ],
    ["where the rest is", "  %p = tape-pop %t\n  %v = part %p, 0", { p: found.p, v: "rest 0 of p of t?" }],
  ])("%s", (_, body, expected) => {
    expect(poppedBy(body)).toEqual(expected);
  });
});

test("what is popped of the rest of a tape, or of a tape in a record, is popped of that", () => {
  const again = `${pop}  %q = tape-pop %v\n  %s = tuple-get %q, 1\n  %i = tuple-get %r, 2\n  %o = tape-pop %i\n  %w = part %o, 0`;
  expect(poppedBy(again)).toEqual({
    ...found,
    q: "pair -1 of q of v",
    s: "record 1 of q of v",
    i: "field 2 of p of t",
    o: "pair -1 of o of i",
    w: "rest 0 of o of i?",
  });
});

test("parts that other blocks take, in branches and in loops", () => {
  const blocks = `  jump bb1(%t)
bb1(%l: tape):
  %p = tape-pop %l
  branch %c, bb2, bb3
bb2:
  %r = part %p, 1
  jump bb4
bb3:
  %s = tuple-get %p, 1
  jump bb4
bb4:
  %v = tuple-get %p, 0
  branch %c, bb1(%v), bb5
bb5:
  %x = tuple-get %v, 0`;
  expect(poppedBy(blocks)).toEqual({
    p: "pair -1 of p of l",
    r: "record 1 of p of l?",
    s: "record 1 of p of l",
    v: "rest 0 of p of l",
  });
});

describe("not known to be popped", () => {
  test.each([
    ["what is taken of the rest", "  %x = tuple-get %v, 1"],
    ["what is taken of a field", "  %x = tuple-get %r, 0\n  %y = tuple-get %x, 0"],
    ["a component at an unknown index", "  %y = tuple-get %r, %k"],
    ["several components", "  %y = parts-from %r, 1"],
    ["a copy", "  %y = copy %r"],
    ["what is taken of another tuple", "  %y = tuple %r, 0\n  %z = tuple-get %y, 0"],
    ["what an edge passes on", "  jump bb1(%r)\nbb1(%y):\n  %z = tuple-get %y, 0"],
    ["a tape that is pushed to", "  %y = tape-push %v, %r\n  %z = tuple-get %y, 0"],
    ["the one of two that a condition chooses", "  %y = select %c, %p, %r\n  %z = tuple-get %y, 1"],
  ])("%s", (_, rest) => {
    const { x: _field, ...others } = poppedBy(`${pop}${rest}`);
    expect(others).toEqual(found);
  });
});
