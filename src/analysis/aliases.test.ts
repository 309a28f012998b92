import { describe, expect, test } from "vitest";
import type { Instr, PrimInstr } from "../ir/index.ts";
import { namedValues } from "../test-support/named-values.ts";
import { aliasesIn } from "./aliases.ts";

/** Whether the last instruction but one of a function may change what `%y` is read as. */
function changes(body: string): boolean {
  const { func, id } = namedValues(
    `fn @f {\nbb0(%self; %a: numbers, %b: numbers, %r: {x:num,y:num}, %i: int, %n: num, %f):\n${body}\n  return %y\n}`,
  );
  const instrs = func.blocks.flatMap((block) => block.instrs);
  const read = instrs.find(({ result }) => result === id("y")) as PrimInstr;
  const { isWrite, mayChange } = aliasesIn(func);
  const last = instrs.at(-1) as Instr;
  return isWrite(last) && mayChange(last, read);
}
const read = "  %y = get %a, %i\n";

describe("a read may change", () => {
  test.each([
    ["by a write to the same place", `${read}  set %a, %i, 1`],
    ["by a write at another key that may be the same", `${read}  set %a, %n, 1`],
    ["by a write to another argument, which may be the same array", `${read}  set %b, %i, 1`],
    ["by unknown code", `${read}  %z = call %f(1)`],
    ["by known code that writes to what leads to it", `  %c = array %a\n${read}  %z = call writes (0) %f(%c)`],
    ["by a longer array, if it is a length", "  %y: int = length %a\n  push %b, 1"],
    ["by a shorter array", `${read}  %z = pop %a`],
  ])("%s", (_, body) => {
    expect(changes(body)).toBe(true);
  });
});

describe("a read does not change", () => {
  test.each([
    ["by a write to memory of the function's own", `  %c = array 1\n${read}  set %c, %i, 1`],
    ["by a write at another key", `  %j: int = add %i, 1\n${read}  set %a, %j, 1`],
    ["by a write to another property", '  %y = get %r, "x"\n  set %r, "y", 1'],
    ["by a write of an element, if it is a property", '  %y = get %r, "x"\n  set %a, %i, 1'],
    ["by pure code", `${read}  %z = call pure %f(%a)`],
    [
      "by known code that writes to something else",
      `  %k = closure @f\n  %c = array 1\n${read}  %z = call writes (0) %k(%c)`,
    ],
    ["by a shadow's", `  %x = new-context\n  %s = shadow %x, %a\n${read}  accum %s, %i, 1`],
    ["by a random number", `${read}  %z = random`],
    ["by a write in place, if it is a length", "  %c = array 1\n  %y: int = length %c\n  set %a, %i, 1"],
  ])("%s", (_, body) => {
    expect(changes(body)).toBe(false);
  });
});
