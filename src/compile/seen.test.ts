// When a call could tell whether two inputs are the same memory.

import { expect, test } from "vitest";
import { parseModule, type Func } from "../ir/index.ts";
import { tellsMemoryApart } from "./seen.ts";

const tells = (thrown: string): boolean => {
  const text = `fn @f {
bb0(%self; %x: numbers, %g: func, %a: num):
  %0 = lt %a, 1
  branch %0, bb1, bb2
bb1:
${thrown}
bb2:
  return %a
}`;
  return tellsMemoryApart(parseModule(text).functions["f"] as Func);
};

test.each([
  ["an error with texts", '  %e: {message:str} = object "message", "wrong"\n  throw %e'],
  ["what a function makes of that", '  %e: {message:str} = object "message", "wrong"\n  %r = call %g(%e)\n  throw %r'],
  ["a number", "  throw %a"],
])("what is thrown tells nothing: %s", (_, thrown) => {
  expect(tells(thrown)).toBe(false);
});

test.each([
  ["an input", "  throw %x"],
  ["a list with an input", "  %l = array %x\n  throw %l"],
  ["what a function may have got", "  %r = call %g(%x)\n  throw %a"],
  ["what a method of an input may have got", "  %r = call %g(this %x;)\n  throw %a"],
  ["what foreign code may have got", "  %t = tuple %x\n  %r = foreign-call %g, undefined, %t\n  throw %a"],
])("what is thrown may tell: %s", (_, thrown) => {
  expect(tells(thrown)).toBe(true);
});
