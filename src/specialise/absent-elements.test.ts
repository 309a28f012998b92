import { describe, expect, test } from "vitest";
import { Program, firstParam, parseModule, valueNames, type Func } from "../ir/index.ts";
import { absentBy, questionsAbout } from "./absent-elements.ts";

const differentiated = (): never => {
  throw new Error("nothing is differentiated here");
};

/** What the function `@f` of a text asks of `%v`; its parameter `%known` is the function `@g`. */
function askedOf(text: string): readonly string[] {
  const program = new Program(parseModule(text), differentiated);
  const f = program.func("f");
  const { params } = f.blocks[0] as Func["blocks"][number];
  const id = valueNames(f).indexOf("v");
  const known = params[firstParam];
  const asked = questionsAbout(f, program, id as never, (callee) =>
    callee.kind === "value" && callee.id === known ? program.code("g") : null,
  );
  return [...asked].sort();
}

/** The same, of a function with these lines. */
const askedIn = (lines: string, others = ""): readonly string[] =>
  askedOf(`fn @f {\nbb0(%self; %known, %x, %i, %d):\n  %v = get %x, %i\n${lines}\n}\n${others}`);

describe("what is asked of an element", () => {
  test.each([
    ["is-nullish %v", ["nullish"]],
    ["eq %v, undefined", ["undefined"]],
    ["eq undefined, %v", ["undefined"]],
    ["ne %v, undefined", ["undefined"]],
    ["eq null, %v", ["null"]],
    ["ne %v, null", ["null"]],
    ["loose-eq %v, undefined", ["nullish"]],
    ["loose-ne null, %v", ["nullish"]],
    ["not %v", ["false"]],
    ["eq %v, 0", []],
    ["eq %v, %d", []],
    ["eq %v, %v", []],
    ["add %v, 1", []],
    ["typeof %v", []],
  ])("%s", (question, expected) => {
    expect(askedIn(`  %q = ${question}\n  return %q`)).toEqual(expected);
  });

  test("by a branch on it", () => {
    expect(askedIn("  branch %v, bb1, bb2\nbb1:\n  return 1\nbb2:\n  return 2")).toEqual(["false"]);
  });

  test("several things", () => {
    expect(askedIn("  %p = eq %v, null\n  %q = eq %v, undefined\n  return %q")).toEqual(["null", "undefined"]);
  });

  const chosen = "jump bb3(%v)\nbb3(%w):\n  %q = eq %w, null";
  test("where it is chosen", () => {
    expect(askedIn(`  ${chosen}\n  return %q`)).toEqual(["null"]);
  });

  test("in later iterations", () => {
    expect(askedIn(`  ${chosen}\n  branch %q, bb3(%w), bb4\nbb4:\n  return 1`)).toEqual(["null"]);
  });

  const asks = "fn @g {\nbb0(%self; %a, %b):\n  %q = eq %b, undefined\n  return %q\n}";
  test.each([
    ["where it is passed on", "  %r = call %known(%d, %v)\n  return %r", ["undefined"]],
    ["but not where another argument is", "  %r = call %known(%v, %d)\n  return %r", []],
    ["but not by a function that is not known", "  %r = call %d(%d, %v)\n  return %r", []],
  ])("%s", (_, lines, expected) => {
    expect(askedIn(lines, asks)).toEqual(expected);
  });

  const captures =
    "fn @g captures(a, b) {\nbb0(%self; %z):\n  %b.1 = capture %self, 1\n  %q = ne %b.1, null\n  return %q\n}";
  test.each([
    ["where it is captured", "  %r = closure @g [%d, %v]\n  return %r", ["null"]],
    ["but not where another value is captured", "  %r = closure @g [%v, %d]\n  return %r", []],
  ])("%s", (_, lines, expected) => {
    expect(askedIn(lines, captures)).toEqual(expected);
  });

  test("by a function that passes it to itself, in the end", () => {
    const again =
      "fn @g captures(g) {\nbb0(%self; %a, %b):\n  %f = closure @g [%b]\n  %q = call %f(%a, %b)\n  return %q\n}";
    expect(askedIn("  %r = call %known(%d, %v)\n  return %r", again)).toEqual([]);
  });
});

describe("what an element is where it is absent", () => {
  test.each([
    [["undefined", "null"], "num", "undefined"],
    [["nullish", "null"], "num", "null"],
    [["nullish"], "num", "nullish"],
    [["false"], "num", null],
    [["false"], "numbers", "nullish"],
    [["false"], "{a:num}", "nullish"],
    [["false", "undefined"], "numbers", "undefined"],
    [[], "numbers", null],
  ] as const)("%s of %s", (questions, element, expected) => {
    expect(absentBy(new Set<"undefined" | "null" | "nullish" | "false">(questions), element)).toBe(expected);
  });
});
