import { expect, test } from "vitest";
import { isType } from "../ir/index.ts";
import { typeOfMemory } from "./memory-types.ts";

test("memory has the type of what it holds", () => {
  expect(typeOfMemory([[1], [2]])).toBe("rows");
  expect(typeOfMemory([{ x: 1, k: "a", at: { y: [1] } }])).toBe("[{x:num,k:str,at:{y:numbers}}]");
  expect(typeOfMemory([{ x: 1 }, { x: 2, y: 3 }])).toBe("[{x:num,y?:num}]");
  expect(
    typeOfMemory({ ids: Int32Array.of(1), w: Float64Array.of(1), v: Float32Array.of(1), on: true, none: null }),
  ).toBe("{ids:integers,w:float64,v:float32,on:bool,none:unset}");
  expect(typeOfMemory(Object.freeze({ x: 1 }))).toBe("any");
  expect(typeOfMemory(new Array<number>(3))).toBe("array");
});

test("what refers to each other without end has a type of bounded length", () => {
  const nodes = Array.from({ length: 10 }, () => ({ v: 1, near: [] as object[], next: {} }));
  for (const node of nodes) {
    node.near = [...nodes];
    node.next = node;
  }
  const type = typeOfMemory(nodes);
  expect(isType(type)).toBe(true);
  expect(type.length).toBeLessThan(20_000);
});

test("of arrays in which some elements are absent, by the others", () => {
  expect(typeOfMemory([null, 1])).toBe("numbers");
  expect(typeOfMemory([undefined, [1], null])).toBe("rows");
  expect(typeOfMemory([null])).toBe("array");
});

test("lists and trees have types that mention themselves", () => {
  const list = (n: number): object => ({ head: n, tail: n === 0 ? null : list(n - 1) });
  expect(typeOfMemory(list(700))).toBe("{head:num,tail:^1}");
  const tree = (n: number): object => ({ value: n, children: Array.from({ length: n }, () => tree(n - 1)) });
  expect(typeOfMemory(tree(3))).toBe("{value:num,children:[^2]}");
  const ring = { v: 1, next: {} };
  ring.next = ring;
  expect(typeOfMemory(ring)).toBe("{v:num,next:^1}");
});

test("empty arrays are taken for such of numbers", () => {
  expect(typeOfMemory({ a: [], b: [[], []] })).toBe("{a:numbers,b:rows}");
});
