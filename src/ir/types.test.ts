import { expect, test } from "vitest";
import { numberOfClass } from "../runtime/class-numbers.ts";
import { join } from "./join-types.ts";
import { arrayOf, classOfArrays, elementOf, fieldsOfType, isType, recordOf, type Type } from "./types.ts";

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

test("records join property by property; what one of them lacks is optional", () => {
  const [a, b] = [record({ x: "int", y: "numbers", z: "num" }), record({ y: "rows", x: "num" })];
  expect(join(a, b)).toBe("{x:num,y:array,z?:num}");
  expect(join(a, "object")).toBe("object");
  expect(join(a, "numbers")).toBe("any");
});

test("instances tell their classes, which are joined; plain records and instances have nothing in common", () => {
  const [a, b] = [recordOf(new Map([["x", "num"]]), [3]), recordOf(new Map([["y", "num"]]), [5])];
  expect([a, join(b, a), join(a, join(b, a))]).toEqual(["#3{x:num}", "#3#5{y?:num,x?:num}", "#3#5{x?:num,y?:num}"]);
  expect([isType("#3#5{x?:num}"), isType("#3"), isType("#{x:num}"), isType("[#3{next:^1}]")]).toEqual([
    true,
    false,
    false,
    true,
  ]);
  expect([...fieldsOfType("#3{next:^1}")]).toEqual([["next", "#3{next:^1}"]]);
  expect([join(a, record({ x: "num" })), join(arrayOf(a), arrayOf(b))]).toEqual(["object", "[#3#5{x?:num,y?:num}]"]);
  const many = Array.from({ length: 9 }, (_, k) => recordOf(new Map([["x", "num"]]), [k + 1]));
  expect(many.reduce(join)).toBe("object");
  // A short array of unlike things is no instance of a class of the program's.
  const pair = recordOf(new Map([["0", "str"]]), [classOfArrays]);
  expect([join(pair, a), join(pair, pair), join(pair, "array")]).toEqual(["object", pair, "any"]);
  expect(numberOfClass(Array.prototype)).toBe(classOfArrays);
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

test("what is optional in one of two types is so in both", () => {
  const [some, all] = ["{x:num,y?:num}", "{x:num,y:num}"] as const;
  expect([join(some, all), join(all, some)]).toEqual([some, some]);
});

test("a record that leads to one like it joins with it", () => {
  const end = record({ head: "num", tail: "unset" });
  const two = record({ head: "num", tail: end });
  const list = join(end, two);
  expect(list).toBe("{head:num,tail:^1}");
  expect(isType(list)).toBe(true);
  expect(fieldsOfType(list).get("tail")).toBe(list);
  expect(join(list, record({ head: "int", tail: list }))).toBe(list);
  expect(join(list, record({ head: "str", tail: end }))).toBe("{head:any,tail:^1}");
});

test("a tree of arrays mentions itself two levels up", () => {
  const leaf = record({ value: "num", children: "[unset]" });
  const tree = join(record({ value: "num", children: arrayOf(leaf) }), leaf);
  expect(tree).toBe("{value:num,children:[^2]}");
  expect(isType(tree)).toBe(true);
  expect(elementOf(fieldsOfType(tree).get("children") as Type)).toBe(tree);
  expect(join(arrayOf(tree), arrayOf(leaf))).toBe("[{value:num,children:[^2]}]");
});

test("records of several kinds become one where they are nested three levels deep", () => {
  const leaf = record({ kind: "str", value: "num" });
  const neg = record({ kind: "str", arg: leaf });
  expect(join(neg, neg)).toBe("{kind:str,arg:{kind:str,value:num}}");
  const add = record({ kind: "str", left: neg, right: leaf });
  expect(join(add, leaf)).toBe("{kind:str,left?:^1,right?:^1,value?:num,arg?:^1}");
});

test("records inside of records of other kinds stay what they are", () => {
  const type = record({ x: "num", y: "num", center: record({ x: "num", y: "num" }) });
  expect(join(type, record({ x: "num", y: "num", center: record({ x: "num", y: "int" }) }))).toBe(type);
});

test("mentions of nothing are no types", () => {
  for (const text of ["^1", "{x:^2}", "{x:^0}", "[^2]"]) expect(isType(text), text).toBe(false);
});
