// When the records of functions may be others than those that they made: then their properties are guarded.

import { expect, test } from "vitest";
import { allInstrs, parseModule } from "../../ir/index.ts";
import { closedWorld } from "./closed-world.ts";

/** Whether the guard of a property goes. */
function isFree(params: string, body: string, guarded = "%o"): boolean {
  const text = `fn @f captures(a) {\nbb0(%self; ${params}):\n  %o: {a:num} = object "a", 1\n${body}\n  guard-data ${guarded}, "a"\n  return 0\n}`;
  const { f } = closedWorld.run(parseModule(text)).functions;
  if (f === undefined) throw new Error("no function");
  return allInstrs(f).every((instr) => instr.kind !== "prim" || instr.prim !== "guard-data");
}

test.each([
  ["numbers, texts, arrays of numbers and rows", "%x: num, %t: str, %n: numbers, %d: float64, %r: rows", ""],
  ["a function that is not called", "%g: func", ""],
  ["a class of typed arrays", "%n: int", '  %c = global "Float64Array"\n  %a: float64 = typed-new %c, %n'],
  ["random numbers", "%x: num", "  %r: num = random"],
  ["known properties, and elements by index", "%x: numbers, %i: int", '  set %o, "a", 2\n  set %x, %i, 1'],
])("no other records: %s", (_, params, body) => {
  expect(isFree(params, body)).toBe(true);
});

test.each([
  ["a record", "%x: {a:num}", ""],
  ["an array of records", "%x: [{a:num}]", ""],
  ["what may be anything", "%x", ""],
  ["an array of what may be anything", "%x: array", ""],
  ["what was captured", "%x: num", "  %c = capture %self, 0"],
  ["variables of the world", "%x: num", '  %c = global "state"'],
  ["what unknown code gives", "%g: func", "  %r = call %g()"],
  ["what foreign code gives", "%g: func", "  %t = tuple\n  %r = foreign-call %g, undefined, %t"],
  ["a property of a function", "%g: func", '  %r = get %g, "a"'],
  ["a function that is passed on", "%x: num", "  %g = closure @f\n  %t = tuple %g"],
  ["names that are not known", "%k: str", "  set %o, %k, 1"],
  ["another prototype", "%x: num", '  set %o, "__proto__", %x'],
])("perhaps others: %s", (_, params, body) => {
  expect(isFree(params, body)).toBe(false);
});

test("what happens before an exception only does not matter", () => {
  const text = `fn @f {
bb0(%self; %g: func, %x: num):
  %o: {a:num} = object "a", %x
  %b = lt %x, 0
  branch %b, bb1, bb2
bb1:
  %e = call %g(%o)
  throw %e
bb2:
  guard-data %o, "a"
  return %x
}`;
  expect(closedWorld.run(parseModule(text))).not.toBe(parseModule(text));
  const { f } = closedWorld.run(parseModule(text)).functions;
  expect(f?.blocks[2]?.instrs).toEqual([]);
});
