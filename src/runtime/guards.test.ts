// Guards let what is expected pass, and fail in one way at everything else.

import { describe, expect, test } from "vitest";
import {
  failedGuard,
  guardArray,
  guardFloat32,
  guardFloat64,
  guardIntegers,
  guardKeys,
  guardNumber,
  guardRecord,
  guardItems,
  guardStructure,
  guardTypeof,
} from "./guards.ts";
import { structureOf } from "./structure.ts";

const values: readonly unknown[] = [
  1,
  "a",
  null,
  undefined,
  true,
  [1],
  { a: 1 },
  Object.create(null),
  new Date(0),
  Float64Array.of(1),
  Int32Array.of(1),
  () => 0,
  Float32Array.of(1),
];

function passes(guard: (x: unknown) => unknown, x: unknown): boolean {
  try {
    guard(x);
    return true;
  } catch (error) {
    if (error !== failedGuard) throw error;
    return false;
  }
}

describe("a guard fails without an exception of its own", () => {
  test.each<readonly [string, (x: unknown) => unknown, readonly number[]]>([
    ["of numbers", guardNumber, [0]],
    ["of arrays", guardArray, [5]],
    ["of records", guardRecord, [6]],
    ["of Float64Arrays", guardFloat64, [9]],
    ["of Float32Arrays", guardFloat32, [12]],
    ["of integer arrays", guardIntegers, [10]],
    ["of texts", (x) => guardTypeof(x, "string"), [1]],
  ])("%s", (_, guard, expected) => {
    expect(values.flatMap((x, k) => (passes(guard, x) ? [k] : []))).toEqual(expected);
  });
});

test("a record with the expected keys, in their order, passes", () => {
  const keys = (x: object): boolean => passes(() => guardKeys(x, "a", "b"), x);
  const records = [
    { a: 1, b: 2 },
    { b: 2, a: 1 },
    { a: 1 },
    { a: 1, b: 2, c: 3 },
    { a: 1, b: 2, [Symbol.iterator]: 3 },
    {
      a: 1,
      get b() {
        return 2;
      },
    },
  ];
  expect(records.map(keys)).toEqual([true, false, false, false, false, false]);
});

describe("an element keeps its structure", () => {
  const element = {
    n: 1,
    text: "a",
    row: [1, 2],
    rows: [[1], [2]],
    typed: Float64Array.of(1),
    at: { x: 1 },
    f: Math.sin,
  };
  type Element = typeof element;
  const keeps = (change: (x: Element, all: Element[]) => unknown): boolean => {
    const all = [structuredClone({ ...element, f: null }), structuredClone({ ...element, f: null })] as never[];
    const structure = structureOf(all);
    change(all[0] as never, all);
    return passes((x) => guardStructure(x, structure, 0), all[0]);
  };
  test.each<[string, (x: Element, all: Element[]) => unknown]>([
    ["if nothing changes", () => 0],
    ["if numbers change", (x) => [(x.n = 7), (x.row[0] = 9), (x.rows[1]![0] = 3), x.typed.fill(2), (x.at.x = 4)]],
    ["if a text changes", (x) => (x.text = "b")],
    ["if another element changes", (_, all) => (all[1] = element)],
  ])("%s", (_, change) => {
    expect(keeps(change)).toBe(true);
  });
  test.each<[string, (x: Element, all: Element[]) => unknown]>([
    ["it is another one", (_, all) => (all[0] = structuredClone(all[1] as Element))],
    ["it is a number", (_, all) => (all[0] = 1 as never)],
    ["a number becomes a text", (x) => (x.n = "1" as never)],
    ["a text becomes a number", (x) => (x.text = 1 as never)],
    ["an array is replaced", (x) => (x.row = [1, 2])],
    ["an array becomes longer", (x) => x.row.push(3)],
    ["an array becomes shorter", (x) => x.rows.pop()],
    ["rows change places", (x) => x.rows.reverse()],
    ["a row becomes longer", (x) => x.rows[1]!.push(1)],
    ["a typed array is replaced", (x) => (x.typed = Float64Array.of(1))],
    ["a record is replaced", (x) => (x.at = { x: 1 })],
    ["a property comes", (x) => Reflect.set(x, "more", 1)],
    ["a property goes", (x) => Reflect.deleteProperty(x, "n")],
  ])("unless %s", (_, change) => {
    expect(keeps(change)).toBe(false);
  });
  test("an array of numbers has no items", () => {
    const lists = [[1], [], [[1]], ["a"]].map((x) => structureOf(x));
    expect(lists.map((s) => passes(() => guardItems(s), s))).toEqual([false, true, true, true]);
  });
  test("elements of an array of numbers stay numbers; what leads to itself is not compared", () => {
    const numbers = structureOf([1, 2]);
    expect([1, "a", [1]].map((x) => passes(() => guardStructure(x, numbers, 0), x))).toEqual([true, false, false]);
    const loop: unknown[] = [];
    loop.push([loop]);
    expect(passes((x) => guardStructure(x, structureOf(loop), 0), loop[0])).toBe(false);
  });
});
