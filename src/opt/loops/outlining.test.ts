// Loops that become functions: which of them, how often, and what they do that is not in a fixture.

import { expect, test } from "vitest";
import { parseModule, verifyModule, type Module } from "../../ir/index.ts";
import { generatedCode, interpreter, runLine } from "../../test-support/run-line.ts";
import { outlining } from "./outlining.ts";

function divided(text: string, most: number): Module {
  const module = outlining(() => most).run(parseModule(text));
  expect(verifyModule(module)).toEqual([]);
  return module;
}

const run = (module: Module, call: string): string => runLine(call, module, [interpreter, generatedCode]);

test("what throws in a loop throws in its function", () => {
  const throwing = `fn @f {
bb0(%self; %n: int, %x: num):
  %y = mul %x, 10
  jump bb1(0, 0)
bb1(%i: int, %s: num):
  %far = gt %s, 4
  branch %far, bb2, bb3
bb2:
  %b = mul %s, %y
  throw %b
bb3:
  %u = add %s, %x
  %i.1: int = add %i, 1
  %more = lt %i.1, %n
  branch %more, bb1(%i.1, %u), bb4
bb4:
  %a = sub %u, %x
  return %a
}
`;
  const module = divided(throwing, 4);
  expect(Object.keys(module.functions)).toEqual(["f", "f/loop0"]);
  expect(module.functions["f"]?.blocks.map(({ terminator }) => terminator.kind)).toEqual(["jump", "jump", "return"]);
  expect(run(module, "@f(3, 2)")).toBe("4");
  expect(run(module, "@f(3, 5)")).toBe(run(parseModule(throwing), "@f(3, 5)"));
});

/** Behind the loop, the function throws; in the loop, it throws in the same block, with another number. */
const throwingBehind = `fn @f {
bb0(%self; %n: int, %x: num):
  %0 = lt %x, 0
  branch %0, bb1(0, 0), bb5
bb1(%i: int, %s: num):
  %u = sub %s, %x
  %far = gt %u, 9
  branch %far, bb4(%u), bb2
bb2:
  %i.1: int = add %i, 1
  %more = lt %i.1, %n
  branch %more, bb1(%i.1, %u), bb3
bb3:
  %v = mul %u, 2
  jump bb4(%v)
bb4(%e: num):
  %w = add %e, %u
  throw %w
bb5:
  return %x
}
`;

test("a loop behind which the function throws", () => {
  const module = divided(throwingBehind, 6);
  expect(Object.keys(module.functions)).toEqual(["f", "f/loop0"]);
  for (const call of ["@f(3, 5)", "@f(3, -2)", "@f(9, -2)"])
    expect(run(module, call), call).toBe(run(parseModule(throwingBehind), call));
});

test("a loop stays that throws what the function captured", () => {
  const text = `fn @f captures(a) {
bb0(%self; %n: int, %x: num):
  jump bb1(0, 0)
bb1(%i: int, %s: num):
  %u = add %s, %x
  %far = gt %u, 9
  branch %far, bb2, bb3
bb2:
  %a = capture %self, 0
  throw %a
bb3:
  %i.1: int = add %i, 1
  %more = lt %i.1, %n
  branch %more, bb1(%i.1, %u), bb4
bb4:
  return %u
}
`;
  expect(Object.keys(divided(text, 4).functions)).toEqual(["f"]);
  expect(Object.keys(divided(text.replace("capture %self, 0", "add %x, 1"), 4).functions)).toEqual(["f", "f/loop0"]);
});

test("of loops in loops, the largest that is short enough; then what is left, if that is too long still", () => {
  const nested = `fn @f {
bb0(%self; %n: int, %x: num):
  jump bb1(0, 0)
bb1(%i: int, %s: num):
  %a = mul %s, 0.5
  jump bb2(0, %a)
bb2(%j: int, %t: num):
  %b = mul %t, 0.5
  %c = add %b, %x
  %j.1: int = add %j, 1
  %more = lt %j.1, %n
  branch %more, bb2(%j.1, %c), bb3
bb3:
  %d = add %c, %s
  %i.1: int = add %i, 1
  %more.1 = lt %i.1, %n
  branch %more.1, bb1(%i.1, %d), bb4
bb4:
  return %d
}
`;
  const sizes = (most: number): readonly number[] =>
    Object.values(divided(nested, most).functions).map(({ blocks }) =>
      blocks.reduce((sum, { instrs }) => sum + instrs.length, 0),
    );
  expect(sizes(8)).toEqual([8]);
  expect(sizes(7)).toEqual([7, 5]);
  for (const most of [7, 5]) expect(run(divided(nested, most), "@f(3, 2)")).toBe(run(parseModule(nested), "@f(3, 2)"));
});
