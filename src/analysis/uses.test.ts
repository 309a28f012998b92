import { expect, test } from "vitest";
import { namedValues } from "../test-support/named-values.ts";
import { usesOf } from "./uses.ts";

const text = `
fn @f {
bb0(%self; %n: int):
  %c = lt 0, %n
  branch %c, bb1(0), bb2(%n)
bb1(%i: int):
  %i.1 = add %i, 1
  %more = lt %i.1, %n
  branch %more, bb1(%i.1), bb2(%i.1)
bb2(%k: int):
  return %k
}`;

test("uses are by instructions, on edges, and by terminators", () => {
  const { func, id } = namedValues(text);
  const uses = (name: string) =>
    usesOf(func)(id(name)).map(({ block, instr, target, k }) => [block, instr !== null, target, k]);
  expect(uses("n")).toEqual([
    [0, true, null, 1],
    [0, false, 2, 0],
    [1, true, null, 1],
  ]);
  expect(uses("i.1")).toEqual([
    [1, true, null, 0],
    [1, false, 1, 0],
    [1, false, 2, 0],
  ]);
  expect(uses("more")).toEqual([[1, false, null, 0]]);
  expect(uses("k")).toEqual([[2, false, null, 0]]);
});
