import { describe, expect, test } from "vitest";
import { prims, typeIn, type Effect, type PrimName } from "../ir/index.ts";
import { namedValues } from "../test-support/named-values.ts";
import { isRemovable } from "./removable.ts";

/** Whether the last of some instructions may go; one without a result is only known by its place. */
function mayGo(instrs: string): boolean {
  const { func } = namedValues(`
fn @f captures(v) {
bb0(%self; %g, %x, %y, %a: numbers, %d: float64, %s: str, %o: object, %r: {x:num}, %k: int, %n: num, %c: bool):
  ${instrs}
  return 0
}`);
  const last = func.blocks[0]?.instrs.at(-1);
  if (last === undefined) throw new Error("no instruction");
  return isRemovable(last, (operand) => typeIn(func, operand));
}

describe("may go if nothing uses the result", () => {
  test.each([
    ["a sum", "%v = add %k, 1"],
    ["a closure that captures something", "%v = closure @f [%x]"],
    ["a call without visible effects", "%v = call pure %g(%x)"],
    ["a new array of what there is", "%v = array %x"],
    ["a new array of a known length", "%v = array-new 3"],
    ["an empty one", "%v = array-new 0"],
    ["a new typed array of a known length", '%F = global "Float64Array"\n  %v = typed-new %F, 3'],
    ["a new record", '%v = object "x", %x'],
    ["a class that every environment has", '%v = global "Float64Array"'],
    ["a captured value", "%v = capture %self, 0"],
    ["what a box holds", "%b = box-new %x\n  %v = box-get %b"],
    ["an element at a number", "%v = get %a, %k"],
    ["an element at a fraction", "%v = get %a, %n"],
    ["a property of an array", "%v = get %a, %s"],
    ["an element of a typed array", "%v = get %d, %k"],
    ["a character", "%v = get %s, %k"],
    ["the length of an array", "%v = length %a"],
    ["the length of a text", "%v = array-length %s"],
    ["what `for-of` walks of an array", "%v = iterable %a"],
    ["what is read of constant memory", '%v = load %x, "x"'],
    ["what is read of frozen memory", "%v = get-frozen %x, %k"],
    ["whether there is an element", '%v = is-element %x, %k, "undefined"'],
    ["a guard of a value, which `keep-guard` keeps", "%v = guard-number %x"],
    ["what is popped of a tape", "%v = tape-pop zero"],
  ])("%s", (_, instr) => {
    expect(mayGo(instr)).toBe(true);
  });
});

describe("stays", () => {
  test.each([
    ["a property of anything: there may be none, or an accessor", "%v = get %x, %k"],
    ["a property of an object, which may be an accessor", '%v = get %o, "x"'],
    ["a property of a record, which may be an accessor", '%v = get %r, "x"'],
    ["an element at a key that may be an object", "%v = get %a, %x"],
    ["an element at a key that is no number and no text", "%v = get %a, %c"],
    ["the length of anything", "%v = length %x"],
    ["the length of an object", "%v = array-length %o"],
    ["what `for-of` walks of anything", "%v = iterable %x"],
    ["the keys of an array: others may be asked for them", "%v = keys %a"],
    ["whether an array has a key", "%v = has %a, %k"],
    ["a new array of any length", "%v = array-new %k"],
    ["a new array of a length below zero", "%v = array-new -1"],
    ["a new array of a length that is a fraction", "%v = array-new 0.5"],
    ["a new array that is too long", "%v = array-new 4294967296"],
    ["a new typed array of any length", '%F = global "Float64Array"\n  %v = typed-new %F, %k'],
    ["a name that may not be defined", '%v = global "Proxy"'],
    ["an unknown call", "%v = call %g(%x)"],
    ["a call that only writes to its arguments", "%v = call writes (0) %g(%x)"],
    ["a call of a derivative", "%v = call.J %g(%x)"],
    ["a call as JavaScript does it", "%t = tuple %x\n  %v = foreign-call %g, undefined, %t"],
    ["such a call that only reads: it may throw", "%t = tuple %x\n  %v = passive-call %g, undefined, %t"],
    ["a random number: others come after it", "%v = random"],
    ["a pop", "%v = pop %a"],
    ["a deletion", "%v = delete %a, %k"],
    ["a write", "set %a, %k, 1"],
    ["a write to a box", "%b = box-new %x\n  box-set %b, %y"],
    ["what is taken out of a shadow", "%m = new-context\n  %h = shadow %m, %a\n  %v = take %h, 0"],
    ["a check of an element", "guard-element %a, %k"],
    ["a check of a property", 'guard-data %r, "x"'],
    ["the keeping of a guard", "%v = guard-number %x\n  keep-guard %v"],
    ["an entry of the undo log", "log-slot %a, %k"],
  ])("%s", (_, instr) => {
    expect(mayGo(instr)).toBe(false);
  });
});

test("no write and no call may go, whatever its operands are", () => {
  const changing: readonly Effect[] = ["write", "call"];
  const going = (Object.keys(prims) as PrimName[]).filter((prim) => {
    const instr = { kind: "prim", prim, args: [], result: 0 as never, span: {} as never } as const;
    return changing.includes(prims[prim].effect) && isRemovable(instr, () => "numbers");
  });
  expect(going).toEqual([]);
});
