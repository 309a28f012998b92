// Objects: properties, prototypes, accessors, conversions.

import type { Heading } from "../refusal.ts";

export const objects: Heading = {
  heading: "Objects",
  rows: [
    {
      construct: "an array or object as a number, where no conversion of the program's own gives one (`[x] * 2`)",
      instead: "the number in it",
      program: `export const f = (x: number) => «([x] as never as number) * 2;`,
      says: "an array used as a number",
      remedied: `export const f = (x: number) => [x][0]! * 2;`,
    },
    {
      construct: "the derivative through such a number",
      instead: "the number in the object",
      program: `import { grad } from "zeroth";
export const run = () => grad(«(w: { v: number }) => (w as never as number) * 2)({ v: 3 });`,
      says: "an object or array that is used as a number",
      remedied: `import { grad } from "zeroth";
export const run = () => grad((w: { v: number }) => w.v * 2)({ v: 3 });`,
      gives: { v: 2 },
    },
    {
      construct: "`new Number(x)`",
      instead: "the number itself",
      program: `export const f = (x: number) => («new Number(x) as number) * x;`,
      says: "the construction of Number",
      remedied: `export const f = (x: number) => x * x;`,
    },
    {
      construct: "`Object(x)` of a number",
      instead: "the number itself",
      program: `export const f = (x: number) => («Object(x) as number) * x;`,
      says: "`Object(x)` of a number",
      remedied: `export const f = (x: number) => x * x;`,
    },
    {
      construct: "`Object.setPrototypeOf` and `Reflect.setPrototypeOf` that change a prototype",
      instead: "`Object.create`, or a class",
      program: `export const f = (x: number) => {
  const o: { v: number; w?: number } = { v: x };
  Object.«setPrototypeOf(o, { w: 3 });
  return o.v * o.w!;
};`,
      says: "`setPrototypeOf`, which changes the prototype",
      remedied: `export const f = (x: number) => {
  const o = Object.create({ w: 3 });
  o.v = x;
  return o.v * o.w;
};`,
    },
    {
      construct: "`Reflect.set` with another receiver than the object",
      instead: "write the property of the receiver",
      program: `export const f = (x: number) => {
  const o = { v: 1 };
  Reflect.«set({}, "v", x, o);
  return o.v * x;
};`,
      says: "`Reflect.set` with another receiver than the object",
      remedied: `export const f = (x: number) => {
  const o = { v: 1 };
  o.v = x;
  return o.v * x;
};`,
    },
    {
      construct: "`Reflect.construct` with another `new.target`",
      instead: "construct an object of that class",
      program: `class Weight {
  v: number;
  constructor(v: number) {
    this.v = v;
  }
}
class Double extends Weight {}
export const f = (x: number) => (Reflect.«construct(Weight, [x], Double) as Weight).v * x;`,
      says: "`Reflect.construct` with a new target",
      remedied: `class Weight {
  v: number;
  constructor(v: number) {
    this.v = v;
  }
}
class Double extends Weight {}
export const f = (x: number) => new Double(x).v * x;`,
    },
    {
      construct: "a definition of a getter or setter that captured numbers, by a descriptor (`Object.defineProperty`)",
      instead: "a getter of an object literal or of a class, or a method",
      program: `export const f = (x: number) => {
  const o = Object.«defineProperty({}, "squareOfIt", { get: () => x * x }) as { squareOfIt: number };
  return o.squareOfIt;
};`,
      says: "a getter or setter that captured a number",
      remedied: `export const f = (x: number) => {
  const o = {
    get squareOfIt() {
      return x * x;
    },
  };
  return o.squareOfIt;
};`,
    },
    {
      construct:
        "such a definition under a name that is not in its text, or is an index, of a function that uses `this` or captured something",
      instead: "a name in the text, or a method",
      program: `export const f = (x: number) => {
  const o = { v: x };
  Object.«defineProperty(o, 0, {
    get(this: { v: number }) {
      return 3 * this.v;
    },
  });
  return (o as never as number[])[0]! * x;
};`,
      says: "under a computed name",
      remedied: `export const f = (x: number) => {
  const o = { v: x };
  Object.defineProperty(o, "tripleOfIt", {
    get(this: { v: number }) {
      return 3 * this.v;
    },
  });
  return (o as never as { tripleOfIt: number }).tripleOfIt * x;
};`,
    },
    {
      construct:
        "the derivative through a getter or setter that compiled code cannot know of: one with a computed name, or of a class that is not compiled",
      instead: "a plain property, or an accessor whose name is in the text",
      program: `const name = ["unheard", "of", "too"].join("");
const o = Object.defineProperty({ rate: 2 }, name, {
  get(this: { rate: number }) {
    return 2 * this.rate;
  },
}) as { rate: number; unheardoftoo: number };
export const run = () => grad((o: { unheardoftoo: number }) => o.«unheardoftoo ** 2)(o);
import { grad } from "zeroth";`,
      says: 'the accessor "unheardoftoo" of Object',
      remedied: `import { grad } from "zeroth";
const o = { rate: 2 };
export const run = () => grad((o: { rate: number }) => (2 * o.rate) ** 2)(o);`,
      gives: { rate: 16 },
    },
    {
      construct:
        "the derivative through a property that is read, then written or deleted, and that the prototype has as well",
      instead: "properties that the prototype does not have",
      program: `const base = { v: 3 };
export const f = (x: number) => {
  const o: { v: number } = Object.create(base);
  o.v = x;
  const y = o.«v * x;
  delete (o as { v?: number }).v;
  return y * o.v;
};`,
      says: "which its prototype has as well",
      remedied: `const base = { w: 3 };
export const f = (x: number) => {
  const o: { v: number; w: number } = Object.create(base);
  o.v = x;
  const y = o.v * x;
  delete (o as { v?: number }).v;
  return y * o.w;
};`,
    },
    {
      construct: "the derivative through such a property that the prototype has lost since",
      instead: "keep the property, or copy its value",
      program: `export const f = (x: number) => {
  const base: { v?: number } = { v: x };
  const o: { v: number } = Object.create(base);
  const y = o.«v * x;
  delete base.v;
  return y;
};`,
      says: "which its prototype has as well",
      remedied: `export const f = (x: number) => {
  const base: { v: number } = { v: x };
  const o: { v: number } = Object.create(base);
  return o.v * x;
};`,
    },
    {
      construct: "the derivative through a getter of an element, where a method of arrays works on an array-like",
      instead: "a plain element",
      program: `export const f = (x: number) => {
  const o = {
    length: 1,
    get 0() {
      return x * x;
    },
  };
  return Array.prototype.map.«call(o, (v) => v * x)[0] as number;
};`,
      says: 'the accessor "0" of Object',
      remedied: `export const f = (x: number) => {
  const o = { length: 1, 0: x * x };
  return Array.prototype.map.call(o, (v) => (v as number) * x)[0] as number;
};`,
    },
    {
      construct:
        "the gradient with respect to an instance of a class that is not compiled, or that has private members",
      instead: "a plain object, or the numbers in it",
      program: `import { grad } from "zeroth";
class Weight {
  #key = 1;
  v = 3;
  opens(key: number) {
    return this.#key === key;
  }
}
export const run = () => grad(«(w: Weight) => w.v ** 2)(new Weight());`,
      says: "the gradient with respect to an instance of Weight",
      remedied: `import { grad } from "zeroth";
export const run = () => grad((w: { v: number }) => w.v ** 2)({ v: 3 });`,
      gives: { v: 6 },
    },
    {
      construct: "the gradient with respect to a property of a function",
      instead: "a plain object, or the number",
      program: `import { grad } from "zeroth";
const scaled = Object.assign((x: number) => x, { factor: 3 });
export const run = () => grad(«(f: typeof scaled) => f.factor * f(2))(scaled);`,
      says: "the gradient with respect to a property of a function",
      remedied: `import { grad } from "zeroth";
const scaled = { f: (x: number) => x, factor: 3 };
export const run = () => grad((s: typeof scaled) => s.factor * s.f(2))(scaled);`,
      gives: { f: null, factor: 2 },
    },
    {
      construct:
        "the Jacobian of a map, a set or such an instance that holds numbers, of what a class or its methods captured, or of a property of a function",
      instead: "a plain object, or the numbers in it",
      program: `import { jacrev } from "zeroth";
export const run = () => jacrev(«(x: number) => ({ y: x, powers: new Map([["square", x * x]]) }))(3);`,
      says: "the Jacobian of an instance of Map",
      remedied: `import { jacrev } from "zeroth";
export const run = () => jacrev((x: number) => ({ y: x, powers: { square: x * x } }))(3);`,
      gives: { y: 1, powers: { square: 6 } },
    },
    {
      construct: "the tangent of an instance of such a class (`jvp` and the like)",
      instead: "a plain object, or the numbers in it",
      program: `import { jvp } from "zeroth";
class Weight {
  #key = 1;
  v = 3;
  opens(key: number) {
    return this.#key === key;
  }
}
const weight = new Weight();
export const run = () =>
  jvp(
    «(x: number) => {
      weight.v = x * x;
      return weight;
    },
    [2],
    [1],
  );`,
      says: "the tangent of an instance of Weight",
      remedied: `import { jvp } from "zeroth";
export const run = () => jvp((x: number) => ({ v: x * x }), [2], [1]);`,
      gives: [{ v: 4 }, { v: 4 }],
    },
    {
      construct: "the tangent of a property of a function",
      instead: "a plain object, or the number",
      program: `import { jvp } from "zeroth";
export const run = () => jvp(«(x: number) => Object.assign((v: number) => v, { factor: x * x }), [2], [1]);`,
      says: "the tangent of a property of a function",
      remedied: `import { jvp } from "zeroth";
export const run = () => jvp((x: number) => ({ factor: x * x }), [2], [1]);`,
      gives: [{ factor: 4 }, { factor: 4 }],
    },
    {
      construct: "a variable that a namespace exports (`export let`), by its plain name",
      instead: "write `N.v`",
      program: `namespace N {
  export let v = 3;
  export const times = (x: number) => «v * x;
}
export const f = (x: number) => N.times(x);`,
      says: "`v`, a variable that a namespace exports",
      remedied: `namespace N {
  export let v = 3;
  export const times = (x: number) => N.v * x;
}
export const f = (x: number) => N.times(x);`,
    },
  ],
};
