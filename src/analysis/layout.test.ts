import { describe, expect, test } from "vitest";
import { constant, types, type Type } from "../ir/index.ts";
import { entriesOf, isThere, leavesOf, tellingLeaf, type Layout } from "./layout.ts";

const leaf = (type: Type): Layout => ({ kind: "leaf", type });
const array = (element: Layout): Layout => ({ kind: "array", element });
const record = (fields: Readonly<Record<string, Layout>>): Layout => ({
  kind: "record",
  fields: new Map(Object.entries(fields)),
  isPlace: false,
});

/** The leaves as texts; a star stands for an index. */
const textsOf = (layout: Layout): readonly string[] =>
  leavesOf(layout).map(({ path, type }) => `${path.map((key) => key ?? "*").join(".")}: ${type}`);

const telling = (layout: Layout): number => tellingLeaf(leavesOf(layout));

describe("the leaves", () => {
  test.each([
    ["of a leaf", leaf("num"), [": num"]],
    ["of an array", array(leaf("num")), ["*: num"]],
    ["of a record, in the order of its fields", record({ y: leaf("num"), x: leaf("any") }), ["y: num", "x: any"]],
    [
      "of records in arrays in a record",
      record({ a: array(record({ x: leaf("num"), b: array(leaf("str")) })), n: leaf("int") }),
      ["a.*.x: num", "a.*.b.*: str", "n: int"],
    ],
    ["of an empty record", record({}), []],
  ])("%s", (_, layout, leaves) => {
    expect(textsOf(layout)).toEqual(leaves);
  });
});

describe("whether a value is there is told", () => {
  test.each([
    ["by the first leaf that is never absent", record({ a: leaf("any"), x: leaf("num"), y: leaf("num") }), 1],
    ["by a leaf in a record in it", record({ a: leaf("func"), p: record({ b: leaf("undef"), x: leaf("num") }) }), 2],
    ["by the array of an element, whatever it is", record({ x: leaf("any"), a: array(leaf("any")) }), 1],
    ["by no leaf that may be absent", record({ a: leaf("any"), b: leaf("null"), c: leaf("object") }), -1],
    ["by nothing of an empty record", record({}), -1],
  ])("%s", (_, layout, k) => {
    expect(telling(layout)).toBe(k);
  });
});

describe("a guard tells that something has a type", () => {
  const told: readonly Type[] = [
    ...(["zero", "int", "num", "bool", "str", "array", "numbers", "rows", "float32", "float64"] as const),
    ...(["float64-rows", "integers", "[any]", "{x:num}", "#3{x:num}"] as const),
  ];
  test.each(told)("%s", (type) => {
    expect(isThere(type)).toBe(true);
  });

  test.each(types.filter((type) => !told.includes(type)))("not %s", (type) => {
    expect(isThere(type)).toBe(false);
  });
});

test("the keys and values that a record is made with", () => {
  const [number, key, one] = [constant(3), constant("x"), constant(1)];
  expect(entriesOf("object", [key, one])).toEqual([key, one]);
  expect(entriesOf("instance", [number, key, one])).toEqual([key, one]);
  expect(entriesOf("object", [])).toEqual([]);
});
