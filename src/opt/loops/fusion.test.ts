import { expect, test } from "vitest";
import { loopsOf, type LoopFacts } from "../../analysis/index.ts";
import { namedValues } from "../../test-support/named-values.ts";
import { pairOf } from "./fusion.ts";

const pair = (second: string, between: string): string => `
fn @f {
bb0(%self; %n: int, %m: int):
  %any = lt 0, %n
  %other = lt 0, %m
  branch %any, bb1(0), bb2
bb1(%i: int):
  %j: int = add %i, 1
  %more = lt %j, %n
  branch %more, bb1(%j), bb2
bb2:
${between}
  branch ${second}, bb3(0), bb4
bb3(%k: int):
  %l: int = add %k, 1
  %again = lt %l, %n
  branch %again, bb3(%l), bb4
bb4:
  return 0
}`;

test("two loops, one right behind the other, that run under one condition", () => {
  const found = (source: string): readonly number[] | null => {
    const { func } = namedValues(source);
    const both = pairOf(func, loopsOf(func)[0] as LoopFacts);
    return both && [both.first.entry, both.first.header, both.between, both.second.header];
  };
  expect(found(pair("%any", ""))).toEqual([0, 1, 2, 3]);
  expect(found(pair("%other", ""))).toBeNull();
  // Something else decides in between.
  expect(found(pair("%again.1", "  %again.1 = lt 0, %n"))).toBeNull();
  // And something else may lead there.
  const reached = pair("%any", "").replace(
    "  branch %any, bb1(0), bb2\nbb1",
    "  branch %other, bb5, bb6\nbb5:\n  jump bb2\nbb6:\n  branch %any, bb1(0), bb2\nbb1",
  );
  expect(found(reached)).toBeNull();
});
