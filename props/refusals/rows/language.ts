// Statements, expressions, variables.

import type { Heading } from "../refusal.ts";

export const language: Heading = {
  heading: "Statements and expressions",
  rows: [
    {
      construct: "`async` functions",
      instead: "differentiate the part that does not wait",
      program: `export const f = «async (x: number) => x * x;`,
      says: "`async` functions",
      remedied: `const square = (x: number) => x * x;
export const f = (x: number) => square(x);`,
    },
    {
      construct: "`async` generators, `for await`",
      instead: "a generator that does not wait",
      program: `async function* powers(x: number) {
  yield x;
  yield x * x;
}
export const f = «async (x: number) => {
  let y = 0;
  for await (const power of powers(x)) y += power;
  return y;
};`,
      says: "`async` functions",
      remedied: `function* powers(x: number) {
  yield x;
  yield x * x;
}
export const f = (x: number) => {
  let y = 0;
  for (const power of powers(x)) y += power;
  return y;
};`,
    },
    {
      construct: "`eval`",
      instead: "a function",
      program: `export const f = (x: number) => «eval("x * x");`,
      says: "`eval`",
      remedied: `const square = (x: number) => x * x;
export const f = (x: number) => square(x);`,
    },
    {
      construct: "`enum` within a function",
      instead: "an `enum` at the top level",
      program: `export const f = (x: number) => {
  «enum Weight {
    double = 2,
  }
  return Weight.double * x;
};`,
      says: "`enum` declarations",
      remedied: `enum Weight {
  double = 2,
}
export const f = (x: number) => Weight.double * x;`,
    },
    {
      construct: "`import()` within a function",
      instead: "an import at the top level",
      program: `export const f = (x: number) => {
  void «import("node:path");
  return x * x;
};`,
      says: "`import()`",
      remedied: `import * as path from "node:path";
export const f = (x: number) => {
  void path;
  return x * x;
};`,
    },
    {
      construct: "`import.meta` within a function",
      instead: "a constant at the top level",
      program: `export const f = (x: number) => x * «import.meta.url.length;`,
      unrunnable: "only files have it",
      says: "`import.meta`",
      remedied: `const length = 3;
export const f = (x: number) => x * length;`,
    },
    {
      construct: "`using` and `await using`",
      instead: "a constant, disposed of by hand",
      program: `export const f = (x: number) => {
  «using scaled = { v: 3 * x, [Symbol.dispose]() {} };
  return scaled.v;
};`,
      unrunnable: "Node 20 does not know it",
      says: "`using` declarations",
      remedied: `export const f = (x: number) => {
  const scaled = { v: 3 * x, dispose() {} };
  const y = scaled.v;
  scaled.dispose();
  return y;
};`,
    },
    {
      construct: "`using` in the head of a loop",
      instead: "a constant, disposed of by hand",
      program: `export const f = (x: number) => {
  let y = 0;
  for («using scaled of [{ v: 3 * x, [Symbol.dispose]() {} }]) y += scaled.v;
  return y;
};`,
      unrunnable: "Node 20 does not know it",
      says: "`using` declarations",
      remedied: `export const f = (x: number) => {
  let y = 0;
  for (const scaled of [{ v: 3 * x, dispose() {} }]) {
    y += scaled.v;
    scaled.dispose();
  }
  return y;
};`,
    },
    {
      construct: "JSX",
      instead: "what depends on numbers, outside of it",
      format: "tsx",
      program: `export const f = (x: number) => «<b>{x}</b>;`,
      unrunnable: "it asks for a library",
      says: "JSX",
      remedied: `export const f = (x: number) => x * x;`,
    },
    {
      construct: "`new.target` outside of a class",
      instead: "a class",
      program: `function Weight(this: { v: number }, v: number) {
  if («new.target === undefined) throw new TypeError("new is missing");
  this.v = v;
}
export const f = (x: number) => (new (Weight as never)(x) as { v: number }).v * x;`,
      says: "`new.target` outside of a class",
      remedied: `class Weight {
  v: number;
  constructor(v: number) {
    this.v = v;
  }
}
export const f = (x: number) => new Weight(x).v * x;`,
    },
    {
      construct: "`delete` of an optional chain",
      instead: "ask whether the object is there",
      program: `export const f = (x: number, o: { v?: number } | null = { v: 3 }) => {
  «delete o?.v;
  return x * x * (o?.v ?? 1);
};`,
      says: "`delete` of an optional chain",
      remedied: `export const f = (x: number, o: { v?: number } | null = { v: 3 }) => {
  if (o !== null) delete o.v;
  return x * x * (o?.v ?? 1);
};`,
    },
    {
      construct: "a call of an optional chain in parentheses",
      instead: "leave out the parentheses",
      program: `export const f = (x: number, o: { square(v: number): number } | null = { square: (v) => v * v }) => «(o?.square)(x);`,
      says: "a call of a parenthesised optional chain",
      remedied: `export const f = (x: number, o: { square(v: number): number } | null = { square: (v) => v * v }) => o?.square(x);`,
    },
    {
      construct:
        "a function in the head of a loop, or in a default value, over a variable that is declared there and assigned again",
      instead: "another variable, which is not assigned again",
      program: `export const f = (x: number) => {
  let y = 0;
  for (let i = 0, next = () => «i + 1; i < 2; i++) y += x * next();
  return y;
};`,
      says: "a function that captures `i` in the head of the loop",
      remedied: `export const f = (x: number) => {
  let y = 0;
  const first = 0;
  const next = () => first + 1;
  for (let i = first; i < 2; i++) y += x * next();
  return y;
};`,
    },
    {
      construct: "a spread in an array literal with holes",
      instead: "`undefined` for the hole",
      program: `export const f = (x: number) => [, «...[x, x]].reduce((y, v) => y! + v!, 0)!;`,
      says: "spread in an array literal with holes",
      remedied: `export const f = (x: number) => [undefined, ...[x, x]].reduce((y, v) => y! + (v ?? 0), 0)!;`,
    },
    {
      construct: "`{ __proto__: x }`",
      instead: '`Object.create(x)`, or `["__proto__"]` for a property of that name',
      program: `export const f = (x: number) => ({ «__proto__: { v: 3 } }).v * x;`,
      says: "`__proto__` in an object literal",
      remedied: `export const f = (x: number) => Object.create({ v: 3 }).v * x;`,
    },
  ],
};
