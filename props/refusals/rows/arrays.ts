// Arrays, typed arrays, iteration, collections, text.

import type { Heading } from "../refusal.ts";

export const arrays: Heading = {
  heading: "Arrays, iteration and collections",
  rows: [
    {
      construct: "iterators of arrays as values (`const it = xs.entries()`)",
      instead:
        "iterate over the array or string itself, or call these in the head of `for-of`, in a spread or as the first argument of `Array.from`",
      program: `export const f = (x: number) => {
  const it = [x, x * x].«values();
  return it.next().value! * x;
};`,
      says: "the native function `values` has no derivative",
      remedied: `export const f = (x: number) => {
  const [first] = Array.from([x, x * x].values());
  return first! * x;
};`,
    },
    {
      construct:
        "iteration over anything but an array or a text, in modules that mention no iteration (`Map`, `Set`, `iterator`, `Iterable`)",
      instead: "`Array.from(x)`",
      program: `import { numbers } from "./plain.js";
export const f = (x: number) => {
  let y = 0;
  for (const v of «numbers) y += v * x;
  return y;
};`,
      plain: `return { numbers: new Set([2, 3]) };`,
      says: "iteration over Set",
      remedied: `import { numbers } from "./plain.js";
export const f = (x: number) => {
  let y = 0;
  for (const v of Array.from(numbers)) y += v * x;
  return y;
};`,
    },
    {
      construct: "iteration over an array that has an iterator of its own",
      instead: "`Array.from(x)`, outside of the differentiated function",
      program: `import { numbers } from "./plain.js";
export const f = (x: number) => {
  let y = 0;
  for (const v of «numbers) y += v * x;
  return y;
};`,
      plain: `return { numbers: Object.assign([2, 3], { *[Symbol.iterator]() { yield 4; } }) };`,
      says: "iteration over Array with an iterator of its own",
      remedied: `import { numbers } from "./plain.js";
const all: number[] = Array.from(numbers);
export const f = (x: number) => {
  let y = 0;
  for (const v of all) y += v * x;
  return y;
};`,
    },
    {
      construct: "a generator, or another iterator of the language's own, that plain code made",
      instead: "make it in the differentiated function, or pass `Array.from(it)`",
      program: `import { numbers } from "./plain.js";
export const f = (x: number) => numbers.«next().value * x;`,
      plain: `return { numbers: (function* () { yield 2; yield 3; yield 4; yield 5; yield 6; yield 7; yield 8; })() };`,
      says: "an iterator that plain code or the language made",
      remedied: `import { numbers } from "./plain.js";
const all: number[] = Array.from(numbers);
export const f = (x: number) => all[0]! * x;`,
    },
    {
      construct:
        "methods that make arrays (`map`, `filter`, `slice`, `concat`, `splice`, `flat`, `flatMap`), where JavaScript would make an instance of another class",
      instead: "`[...v].map(f)`, or `static get [Symbol.species]() { return Array; }`",
      program: `class Samples extends Array<number> {}
export const f = (x: number) => {
  const samples = new Samples();
  samples.push(x, 3);
  return samples.«map((v) => v * x)[0]!;
};`,
      says: "`map` of an array whose class is not Array",
      remedied: `class Samples extends Array<number> {}
export const f = (x: number) => {
  const samples = new Samples();
  samples.push(x, 3);
  return [...samples].map((v) => v * x)[0]!;
};`,
    },
    {
      construct: "`V.from` and `V.of` of a class `V` that extends `Array`",
      instead: "`Array.from` and `Array.of`",
      program: `class Samples extends Array<number> {}
export const f = (x: number) => Samples.«of(x, 3)[0]! * x;`,
      says: "Samples.of makes an array of the class Samples",
      remedied: `class Samples extends Array<number> {}
export const f = (x: number) => Array.of(x, 3)[0]! * x;`,
    },
    {
      construct: "two kinds of typed array on one buffer that carries derivatives",
      instead: "one kind for each buffer",
      program: `import { grad } from "zeroth";
const f = (x: Float64Array) => {
  const singles = new Float32Array(x.buffer);
  singles[«0] = 0;
  return x[0]! * 3;
};
export const run = () => grad(f)(Float64Array.of(2));`,
      says: "typed arrays of two element kinds",
      remedied: `import { grad } from "zeroth";
const f = (x: Float64Array) => {
  const singles = new Float32Array(x);
  singles[0] = 0;
  return x[0]! * 3;
};
export const run = () => grad(f)(Float64Array.of(2));`,
      gives: [3],
    },
    {
      construct: "the gradient with respect to what an argument that is a `Map` or a `Set` holds",
      instead: "records and arrays",
      program: `import { grad } from "zeroth";
export const run = () => grad(«(m: Map<string, number>) => m.get("v")! ** 2)(new Map([["v", 3]]));`,
      says: "an instance of Map",
      remedied: `import { grad } from "zeroth";
export const run = () => grad((m: { v: number }) => m.v ** 2)({ v: 3 });`,
      gives: { v: 6 },
    },
    {
      construct: "`structuredClone` of maps, sets, buffers, and errors with a cause",
      instead: "copy it by hand, or clone the arrays and records in it",
      program: `export const f = (x: number) => «structuredClone(new Map([["v", x]])).get("v")! * x;`,
      says: "`structuredClone` of what may hold derivatives elsewhere",
      remedied: `export const f = (x: number) => new Map(new Map([["v", x]])).get("v")! * x;`,
    },
    {
      construct: "`structuredClone` that transfers buffers",
      instead: "clone without `transfer`",
      program: `export const f = (x: number) => {
  const values = Float64Array.of(x, 3);
  return «structuredClone(values, { transfer: [values.buffer] })[0]! * x;
};`,
      says: "`structuredClone` that transfers buffers",
      remedied: `export const f = (x: number) => {
  const values = Float64Array.of(x, 3);
  return structuredClone(values)[0]! * x;
};`,
    },
    {
      construct: "`replace` and `replaceAll` with a function",
      instead: "the text, computed outside of the differentiated function",
      program: `export const f = (x: number) => "abc".«replace("b", (b) => b + b).length * x;`,
      says: "`replace` with a function as argument",
      remedied: `const text = "abc".replace("b", (b) => b + b);
export const f = (x: number) => text.length * x;`,
    },
    {
      construct: "`JSON.stringify` with a function",
      instead: "the text, computed outside of the differentiated function",
      program: `export const f = (x: number) => JSON.«stringify({ v: 3 }, (_, v: unknown) => v).length * x;`,
      says: "`stringify` with a function as argument",
      remedied: `const text = JSON.stringify({ v: 3 }, (_, v: unknown) => v);
export const f = (x: number) => text.length * x;`,
    },
  ],
};
