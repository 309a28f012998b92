import { expect, test } from "vitest";
import { namedValues } from "../test-support/named-values.ts";
import { componentsOf } from "./components.ts";

/** The operands that `%y` may be, in the blocks of a function with inputs; null if they are not known. */
function componentsIn(blocks: string): readonly string[] | null {
  const { func, id, names } = namedValues(`fn @f {\nbb0(%self; %x, %y0, %c: bool, %t0: tape):\n${blocks}\n}`);
  const found = componentsOf(func)(id("y"));
  return found === null
    ? null
    : found.flatMap((operand) => (operand.kind === "value" ? names([operand.id]) : operand.kind));
}

test("of a tuple", () => {
  expect(componentsIn("  %t = tuple %x, %y0\n  %y = tuple-get %t, 1\n  return %y")).toEqual(["y0"]);
});

test("of one of two tuples", () => {
  expect(
    componentsIn(
      "  %a = tuple %x\n  %b = tuple %y0\n  branch %c, bb1(%a), bb2\nbb2:\n  jump bb1(%b)\nbb1(%t):\n  %y = part %t, 0\n  return %y",
    ),
  ).toEqual(["x", "y0"]);
});

const popped = "  %p = tape-pop %t\n  %r = tuple-get %p, 1\n";

test("of the records of a tape, and of a tape in these", () => {
  expect(
    componentsIn(`  %a = tuple %x, 1\n  %t = tape-push zero, %a\n${popped}  %y = tuple-get %r, 0\n  return %y`),
  ).toEqual(["x"]);
  expect(
    componentsIn(
      `  %a = tuple %x, 1\n  %t.1 = tape-push zero, %a\n  %b = tuple 2, %t.1\n  %t = tape-push zero, %b\n${popped}` +
        "  %u = tuple-get %r, 1\n  %q = tape-pop %u\n  %s = tuple-get %q, 1\n  %y = tuple-get %s, 0\n  return %y",
    ),
  ).toEqual(["x"]);
});

test("not of what comes from elsewhere", () => {
  expect(componentsIn("  %y = tuple-get %x, 0\n  return %y")).toBe(null);
  expect(componentsIn(`  %a = tuple %x\n  %t = tape-push %t0, %a\n${popped}  %y = tuple-get %r, 0\n  return %y`)).toBe(
    null,
  );
  expect(
    componentsIn("  %a = tuple %x\n  branch %c, bb1(%a), bb1(%y0)\nbb1(%t):\n  %y = tuple-get %t, 0\n  return %y"),
  ).toBe(null);
});

test("not of a pair that a block passes on, since it is no record", () => {
  expect(
    componentsIn(
      "  %a = tuple %x, %y0\n  %t = tape-push zero, %a\n  %p = tape-pop %t\n  jump bb1(%p)\nbb1(%q):\n  %y = tuple-get %q, 1\n  return %y",
    ),
  ).toBe(null);
});
