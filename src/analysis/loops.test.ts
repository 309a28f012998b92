import { describe, expect, test } from "vitest";
import { naturalLoops, type Loop } from "../ir/index.ts";
import { namedValues } from "../test-support/named-values.ts";
import { counterThatCovers, entryOf, isLeftAtLatch } from "./loops.ts";

const text = (over: Partial<Record<"start" | "step" | "before" | "again", string>> = {}): string => {
  const { start, step, before, again } = { start: "0", step: "1", before: "lt 0, %n", again: "lt %j, %n", ...over };
  return `
fn @f {
bb0(%self; %n: int, %m: int):
  %any = ${before}
  branch %any, bb1(${start}, 5), bb2
bb1(%i: int, %s: int):
  %j: int = add %i, ${step}
  %t: int = add %s, 1
  %more = ${again}
  branch %more, bb1(%j, %t), bb2
bb2:
  return 0
}`;
};

function counterOf(source: string): string | undefined {
  const { func, operand, names } = namedValues(source);
  const counter = counterThatCovers(func, naturalLoops(func).list[0] as Loop, operand("n"));
  return counter === undefined ? undefined : names([counter])[0];
}

test("a counter takes each value from 0 up to the limit", () => {
  expect(counterOf(text())).toBe("i");
});

describe("no counter does", () => {
  test.each([
    ["that begins elsewhere", { start: "1", before: "lt 1, %n" }],
    ["that begins below what is asked for", { start: "-1" }],
    ["in steps of two", { step: "2" }],
    ["up to another limit", { again: "lt %j, %m" }],
    ["that is at the limit at last", { again: "le %j, %n" }],
    ["that is compared before its step", { again: "lt %i, %n" }],
    ["where the loop runs under another condition", { before: "lt 0, %m" }],
  ])("%s", (_, over) => {
    expect(counterOf(text(over))).toBeUndefined();
  });
});

test("where a loop is entered and left", () => {
  const { func } = namedValues(text());
  const [loop] = naturalLoops(func).list as [Loop];
  expect(entryOf(func, loop)).toBe(0);
  expect(isLeftAtLatch(func, loop)).toBe(true);
  const { func: thrower } = namedValues(`
fn @f {
bb0(%self; %n: int, %c):
  jump bb1(0)
bb1(%i: int):
  branch %c, bb2, bb3
bb2:
  %j: int = add %i, 1
  %more = lt %j, %n
  branch %more, bb1(%j), bb4
bb3:
  throw 0
bb4:
  return 0
}`);
  expect(isLeftAtLatch(thrower, naturalLoops(thrower).list[0] as Loop)).toBe(false);
});
