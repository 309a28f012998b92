import { describe, expect, test } from "vitest";
import { namedValues } from "../test-support/named-values.ts";
import { filledArrays } from "./array-contents.ts";

interface Parts {
  readonly start: number;
  readonly step: number;
  readonly limit: string;
  /** Between the header and the store. */
  readonly element: string;
  readonly stored: string;
  readonly more: string;
  readonly behind: string;
}

/** A loop that fills an array with `%v`, the element of `%x`, unless parts of it are others. */
const loop = (parts: Partial<Parts> = {}): string => {
  const { start, step, limit, element, stored, more, behind } = {
    start: 0,
    step: 1,
    limit: "%n",
    element: "  %v = load %x, %i\n  %w: num = guard-number %v",
    stored: "%w",
    more: "",
    behind: "",
    ...parts,
  };
  return `
fn @f {
bb0(%self; %x: numbers, %u: int, %g, %n: int):
  %a: numbers = array-new %n
  %any = lt ${start}, ${limit}
  branch %any, bb1(${start}), bb2
bb1(%i: int):
${element}
  set %a, %i, ${stored}
${more}
  %j: int = add %i, ${step}
  %again = lt %j, ${limit}
  branch %again, bb1(%j), bb2
bb2:
${behind}
  jump bb3
bb3:
  %r = length %x
  return %r
}`;
};

function contents(
  text: string,
): { readonly kind: string; readonly full: readonly number[]; readonly of: string } | null {
  const { func, id, names } = namedValues(text);
  const filled = filledArrays(func).get(id("a"));
  if (filled === undefined) return null;
  const { element, isFull } = filled;
  const operand = element.kind === "copy" ? element.of : element.kind === "unit" ? element.index : null;
  const of =
    operand?.kind === "value" ? (names([operand.id])[0] ?? "") : operand === null ? "" : JSON.stringify(operand);
  return { kind: element.kind, of, full: [...func.blocks.keys()].filter(isFull) };
}

const unit = (condition: string): string => `
fn @f {
bb0(%self; %x: numbers, %u: int, %g, %n: int):
  %a: numbers = array-new %n
  %any = lt 0, %n
  branch %any, bb1(0), bb4
bb1(%i: int):
  %is = ${condition}
  branch %is, bb3(1), bb2
bb2:
  jump bb3(0)
bb3(%e: int):
  set %a, %i, %e
  %j: int = add %i, 1
  %again = lt %j, %n
  branch %again, bb1(%j), bb4
bb4:
  return 0
}`;

describe("what a loop fills an array with", () => {
  test("the elements of another one", () => {
    expect(contents(loop())).toEqual({ kind: "copy", of: "x", full: [2, 3] });
  });

  test("numbers, where the index is another one, or memory may change", () => {
    const number = { kind: "number", of: "", full: [2, 3] };
    const read = (text: string): string => `  %v = ${text}\n  %w: num = guard-number %v`;
    expect(contents(loop({ element: read("load %x, %u") }))).toEqual(number);
    expect(contents(loop({ element: read("get %x, %i") }))).toEqual(number);
    expect(contents(loop({ element: "  %w: num = mul %i, 2" }))).toEqual(number);
  });

  test("a unit vector", () => {
    expect(contents(unit("eq %i, %u"))).toEqual({ kind: "unit", of: "u", full: [4] });
    expect(contents(unit("eq %i, 2"))).toMatchObject({ kind: "unit" });
    expect(contents(unit("eq %i, 0.5"))).toMatchObject({ kind: "number" });
    expect(contents(unit("eq %i, -1"))).toMatchObject({ kind: "number" });
    expect(contents(unit("lt %i, %u"))).toMatchObject({ kind: "number" });
    // It may be the name of another property.
    expect(contents(unit("eq %i, %g"))).toMatchObject({ kind: "number" });
  });
});

describe("an array is not filled", () => {
  test.each([
    ["that begins elsewhere", { start: 1 }],
    ["in steps of two", { step: 2 }],
    ["up to another limit", { limit: "%u" }],
    ["with what may be no number", { stored: "%g" }],
    ["that is stored in twice", { more: "  set %a, 0, 1" }],
    ["in which something is stored behind", { behind: "  set %a, 0, 1" }],
  ])("%s", (_, parts: Partial<Parts>) => {
    expect(contents(loop(parts))).toBeNull();
  });

  test("by a loop that makes another one in each iteration", () => {
    const made = "  %a: numbers = array-new %n\n";
    const text = loop();
    expect(contents(text.replace(made, "").replace("bb1(%i: int):\n", `bb1(%i: int):\n${made}`))).toBeNull();
  });

  test("by a loop that stores in some iterations alone, or is left early", () => {
    const text = (store: string, other: string): string => `
fn @f {
bb0(%self; %c, %n: int):
  %a: numbers = array-new %n
  %any = lt 0, %n
  branch %any, bb1(0), bb4
bb1(%i: int):
  branch %c, bb2, ${other}
bb2:
  ${store}
  jump bb3
bb3:
  %j: int = add %i, 1
  %again = lt %j, %n
  branch %again, bb1(%j), bb4
bb4:
  return 0
bb5:
  throw 0
}`;
    expect(contents(text("set %a, %i, 1", "bb3").replace(/bb5:\n {2}throw 0\n/u, ""))).toBeNull();
    expect(contents(text("set %a, %i, 1", "bb5"))).toBeNull();
  });
});

test("nothing is known of an array that others have got hold of", () => {
  expect(contents(loop({ behind: "  %r.1 = call %g(%a)" }))).toMatchObject({ full: [] });
});
