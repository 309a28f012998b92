// Functions whose code zeroth does not have.

import type { Heading } from "../refusal.ts";

export const functions: Heading = {
  heading: "Functions that are not compiled",
  rows: [
    {
      construct: "functions of packages and modules that are not compiled, and use what is outside of them",
      instead: "[include](modules.md) their package, or `defineRule`",
      kind: "invalid",
      program: `import { times } from "./plain.js";
export const f = (x: number) => «times(x) * x;`,
      plain: `const scale = 3; return { times: (x) => x * scale };`,
      says: "the function `times` is not compiled by zeroth, and it uses `scale`",
      remedied: `import { defineRule } from "zeroth";
import { times } from "./plain.js";
defineRule(times, { vjp: (x: number) => [times(x), (g: number) => [3 * g]] });
export const f = (x: number) => times(x) * x;`,
    },
    {
      construct: "such functions with a construct that is refused",
      instead: "what is to be written instead of the construct, or `defineRule`",
      program: `import { later } from "./plain.js";
export const f = (x: number) => «later(x) * x;`,
      plain: `return { later: async (x) => x };`,
      says: "`async` functions, in the function `later`",
      remedied: `import { later } from "./plain.js";
export const f = (x: number) => later(x) * x;`,
      remediedPlain: `return { later: (x) => x };`,
    },
    {
      construct: "native functions without a derivative",
      instead: "`defineRule`, or TypeScript",
      program: `export const f = (x: number) => Atomics.«load(new Int32Array(2), 0) + x;`,
      says: "the native function `load` has no derivative",
      remedied: `export const f = (x: number) => new Int32Array(2)[0]! + x;`,
    },
    {
      construct: "functions that `bind` made",
      instead: "an arrow function that makes the call",
      program: `import { double } from "./plain.js";
export const f = (x: number) => «double(x) * x;`,
      plain: `return { double: ((k, x) => k * x).bind(null, 2) };`,
      says: "is bound: its code cannot be seen",
      remedied: `import { double } from "./plain.js";
export const f = (x: number) => double(x) * x;`,
      remediedPlain: `return { double: (x) => 2 * x };`,
    },
    {
      construct: "a class, called as a function",
      instead: "a function, with plain objects",
      program: `import { Weight } from "./plain.js";
import { grad } from "zeroth";
export const run = () => grad(Weight as never as (x: number) => number)(2);`,
      plain: `return { Weight: class { v = 3; } };`,
      placeless: "no call of the program leads there",
      says: "a class as a function",
      remedied: null,
    },
    {
      construct: "the construction of an instance of a class that is not compiled",
      instead: "a plain object; or construct it outside of the differentiated function, or include its package",
      program: `import { Weight } from "./plain.js";
export const f = (x: number) => «new Weight(x).v * x;`,
      plain: `return { Weight: class Weight { constructor(v) { this.v = v; } } };`,
      says: "the construction of Weight",
      remedied: `const makeWeight = (v: number) => ({ v });
export const f = (x: number) => makeWeight(x).v * x;`,
    },
    {
      construct: "an arrow function that uses `this`, compiled from its own text",
      instead: "compile its module, or name the object",
      kind: "invalid",
      program: `import { times } from "./plain.js";
export const f = (x: number) => «times(x) * x;`,
      plain: `const make = function () { return (x) => x * this.length; }; return { times: make.call([2, 3]) };`,
      says: "it uses `this` from outside of itself",
      remedied: null,
    },
    {
      construct: "a method with a computed name or a decorator that uses more than its parameters, `this` and globals",
      instead: "a function that takes the object",
      kind: "invalid",
      program: `const factor = 3;
const name = (text: string) => text;
class Weight {
  v = 2;
  [name("times")](x: number) {
    return this.v * x * factor;
  }
}
const weight = new Weight() as never as { times(x: number): number };
export const f = (x: number) => weight.«times(x);`,
      says: "the method `times` uses more than its parameters",
      remedied: `const factor = 3;
class Weight {
  v = 2;
}
const times = (weight: Weight, x: number) => weight.v * x * factor;
const weight = new Weight();
export const f = (x: number) => times(weight, x);`,
    },
    {
      construct: "such a method with functions of its own, in a module that is compiled",
      instead: "a function that takes the object",
      kind: "invalid",
      program: `const name = (text: string) => text;
class Weight {
  v = 2;
  [name("mapped")](x: number) {
    return [x].map((u) => u * this.v)[0]!;
  }
}
const weight = new Weight() as never as { mapped(x: number): number };
export const f = (x: number) => weight.«mapped(x);`,
      says: "the method `mapped` uses more than its parameters, `this` and globals: functions of its own",
      remedied: `class Weight {
  v = 2;
}
const mapped = (weight: Weight, x: number) => [x].map((u) => u * weight.v)[0]!;
const weight = new Weight();
export const f = (x: number) => mapped(weight, x);`,
    },
    {
      construct:
        "`defineRule` for a function that zeroth differentiates, because its code may already have been inlined",
      instead: "`customVjp`, `customJvp`",
      kind: "invalid",
      placeless: "plain code gives the rule",
      program: `import { defineRule } from "zeroth";
const square = (x: number) => x * x;
export const run = () => defineRule(square, { vjp: (x: number) => [x * x, (g: number) => [2 * x * g]] });`,
      says: "`square` is compiled by it: the rule would have no effect",
      remedied: `import { customVjp, grad } from "zeroth";
const square = customVjp(
  (x: number) => x * x,
  (x: number) => [x * x, (g: number) => [2 * x * g]],
);
export const run = () => grad(square)(2);`,
      gives: 4,
    },
  ],
};
