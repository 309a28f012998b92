import { describe, expect, test } from "vitest";
import { mirror } from "../prelude/trees.ts";
import { mirrorOfMemory } from "./mirror-memory.ts";
import { Context } from "./shadow.ts";
import { structureOf } from "./structure.ts";

class Instance {
  x = 1;
}

const captured = [1, 2];
const list = { x: 1, next: { x: 2, label: "a", next: { x: 3, isLast: true, next: null, other: undefined } } };

const cases: readonly (readonly [title: string, x: unknown])[] = [
  ["a list", list],
  ["arrays in records in arrays", [[1, 2], { a: [3, { b: 4 }] }, []]],
  // oxlint-disable-next-line eslint/no-sparse-arrays
  ["holes", { a: [1, , 3], b: [undefined, null] }],
  ["typed arrays", { a: Float64Array.of(1, 2), b: [Float32Array.of(3)], c: Int32Array.of(4) }],
  ["a name that sets the prototype", JSON.parse('{"x":1,"in":{"y":2,"__proto__":3}}')],
  ["names that are numbers", { b: 1, 10: 2, 9: 3 }],
  ["no prototype", { a: 1, in: Object.assign(Object.create(null) as object, { y: 2 }) }],
  ["a symbol", { a: 1, [Symbol.iterator]: 2 }],
  ["functions", { a: 1, f: Math.sin, g: (): number => captured.length }],
  ["an instance of a class", { a: 1, b: new Instance() }],
  ["a number", 3],
  ["a text", "text"],
  ["nothing", null],
];

/** Puts a cotangent into each number that a value leads to. */
function fill(x: unknown, context: Context): void {
  if (typeof x !== "object" || x === null || x instanceof Instance) return;
  for (const [k, key] of Object.keys(x).entries()) {
    const value = (x as Record<string, unknown>)[key];
    const slot = Array.isArray(x) || ArrayBuffer.isView(x) ? Number(key) : key;
    if (typeof value === "number") context.shadow(x).accum(slot, k + value / 8);
    else fill(value, context);
  }
}

const outcome = (run: () => unknown): unknown => {
  try {
    return { gives: run() };
  } catch (error) {
    return { throws: String(error) };
  }
};

describe("what mirrors memory gives what mirrors its structure gives", () => {
  const ofMemory = mirrorOfMemory(mirror);
  test.each(cases.map(([title, x]) => ({ title, x })))("$title", ({ x }) => {
    for (const [isFilled, g] of [
      [true, 0],
      [false, 0],
      [true, 1.5],
    ] as const) {
      const [own, expected] = [new Context(), new Context()];
      if (isFilled) for (const context of [own, expected]) fill(x, context);
      const found = outcome(() => ofMemory(x, own, g));
      const wanted = outcome(() => mirror(structureOf(x), expected, g));
      expect(found).toStrictEqual(wanted);
      expect(JSON.stringify(found)).toBe(JSON.stringify(wanted));
    }
  });

  test("a function that holds what has received a cotangent is refused", () => {
    const f = Object.assign((): number => 1, { p: 2 });
    const [own, expected] = [new Context(), new Context()];
    for (const context of [own, expected]) context.shadow(f).accum("p", 2);
    const found = outcome(() => ofMemory({ x: 1, f }, own, 0));
    expect(found).toEqual(outcome(() => mirror(structureOf({ x: 1, f }), expected, 0)));
    expect(String((found as { throws: string }).throws)).toContain("property of a function");
  });

  test("a reference that has received a cotangent is refused, at any level", () => {
    const [own, expected] = [new Context(), new Context()];
    for (const context of [own, expected]) context.shadow(list.next).accum("next", 2);
    const found = outcome(() => ofMemory(list, own, 0));
    expect(found).toEqual(outcome(() => mirror(structureOf(list), expected, 0)));
    expect(String((found as { throws: string }).throws)).toContain("used as a number");
  });
});
