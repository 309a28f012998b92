import { expect, test } from "vitest";
import type { ValueId } from "../ir/index.ts";
import { namedValues } from "../test-support/named-values.ts";
import { isLiveAtEnd, neededValues } from "./liveness.ts";

const { func, names } = namedValues(`
fn @f {
bb0(%self; %x: num, %n: int):
  %a = mul %x, 2
  %b = add %a, %x
  %dead = neg %b
  jump bb1(0, %b)
bb1(%i: int, %s: num):
  %t = add %s, %a
  %j: int = add %i, 1
  %more = lt %j, %n
  branch %more, bb1(%j, %t), bb2(%t)
bb2(%r: num):
  return %r
}`);

test("what is needed at the start of a block, its parameters included", () => {
  const { atStart } = neededValues(func);
  expect(atStart.slice(1).map(names)).toEqual([["a", "i", "n", "s"], ["r"]]);
  expect(names(atStart[0] ?? [])).toEqual(expect.arrayContaining(["n", "x"]));
});

test("what is needed after an instruction", () => {
  const { after } = neededValues(func);
  expect(names(after(0, 0))).toEqual(["n", "x"]);
  expect(names(after(0, 1))).toEqual(["a", "n"]);
  expect(names(after(1, 0))).toEqual(["a", "i", "n"]);
  expect(names(after(1, 2))).toEqual(["a", "j", "n", "t"]);
});

test("what is live at the end of a block: arguments of its edges too, not the parameters of the block behind it", () => {
  const isLive = isLiveAtEnd(func);
  const at = (b: number): readonly string[] =>
    names(func.values.flatMap((_, id) => (isLive(id as ValueId, b) ? [id as ValueId] : [])));
  expect([0, 1, 2].map(at)).toEqual([["a", "b", "n"], ["a", "j", "more", "n", "t"], ["r"]]);
});
