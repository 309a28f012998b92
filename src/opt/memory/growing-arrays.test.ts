import { describe, expect, test } from "vitest";
import { namedValues } from "../../test-support/named-values.ts";
import { growthOf, type Growth } from "./growing-arrays.ts";

/** How `%a` may grow once its shadow in the context `%c` exists, in the blocks of a function with inputs. */
function growth(blocks: string): Growth {
  const { func, id, operand } = namedValues(`fn @f {\nbb0(%self; %x: numbers, %n: int):\n${blocks}\n}`);
  return growthOf(func, id("c"), [operand("a")]);
}
const context = "  %c = new-tangents\n";
const array = "  %a: numbers = array 1\n";

describe("an array may grow", () => {
  test.each([
    ["behind its context", `${array}${context}  push %a, 2\n  return 0`],
    ["if it is made behind its context", `${context}${array}  push %a, 2\n  return 0`],
    ["in a later block", `${array}${context}  jump bb1\nbb1:\n  push %a, 2\n  return 0`],
    [
      "in a loop that makes it",
      `${context}  jump bb1\nbb1:\n${array}  push %a, 2\n  %go = lt %n, 3\n  branch %go, bb1, bb2\nbb2:\n  return 0`,
    ],
    [
      "in a later iteration than its context",
      `${array}  jump bb1\nbb1:\n  push %a, 2\n${context}  %go = lt %n, 3\n  branch %go, bb1, bb2\nbb2:\n  return 0`,
    ],
  ])("%s", (_, blocks) => {
    expect(growth(blocks)).toBe("push");
  });

  test("if it is a literal and filled by index", () => {
    expect(growth(`${array}${context}  set %a, %n, 2\n  push %a, 3\n  return 0`)).toBe("any");
  });

  test("that is an input", () => {
    const { func, id, operand } = namedValues(
      "fn @f {\nbb0(%self; %x: numbers):\n  push %x, 2\n  %c = new-tangents\n  return 0\n}",
    );
    expect(growthOf(func, id("c"), [operand("x")])).toBe("push");
  });
});

describe("an array may have had more elements", () => {
  test.each([
    ["if one was taken", `${array}  push %a, 2\n  %v = pop %a\n${context}  return %v`],
    ["if its length was set", `${array}  set-length %a, 0\n${context}  return 0`],
    ["if a call writes to it", `${array}  %k = closure @f\n  %r = call writes (0) %k(%a)\n${context}  return 0`],
  ])("%s", (_, blocks) => {
    expect(growth(blocks)).toBe("any");
  });
});

describe("an array does not grow", () => {
  test.each([
    ["before its context", `${array}  push %a, 2\n${context}  return 0`],
    ["before its context, in another block", `${array}  push %a, 2\n  jump bb1\nbb1:\n${context}  return 0`],
    [
      "once it has been made again",
      `  jump bb1\nbb1:\n${array}  push %a, 2\n${context}  %go = lt %n, 3\n  branch %go, bb1, bb2\nbb2:\n  return 0`,
    ],
    [
      "before its context, in a branch",
      `  %b = lt %n, 3\n  branch %b, bb1, bb2\nbb1:\n${array}  push %a, 2\n  jump bb2\nbb2:\n${context}  return 0`,
    ],
    ["at a known index", `${array}${context}  set %a, 0, 2\n  return 0`],
    ["if it was made with a length", `  %a: numbers = array-zeros %n\n${context}  set %a, %n, 2\n  return 0`],
    ["when another one does", `${array}${context}  %b: numbers = array 1\n  push %b, 2\n  return 0`],
    ["by being read", `${array}${context}  %v = get %a, %n\n  return %v`],
  ])("%s", (_, blocks) => {
    expect(growth(blocks)).toBe("none");
  });
});
