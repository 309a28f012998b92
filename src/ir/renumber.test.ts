import { expect, test } from "vitest";
import { parseFunc } from "./parse.ts";
import { printFunc } from "./print.ts";
import { renumber } from "./renumber.ts";

test("blocks stand in the builder's order, without unreachable ones", () => {
  const func = parseFunc(`
fn @f {
bb0(%self; %c):
  branch %c, bb2, bb1
bb1:
  %two = add 1, 1
  jump bb3(%two)
bb2:
  jump bb3(%c)
bb3(%r):
  return %r
bb4:
  %lost = add 2, 2
  throw %lost
}`);
  const next = renumber(func);
  expect(printFunc(next)).toBe(
    "fn @f {\nbb0(%self; %c):\n  branch %c, bb1, bb2\nbb1:\n  jump bb3(%c)\nbb2:\n  %two = add 1, 1\n  jump bb3(%two)\nbb3(%r):\n  return %r\n}",
  );
  expect(next.values.map(({ hint }) => hint)).toEqual(["self", "this", "c", "r", "two"]);
  expect(renumber(next)).toBe(next);
  expect(parseFunc(printFunc(next))).toStrictEqual(next);
});

test("values that nothing defines leave the table", () => {
  const func = parseFunc("fn @f {\nbb0(%self; %x):\n  %y = mul %x, 2\n  return %x\n}");
  const without = { ...func, blocks: func.blocks.map((block) => ({ ...block, instrs: [] })) };
  expect(renumber(without).values).toHaveLength(3);
});
