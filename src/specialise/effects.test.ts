// The effects of specialised functions, and which of them callers may have assumed.

import { expect, test } from "vitest";
import { parseModule, type CallEffect, type Func } from "../ir/index.ts";
import { effectOf } from "./finish.ts";
import { agrees } from "./recursion.ts";
import type { Specialised } from "./specialised.ts";

const itself = "  set %x, 0, 1\n";
const within = "  %a: array = get %x, 0\n  set %a, 0, 1\n";

test.each([
  ["an argument itself", itself, true],
  ["what it leads to", within, false],
  ["first what it leads to, then itself", within + itself, false],
  ["first itself, then what it leads to", itself + within, false],
])("a function that writes to %s says so", (_, body, isOnlyItself) => {
  const func = parseModule(`fn @f {\nbb0(%self; %x: array):\n${body}  return 0\n}`).functions["f"] as Func;
  expect(effectOf(func, false)).toEqual([{ arg: 0, isOnlyItself }]);
});

const having = (effect: CallEffect): Specialised =>
  ({
    result: { kind: "input", index: 0 },
    types: ["num"],
    effect,
    isQuiet: true,
    isFixed: true,
    distinct: [],
    hosts: [],
  }) as unknown as Specialised;

const writes = (arg: number, isOnlyItself: boolean): CallEffect => [{ arg, isOnlyItself }];

test.each<[string, CallEffect, CallEffect, boolean]>([
  ["the same", writes(0, true), writes(0, true), true],
  ["less: the argument itself", writes(0, false), writes(0, true), true],
  ["more: what the argument leads to", writes(0, true), writes(0, false), false],
  ["another argument", writes(1, false), writes(0, true), false],
  ["something, where all was assumed", "any", writes(0, false), true],
  ["anything, where one argument was assumed", writes(0, false), "any", false],
])("a recursive function may have an effect that is %s", (_, expected, made, holds) => {
  expect(agrees(having(expected), having(made))).toBe(holds);
});
