import { describe, expect, test } from "vitest";
import { namedValues } from "../test-support/named-values.ts";
import { askedReads } from "./absent-elements.ts";

/** Whether nothing of `%v`, an element of `%x`, is used but whether it is there, unless it is. */
function isAsked(blocks: string): boolean {
  const { func, id } = namedValues(`fn @f {\nbb0(%self; %x, %i, %d):\n  %v = get %x, %i\n${blocks}\n}`);
  return askedReads(func).has(id("v"));
}
/** A branch on a question: `%v` is used where `used` says. */
const branch = (question: string, used: "then" | "else"): string =>
  `  %q = ${question}\n  branch %q, bb1, bb2\nbb1:\n  return ${used === "then" ? "%v" : "%d"}\nbb2:\n  return ${used === "else" ? "%v" : "%d"}`;

describe("a read is asked for", () => {
  test.each([
    ["is-nullish %v", "else"],
    ["eq %v, undefined", "else"],
    ["eq undefined, %v", "else"],
    ["loose-eq %v, undefined", "else"],
    ["ne %v, undefined", "then"],
    ["loose-ne undefined, %v", "then"],
    ["eq %v, null", "else"],
    ["ne null, %v", "then"],
  ] as const)("%s, and used there", (question, used) => {
    expect(isAsked(branch(question, used))).toBe(true);
    expect(isAsked(branch(question, used === "then" ? "else" : "then"))).toBe(false);
  });

  test.each([
    [
      "if it is handed on where it is there",
      "  %q = is-nullish %v\n  branch %q, bb1, bb2(%v)\nbb1:\n  jump bb2(%d)\nbb2(%r):\n  return %r",
    ],
    [
      "if it is used far behind",
      "  %q = is-nullish %v\n  branch %q, bb1, bb2\nbb1:\n  return %d\nbb2:\n  %w = mul %v, %d\n  jump bb3\nbb3:\n  %r = add %w, %v\n  return %r",
    ],
    [
      "if it is asked for twice",
      "  %q = is-nullish %v\n  branch %q, bb1, bb2\nbb1:\n  %p = ne %v, undefined\n  branch %p, bb3, bb2\nbb2:\n  return %d\nbb3:\n  return %v",
    ],
    ["if it is not used at all", "  %q = is-nullish %v\n  branch %q, bb1, bb2\nbb1:\n  return %d\nbb2:\n  return 0"],
  ])("%s", (_, blocks) => {
    expect(isAsked(blocks)).toBe(true);
  });
});

describe("a read is not asked for", () => {
  test.each([
    [
      "if it is used before the branch",
      "  %w = mul %v, 2\n  %q = is-nullish %v\n  branch %q, bb1, bb2\nbb1:\n  return %d\nbb2:\n  return %w",
    ],
    [
      "if it is used behind both ways",
      "  %q = is-nullish %v\n  branch %q, bb1, bb2\nbb1:\n  jump bb2\nbb2:\n  return %v",
    ],
    [
      "if it is handed on where it is absent",
      "  %q = is-nullish %v\n  branch %q, bb1(%v), bb2\nbb1(%r):\n  return %r\nbb2:\n  return %v",
    ],
    ["if it may be handed on either way", "  %q = is-nullish %v\n  branch %q, bb1(%v), bb1(%d)\nbb1(%r):\n  return %r"],
    ["if nothing branches on the question", "  %q = is-nullish %v\n  return %q"],
    ["if the question is about something else", branch("eq %v, 0", "else")],
    [
      "if one way asks for null and another for undefined",
      "  %q = eq %v, null\n  branch %q, bb1, bb2\nbb1:\n  return %d\nbb2:\n  %p = ne %v, undefined\n  branch %p, bb3, bb1\nbb3:\n  return %v",
    ],
    ["if it is compared with something else", branch("ne %v, %d", "then")],
    ["if it is compared with itself", branch("eq %v, %v", "else")],
    ["if no question is asked", "  return %v"],
  ])("%s", (_, blocks) => {
    expect(isAsked(blocks)).toBe(false);
  });
});
