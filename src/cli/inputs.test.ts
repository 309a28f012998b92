// What tags and types say about inputs.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { argumentsFor } from "./shape-arbitrary.ts";
import { readTag } from "./tag-text.ts";
import { taggedFunctions } from "./tagged-functions.ts";

test("the grammar of tags", () => {
  const plain = { ranges: {}, length: [1, 4] };
  expect(readTag("")).toEqual(plain);
  expect(readTag(" x in [0.1, 5], p.w in [-1, 1e3]\n length 2..3; order 2, runs 50, trust rules")).toEqual({
    ranges: { x: { min: 0.1, max: 5 }, "p.w": { min: -1, max: 1000 } },
    length: [2, 3],
    order: 2,
    runs: 50,
    rules: "trust",
  });
  for (const text of ["x in [2, 1]", "order 3", "length 3..2", "x in [0, 1", "runs 0", "nonsense"]) {
    expect(readTag(text), text).toEqual(expect.stringContaining("is not understood"));
  }
});

/** Argument lists for the parameters of `f` in a text. */
function samples(params: string, declarations = "", tag = ""): readonly (readonly unknown[])[] {
  const [found] = taggedFunctions(`${declarations}\n/** @check ${tag} */\nexport const f = (${params}) => 0;`, "f.ts");
  if (found === undefined) throw new Error("nothing found");
  if (found.inputs instanceof Error) throw found.inputs;
  return fc.sample(argumentsFor(found.inputs.parameters, found.inputs.options), { numRuns: 50, seed: 4 });
}

describe("inputs from types", () => {
  const isNumbers = (x: unknown): boolean => Array.isArray(x) && x.every((v) => typeof v === "number");

  test("numbers in ranges", () => {
    for (const [x, p] of samples("x: number, p: { a: number; b: number }", "", "x in [1, 2], p.b in [5, 6]") as [
      number,
      { a: number; b: number },
    ][]) {
      expect(x >= 1 && x <= 2 && p.b >= 5 && p.b <= 6 && Math.abs(p.a) <= 10).toBe(true);
    }
  });

  test("arrays of one length, square matrices, typed arrays", () => {
    const lists = samples(
      "x: number[], y: ReadonlyArray<number>, m: readonly (readonly number[])[], t: Float64Array, s: Float32Array",
      "",
      "length 2..3",
    );
    for (const [x, y, m, t, s] of lists as [number[], number[], number[][], Float64Array, Float32Array][]) {
      const n = x.length;
      expect([2, 3]).toContain(n);
      expect(isNumbers(x) && isNumbers(y) && m.every(isNumbers)).toBe(true);
      expect([y.length, m.length, ...m.map((row) => row.length), t.length, s.length]).toEqual(Array(4 + n).fill(n));
      expect([t instanceof Float64Array, s instanceof Float32Array]).toEqual([true, true]);
    }
  });

  test("records by interface and alias, tuples, literals, unions, booleans, functions", () => {
    const declarations = "interface P { readonly w: readonly number[]; k: Kind }\nexport type Kind = 'a' | 'b';";
    const lists = samples(
      "p: P, t: readonly [x: number, b: boolean], u: number | null, f: (x: number) => number",
      declarations,
    );
    for (const [p, [x, b], u, f] of lists as [
      { w: number[]; k: string },
      [number, boolean],
      number | null,
      (x: number) => number,
    ][]) {
      expect(isNumbers(p.w) && ["a", "b"].includes(p.k)).toBe(true);
      expect([typeof x, typeof b, typeof f(1)]).toEqual(["number", "boolean", "number"]);
      expect(u === null || typeof u === "number").toBe(true);
    }
  });

  const refused: readonly (readonly [params: string, what: string, declarations: string])[] = [
    ["x", "the parameter `x`, which has no type", ""],
    ["...xs: number[]", "a rest parameter", ""],
    ["x: string", "the type `string`", ""],
    ["x: Tree", "the type `Tree`", "interface Tree { left: Tree | null }"],
    ["x: B", "the type `B`, which extends another", "interface A { a: number }\ninterface B extends A { b: number }"],
    ["x: { f(): number }", "the member `f(): number`", ""],
    ["f: (x: string) => number", "the type `(x: string) => number`", ""],
    ["x: Other", "the type `Other`", ""],
  ];
  test.each(refused)("%s is refused", (params, what, declarations) => {
    expect(() => samples(params, declarations)).toThrow(`no inputs for \`f\` can be derived from ${what}`);
  });
});
