import { describe, expect, test } from "vitest";
import { constant, naturalLoops, zero, type Loop } from "../ir/index.ts";
import { namedValues, type Named } from "../test-support/named-values.ts";
import { counterThatCovers, entryOf, isLeftAtLatch, loopsOf, tripCountOf, type LoopFacts } from "./loops.ts";

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

test("it does not matter which way round the comparisons are", () => {
  expect(counterOf(text({ before: "gt %n, 0", again: "gt %n, %j" }))).toBe("i");
});

describe("no counter does", () => {
  test.each([
    ["that begins elsewhere", { start: "1", before: "lt 1, %n" }],
    ["that begins below what is asked for", { start: "-1" }],
    ["in steps of two", { step: "2" }],
    ["up to another limit", { again: "lt %j, %m" }],
    ["that is at the limit at last", { again: "le %j, %n" }],
    ["that is compared before its step", { again: "lt %i, %n" }],
    ["that is at the limit at last, if the loop runs for 0 as well", { before: "lt -1, %n", again: "lt %i, %n" }],
    ["where the loop runs under another condition", { before: "lt 0, %m" }],
    ["where the loop runs at the limit as well", { before: "le 0, %n" }],
  ])("%s", (_, over) => {
    expect(counterOf(text(over))).toBeUndefined();
  });
});

test("a constant limit is covered unless another condition may lead around the loop", () => {
  const covered = (end: string): boolean => {
    const { func } = namedValues(`
fn @f {
bb0(%self; %c):
  ${end}
bb1(%i: int):
  %j: int = add %i, 1
  %more = lt %j, 3
  branch %more, bb1(%j), bb2
bb2:
  return 0
}`);
    return counterThatCovers(func, naturalLoops(func).list[0] as Loop, constant(3)) !== undefined;
  };
  expect(covered("jump bb1(0)")).toBe(true);
  expect(covered("branch %c, bb1(0), bb2")).toBe(false);
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

/** The only loop of a function, with a counter `%i`, its next value `%j` and one more, `%k`. */
function loopOf(
  over: Partial<Record<"types" | "init" | "next" | "before" | "again", string>> = {},
): Named & { readonly loop: LoopFacts } {
  const { types, init, next, before, again } = {
    types: "int",
    init: "%m",
    next: "add %i, 1",
    before: "lt %m, %n",
    again: "lt %j, %n",
    ...over,
  };
  const named = namedValues(`
fn @f {
bb0(%self; %n: ${types}, %m: ${types}, %o: int):
  %m.1: int = add %m, 1
  %any = ${before}
  branch %any, bb1(${init}), bb2
bb1(%i: ${types}):
  %j: ${types} = ${next}
  %k: int = add %j, 1
  %more = ${again}
  branch %more, bb1(%j), bb2
bb2:
  return 0
}`);
  return { ...named, loop: loopsOf(named.func)[0] as LoopFacts };
}

test("the edges of a loop, and what it does not change", () => {
  const { loop, operand } = loopOf();
  expect([loop.entry, loop.into.args, loop.back.args]).toEqual([0, [operand("m")], [operand("j")]]);
  expect(loop.again?.else.target).toBe(2);
  expect([operand("n"), constant(1), zero].every(loop.isInvariant)).toBe(true);
  expect([operand("i"), operand("j"), operand("more")].some(loop.isInvariant)).toBe(false);
});

test.each([
  ["add %i, 2", 2],
  ["add 2, %i", 2],
  ["sub %i, 0.5", -0.5],
  ["sub %i, 0", -0],
  ["add %i, -0", -0],
  ["sub %i, -0", 0],
])("%s is a step", (next, step) => {
  const { loop, id, operand } = loopOf({ types: "num", next });
  expect(loop.counters).toEqual([{ param: id("i"), init: operand("m"), next: id("j"), step }]);
});

test.each(["add %n, 1", "mul %i, 2", "add %i, %n", "sub 1, %i"])("%s is no step", (next) => {
  expect(loopOf({ types: "num", next }).loop.counters).toEqual([]);
});

describe("what is compared is the next counter and", () => {
  test.each([
    ["lt %j, %n", 0],
    ["ge %n, %k", 1],
    ["lt %i, %n", -1],
    ["gt %k, %n", 1],
  ])("%s", (again, ahead) => {
    expect(loopOf({ again }).loop.test?.ahead).toBe(ahead);
  });
});

test.each([
  ["of nothing that counts", { again: "lt %o, %n" }],
  ["with a limit that changes", { again: "lt %j, %k" }],
  ["of fractions that may be rounded", { types: "num", again: "lt %k, %n" }],
  ["for equality", { again: "eq %j, %n" }],
])("no comparison %s", (_, over) => {
  expect(loopOf(over).loop.test).toBeNull();
});

describe("a loop is guarded", () => {
  test.each([
    ["by the same comparison of the start", {}, true],
    ["by the same comparison of what is one ahead", { before: "lt %m.1, %n", again: "lt %k, %n" }, true],
    ["downwards", { next: "sub %i, 1", before: "lt %n, %m", again: "gt %j, %n" }, true],
    ["by constants", { init: "2", before: "not %o", again: "lt %j, 3" }, true],
    ["not by constants that are the same", { init: "3", before: "not %o", again: "lt %j, 3" }, false],
    [
      "by constants that are the same, if the limit is included",
      { init: "3", before: "not %o", again: "le %j, 3" },
      true,
    ],
    ["not by a comparison that includes the limit", { before: "le %m, %n" }, false],
    ["not by a comparison of another value", { before: "lt %o, %n" }, false],
    ["not by a comparison with another limit", { before: "lt %m, %o" }, false],
    ["not by a comparison of what is not as far ahead", { again: "lt %k, %n" }, false],
  ])("%s", (_, over, isGuarded) => {
    expect(loopOf(over).loop.test?.isGuarded).toBe(isGuarded);
  });
});

describe("the trip count of a loop", () => {
  const count = (over: Parameters<typeof loopOf>[0]): unknown => {
    const { func, loop, operand } = loopOf(over);
    const times = tripCountOf(func, loop);
    expect(times?.init ?? operand("m")).toEqual(operand("m"));
    return times && [times.step, times.ahead];
  };
  test.each([
    ["up", {}, 1, 0],
    ["up to the limit itself", { again: "le %j, %n" }, 1, -1],
    ["up, compared before the step", { again: "lt %i, %n" }, 1, -1],
    ["up, compared ahead", { again: "lt %k, %n" }, 1, 1],
    ["down by twos", { next: "sub %i, 2", again: "gt %j, %n" }, -2, 0],
    ["down by fractions of ones to zero, rounded", { types: "num", next: "sub %i, 1", again: "gt %j, 0" }, -1, 1],
  ])("%s", (_, over, step, ahead) => {
    expect(count(over)).toEqual([step, ahead]);
  });

  test.each([
    ["away from the limit", { next: "sub %i, 1" }],
    ["in no steps", { next: "add %i, 0" }],
    ["in fractions", { types: "num", next: "sub %i, 0.5", again: "gt %j, 0" }],
    ["up in what may be rounded", { types: "num" }],
    ["down below zero in what may be rounded", { types: "num", next: "sub %i, 1", again: "gt %j, -1" }],
  ])("is not known: %s", (_, over) => {
    expect(count(over)).toBeNull();
  });
});

test("loops with several entries are left out", () => {
  const { func } = namedValues(`
fn @f {
bb0(%self; %n: int, %c):
  branch %c, bb1, bb2
bb1:
  jump bb3(0)
bb2:
  jump bb3(1)
bb3(%i: int):
  %j: int = add %i, 1
  %more = lt %j, %n
  branch %more, bb3(%j), bb4
bb4:
  throw 0
}`);
  expect(naturalLoops(func).list).toHaveLength(1);
  expect(loopsOf(func)).toEqual([]);
});
