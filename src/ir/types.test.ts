import { expect, test } from "vitest";
import { arrayOf, elementOf, fieldsOfType, isType, join, recordOf, type Type } from "./types.ts";

const record = (fields: Readonly<Record<string, Type>>): Type => recordOf(new Map(Object.entries(fields)));

test("records and arrays are texts, which tell what they hold", () => {
  const type = record({ x: "num", "a b": arrayOf(record({ '"': "str", y: "rows" })) });
  expect(type).toBe('{x:num,"a b":[{"\\"":str,y:rows}]}');
  expect(isType(type)).toBe(true);
  expect([...fieldsOfType(type)]).toEqual([
    ["x", "num"],
    ["a b", '[{"\\"":str,y:rows}]'],
  ]);
  expect(elementOf(arrayOf("rows"))).toBe("rows");
  expect(arrayOf("num")).toBe("numbers");
});

test("texts that only look like types are none", () => {
  for (const text of ["", "[num]", "[nothing]", "{x}", "{x:num", "{x:num,}", "{x:none}", "[{x:num}", "[any]"])
    expect(isType(text), text).toBe(false);
});

test("records join property by property; what one of them lacks may be anything", () => {
  const [a, b] = [record({ x: "int", y: "numbers", z: "num" }), record({ y: "rows", x: "num" })];
  expect(join(a, b)).toBe("{x:num,y:array,z:any}");
  expect(join(a, "object")).toBe("object");
  expect(join(a, "numbers")).toBe("any");
});

test("arrays join element by element; an array of nothing joins with any", () => {
  expect(join("[unset]", "rows")).toBe("rows");
  expect(join(arrayOf("rows"), arrayOf("rows"))).toBe("[rows]");
  expect(join("numbers", "rows")).toBe("array");
  expect(join(arrayOf(record({ x: "num" })), arrayOf(record({ x: "str" })))).toBe("[{x:any}]");
  expect(join("integers", "float64")).toBe("typed");
  expect(join("float32", "float64")).toBe("typed");
  expect(join(arrayOf("float32"), arrayOf("float32"))).toBe("[float32]");
});
