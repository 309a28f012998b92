import { expect, test } from "vitest";
import { parseFunc } from "../ir/index.ts";
import { FunctionStorage } from "./function-storage.ts";
import { requireTracked } from "./stand-in-uses.ts";

const check = (body: string): void => {
  const func = parseFunc(`fn @f {\nbb0(%self; %list: [{"[0]":str,"[1]":num}]):\n${body}}\n`);
  requireTracked(func, true, new FunctionStorage(), () => false);
};

test("what is read of a list of pairs has their type, or a guard gives it", () => {
  check(`  %p: {"[0]":str,"[1]":num} = get %list, 0\n  %x = get %p, "[1]"\n  return %x\n`);
  check(`  %r = get %list, 0\n  %p: {"[0]":str,"[1]":num} = guard-record %r\n  %x = get %p, "[1]"\n  return %x\n`);
  expect(() => {
    check("  %r = get %list, 0\n  %x = get %r, 1\n  return %x\n");
  }).toThrow("data of a structure that is not known");
});

test("a pair does not leave", () => {
  expect(() => {
    check(`  %p: {"[0]":str,"[1]":num} = get %list, 0\n  return %p\n`);
  }).toThrow("data of a structure that is not known");
});
