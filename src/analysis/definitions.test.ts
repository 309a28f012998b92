import { expect, test } from "vitest";
import { constant, parseModule, value, valueId, type Func } from "../ir/index.ts";
import { definitionsOf } from "./index.ts";

const func = parseModule(`
fn @f {
bb0(%self; %x):
  %a = mul %x, 2
  %g = call %x(%a)
  jump bb1(%a)
bb1(%p):
  %b = add %p, %g
  return %b
}`).functions["f"] as Func;

test("what defines a value, and where", () => {
  const { of, instr, prim, args, blockOf } = definitionsOf(func);
  const [mul, call] = func.blocks[0]?.instrs ?? [];
  const [add] = func.blocks[1]?.instrs ?? [];
  const [param] = func.blocks[1]?.params ?? [];
  if (mul === undefined || call === undefined || add === undefined || param === undefined) throw new Error("no code");
  expect([mul, call, add].map(({ result }) => of(result))).toEqual([mul, call, add]);
  expect([mul.result, param, add.result].map(blockOf)).toEqual([0, 1, 1]);
  expect(of(param)).toBeUndefined();
  expect(instr(value(call.result))).toBe(call);
  expect(prim(value(call.result))).toBeUndefined();
  expect(prim(value(add.result))).toBe(add);
  expect(prim(value(add.result), "add")).toBe(add);
  expect(prim(value(add.result), "sub")).toBeUndefined();
  expect(args(value(add.result), "add")).toHaveLength(2);
  expect(args(value(add.result), "sub")).toEqual([]);
  expect([undefined, constant(1), value(valueId(99))].map(instr)).toEqual([undefined, undefined, undefined]);
});

test("is computed once for each function object", () => {
  expect(definitionsOf(func)).toBe(definitionsOf(func));
  expect(definitionsOf({ ...func })).not.toBe(definitionsOf(func));
});
