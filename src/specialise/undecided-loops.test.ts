// Which loops are not tried to be unrolled: those whose end a number decides that is not known.

import { expect, test } from "vitest";
import { naturalLoops, parseModule, value, valueId, type Func, type Loop } from "../ir/index.ts";
import { ofConstant, ofOperand, type AbstractValue } from "./abstract-value.ts";
import { isUndecided } from "./undecided-loops.ts";

/** A loop over `%i` from 0, in which `condition` says whether there is another iteration. */
const loopWhere = (condition: string): Func =>
  parseModule(`
fn @f {
bb0(%self; %n: num, %xs):
  jump bb1(0)
bb1(%i: num):
  %j = add %i, 1
  ${condition}
bb2:
  return %i
}`).functions["f"] as Func;

const unknown = ofOperand(value(valueId(99)));
const writer = { typeOf: () => "num" } as unknown as Parameters<typeof isUndecided>[0];

/** With the values of `%n` and `%xs`. */
function isUndecidedFor(func: Func, n: AbstractValue, xs: AbstractValue): boolean {
  const [params, [i]] = [func.blocks[0]?.params ?? [], func.blocks[1]?.params ?? []];
  const [given, list] = params.slice(-2) as [(typeof params)[0], (typeof params)[0]];
  const [loop] = naturalLoops(func).list;
  const entry = new Map([
    [i as typeof given, ofConstant(0)],
    [given, n],
    [list, xs],
  ]);
  return isUndecided(writer, func, loop as Loop, entry);
}

test.each([
  ["a number that is known", "%c = lt %j, %n\n  branch %c, bb1(%j), bb2", ofConstant(3), false],
  ["a number that is not", "%c = lt %j, %n\n  branch %c, bb1(%j), bb2", unknown, true],
  ["through arithmetic", "%d = mul %n, 2\n  %b = lt %d, %j\n  %c = not %b\n  branch %c, bb1(%j), bb2", unknown, true],
  ["a type", "%c = is-number %n\n  branch %c, bb1(%j), bb2", unknown, false],
  ["what may be known of memory", "%m = length %xs\n  %c = lt %j, %m\n  branch %c, bb1(%j), bb2", unknown, false],
  ["whether two are the same", "%c = ne %xs, %n\n  branch %c, bb1(%j), bb2", unknown, false],
  [
    "a way that is not known",
    "%b = lt %n, %j\n  branch %b, bb3, bb4\nbb3:\n  jump bb5(true)\nbb4:\n  jump bb5(false)\nbb5(%c: bool):\n  branch %c, bb1(%j), bb2",
    unknown,
    true,
  ],
  [
    "a way that is known",
    "%b = lt %j, 3\n  branch %b, bb3, bb4\nbb3:\n  jump bb5(true)\nbb4:\n  jump bb5(false)\nbb5(%c: bool):\n  branch %c, bb1(%j), bb2",
    unknown,
    false,
  ],
])("%s", (_, condition, n, expected) => {
  expect(isUndecidedFor(loopWhere(condition), n, unknown)).toBe(expected);
});
