import { describe, expect, test } from "vitest";
import { parseModule, type Block, type Func, type Instr, type PrimInstr } from "../ir/index.ts";
import { pointsTo, pointsToOnReturn } from "./points-to.ts";

/** Whether others may see what the last `set` of a function writes. */
function isLastStoreSeen(body: string): boolean {
  const func = parseModule(`fn @f {\nbb0(%self; %x: array, %f):\n${body}\n  return 0\n}`).functions["f"] as Func;
  const stores = func.blocks
    .flatMap(({ instrs }) => instrs)
    .filter((instr): instr is PrimInstr => instr.kind === "prim" && instr.prim === "set");
  return pointsTo(func).isSeen(stores.at(-1) as PrimInstr);
}

describe("a store is seen by others", () => {
  test.each([
    ["in an argument", "  set %x, 0, 1"],
    ["in memory that a call got before", "  %a = array 1\n  %r = call %f(%a)\n  set %a, 0, 1"],
    ["in memory within what a call got before", "  %b = array 1\n  %a = array %b\n  %r = call %f(%a)\n  set %b, 0, 1"],
    [
      "in memory that was put into what unknown memory holds",
      "  %u = capture %self, 0\n  %h: array = get %u, 0\n  %a = array 1\n  set %h, 0, %a\n  set %a, 0, 1",
    ],
    ["in what an argument holds", "  %a: array = get %x, 0\n  set %a, 0, 1"],
    ["in what was stored in memory of the function's own", "  %a = array %x\n  %b: array = get %a, 0\n  set %b, 0, 1"],
    [
      "in what a call may have put into memory of the function's own",
      "  %b = array 1\n  %a = array %b\n  %r = call %f(%a)\n  %c: array = get %a, 0\n  set %c, 0, 1",
    ],
    [
      "in what a foreign call may have put there",
      "  %b = array 1\n  %a = array %b\n  %t = tuple %a\n  %r = foreign-call %f, undefined, %t\n  %c: array = get %a, 0\n  set %c, 0, 1",
    ],
    [
      "in what known code returns, since it may be what it was given",
      "  %a = array 1\n  %r: array = call writes (1) %f(%x, %a)\n  set %r, 0, 1",
    ],
    [
      "in what known code may have stored in memory of the function's own",
      "  %a = array 1\n  %r = call writes (1) %f(%x, %a)\n  %c: array = get %a, 0\n  set %c, 0, 1",
    ],
    [
      "in memory that known code may have given to an argument",
      "  %a = array 1\n  %r = call writes (0) %f(%x, %a)\n  set %a, 0, 1\n  %q = call %f(%x)\n  set %a, 0, 2",
    ],
  ])("%s", (_, body) => {
    expect(isLastStoreSeen(body)).toBe(true);
  });
});

describe("a store is not seen by others", () => {
  test.each([
    ["in memory of the function's own", "  %a = array 1\n  set %a, 0, 1"],
    ["in what such memory holds", "  %b = array 1\n  %a = array %b\n  %c: array = get %a, 0\n  set %c, 0, 1"],
    ["in what has been popped from it", "  %b = array 1\n  %a = array %b\n  %c: array = pop %a\n  set %c, 0, 1"],
    ["in an array of keys", "  %k: array = keys %x\n  set %k, 0, 1"],
    ["by another name", "  %a = array 1\n  %b: array = copy %a\n  set %b, 0, 1"],
    ["in memory that known code got", "  %a = array 1\n  %r = call writes (0) %f(%a)\n  set %a, 0, 1"],
    [
      "in what known code returns",
      "  %a = array 1\n  %g = closure @f\n  %r: array = call writes (0) %g(%a)\n  set %r, 0, 1",
    ],
  ])("%s", (_, body) => {
    expect(isLastStoreSeen(body)).toBe(false);
  });
});

test("what others get on the way to an exception, they do not have before", () => {
  const text = `fn @f {
bb0(%self; %x: array, %f):
  %a = array 1
  set %a, 0, 1
  branch %x, bb1, bb2
bb1:
  %r = call %f(%a)
  throw %r
bb2:
  set %a, 0, 2
  return %a
}`;
  const func = parseModule(text).functions["f"] as Func;
  const stores = func.blocks
    .flatMap(({ instrs }) => instrs)
    .filter((instr) => instr.kind === "prim" && instr.prim === "set");
  expect(stores.map(pointsTo(func).isSeen)).toEqual([true, true]);
  expect(stores.map(pointsToOnReturn(func).isSeen)).toEqual([false, false]);
});

describe("a call of known code", () => {
  const isCallSeen = (effect: string): boolean => {
    const func = parseModule(
      `fn @f {\nbb0(%self; %x: array):\n  %k = closure @f\n  %a = array %x\n  %r = call ${effect} %k(%a)\n  return 0\n}`,
    ).functions["f"] as Func;
    return pointsTo(func).isSeen(func.blocks[0]?.instrs.at(-1) as Instr);
  };
  test("is seen where it may write to what the function's own memory leads to", () => {
    expect(isCallSeen("writes (0)")).toBe(true);
  });
  test("is not seen where it writes only to that memory itself", () => {
    expect(isCallSeen("writes (0 itself)")).toBe(false);
  });
});

test("a typed array leads to nothing else, not even to its class", () => {
  const func = parseModule(
    `fn @f {\nbb0(%self; %n: int):\n  %c = global "Float64Array"\n  %a: float64 = typed-new %c, %n\n  %b = array %a\n  return %b\n}`,
  ).functions["f"] as Func;
  const { reach, isMade } = pointsTo(func);
  const { terminator } = func.blocks[0] as Block;
  if (terminator.kind !== "return") throw new Error("no return");
  expect([...reach(terminator.value)].map(isMade)).toEqual([true, true]);
});
