// Reflect, the functions of Object that define and describe properties, structuredClone, JSON: values keep their derivatives.

import { describe, expect, test } from "vitest";
import { grad } from "zeroth";
import { groupBy } from "../prelude/reflection.ts";
import { checkProgram, program, type AnyProgram } from "../test-support/check-program.ts";

class Point {
  readonly x: number;
  constructor(x: number) {
    this.x = x;
  }
  get double(): number {
    return 2 * this.x;
  }
}

interface Loose {
  [key: string]: unknown;
  a?: number;
  b?: number;
}

const programs: readonly AnyProgram[] = [
  program(
    "Reflect reads and writes",
    (x: number) => {
      const o: Loose = { a: x * x };
      const frozen = Object.freeze({ a: x });
      const done = Reflect.set(o, "b", (Reflect.get(o, "a") as number) * x);
      const refused = Reflect.set(frozen, "a", 1) || Reflect.set(frozen, "c", 1);
      return done && !refused && Reflect.has(o, "b") ? (o.b as number) + frozen.a : 0;
    },
    [[1.5]],
    (x) => [3 * x * x + 1],
  ),
  program(
    "Reflect and a getter, for an object and for another",
    (x: number) => {
      const [p, q] = [new Point(x), new Point(x * x)];
      return Reflect.get(p, "double") * Reflect.get(p, "double", q);
    },
    [[1.5]],
    (x) => [12 * x * x],
  ),
  program(
    "Reflect calls and constructs",
    (x: number) => {
      const sum = Reflect.apply(
        function (this: number, a: number, b: number) {
          return this * a * b;
        },
        x,
        [x, 2],
      );
      const top = Reflect.apply(Math.max, undefined, [x, x ** 3]);
      const p = Reflect.construct(Point, [x * x]);
      return sum + top + p.x * (Reflect.construct(Array, [1, x]) as number[])[1]! * (p instanceof Point ? 1 : 0);
    },
    [[1.5]],
    (x) => [4 * x + 6 * x * x],
  ),
  program(
    "Reflect deletes and lists",
    (x: number) => {
      const key = Symbol("key");
      const o: Loose & { [key]?: number } = { a: x, b: x * x, [key]: 1 };
      const gone = Reflect.deleteProperty(o, "a") && !Reflect.deleteProperty(Object.freeze({ a: x }), "a");
      return gone && !("a" in o) ? (o.b as number) * Reflect.ownKeys(o).length : 0;
    },
    [[1.5]],
    (x) => [4 * x],
  ),
  program(
    "defined properties",
    (x: number) => {
      const o: Loose = { b: 1 };
      Object.defineProperty(o, "a", { value: x * x });
      Object.defineProperties(o, { b: { value: x, enumerable: false }, c: { value: 2, enumerable: true } });
      Object.defineProperty(o, "c", { writable: false });
      const again = Reflect.defineProperty(o, "a", { value: 1 });
      const changed = Reflect.set(o, "a", 1) || Reflect.set(o, "c", 1);
      const seen = Object.keys(o).join() === "c" && Object.getOwnPropertyNames(o).join() === "b,a,c";
      return !again && !changed && seen ? (o.a as number) * (o.b as number) * (o["c"] as number) : 0;
    },
    [[1.5]],
    (x) => [6 * x * x],
  ),
  program(
    "a property that is defined again keeps what is not said",
    (x: number) => {
      const o: Loose = { a: x };
      Object.defineProperty(o, "a", { enumerable: false });
      Object.defineProperty(o, "a", { value: x * x * (o.a as number) });
      Object.defineProperty(o, "a", { configurable: false });
      Object.defineProperty(o, "a", { value: (o.a as number) * 2, writable: false });
      const { writable, enumerable, configurable } = Object.getOwnPropertyDescriptor(o, "a")!;
      return writable || enumerable || configurable ? 0 : (o.a as number);
    },
    [[1.5]],
    (x) => [6 * x * x],
  ),
  program(
    "elements and lengths that are defined",
    (x: number) => {
      const xs = [1];
      Object.defineProperty(xs, 2, { value: x * x, enumerable: true, writable: true, configurable: true });
      const floats = new Float64Array(2);
      Object.defineProperty(floats, 0, { value: x });
      const before = xs.length;
      const product = xs[2]! * floats[0]!;
      Object.defineProperty(xs, "length", { value: 1 });
      return product * before * xs.length * (1 in xs ? 0 : 1);
    },
    [[1.5]],
    (x) => [9 * x * x],
  ),
  program(
    "descriptors",
    (x: number) => {
      const o = { a: x * x, b: x };
      const { a, b } = Object.getOwnPropertyDescriptors(o);
      const copy = Object.defineProperties({}, { a, b }) as typeof o;
      const none = Object.getOwnPropertyDescriptor(o, "c");
      return none === undefined ? copy.a * copy.b + (Reflect.getOwnPropertyDescriptor(copy, "a")?.value as number) : 0;
    },
    [[1.5]],
    (x) => [3 * x * x + 2 * x],
  ),
  program(
    "objects with a prototype of their own",
    (x: number) => {
      const parent = { k: x };
      const o = Object.create(parent, { a: { value: x * x, enumerable: true } }) as { a: number; k: number };
      const bare = Object.create(null) as Loose;
      bare.a = x;
      const same = Object.getPrototypeOf(o) === parent && Object.setPrototypeOf(o, parent) === o;
      return same && Object(o) === o && Reflect.getPrototypeOf(bare) === null ? o.a * o.k + bare.a : 0;
    },
    [[1.5]],
    (x) => [3 * x * x + 1],
  ),
  program(
    "frozen objects, and what is the same",
    (x: number) => {
      const o = Object.seal({ a: x });
      o.a *= x;
      const frozen = Object.freeze([x, o.a]);
      const known =
        Object.isSealed(o) && Object.isFrozen(frozen) && !Object.isExtensible(o) && Object.is(o.a, frozen[1]);
      return known ? o.a * frozen[0]! * Object.getOwnPropertySymbols({ [Symbol.iterator]: 1 }).length : 0;
    },
    [[1.5]],
    (x) => [3 * x * x],
  ),
  program(
    "bound functions",
    (x: number) => {
      const f = function scaled(this: number, a: number, b: number, c: number): number {
        return this * a * b * c;
      };
      const g = f.bind(2, x);
      const h = g.bind(null, x);
      return h(x) * g.length * h.length * (h.name === "bound bound scaled" ? 1 : 0);
    },
    [[1.5]],
    (x) => [12 * x * x],
  ),
  program(
    "deep copies",
    (x: number) => {
      const shared = [x, x * x];
      const o = { p: shared, q: shared, at: new Date(0), r: { s: new Float64Array([x]) }, t: "t", point: new Point(x) };
      const copy = structuredClone(o);
      shared[0] = 0;
      copy.p[1]! *= 2;
      const kept = copy.p === copy.q && copy.p !== shared && copy.at.getTime() === 0 && !(copy.point instanceof Point);
      return kept ? copy.q[0]! * copy.q[1]! * copy.r.s[0]! + copy.point.x : 0;
    },
    [[1.5]],
    (x) => [8 * x ** 3 + 1],
  ),
  program(
    "deep copies of circles, holes and views of one buffer",
    (x: number) => {
      const floats = new Float64Array(4);
      floats[1] = x;
      const node: { v: number; next?: unknown; views: Float64Array[]; list: number[] } = {
        v: x,
        views: [floats.subarray(1, 2), floats],
        // oxlint-disable-next-line no-sparse-arrays -- the hole is what is copied
        list: [x, , 1] as number[],
      };
      node.next = node;
      const copy = structuredClone(node);
      copy.views[0]![0]! *= x;
      const kept = copy.next === copy && copy !== node && !(1 in copy.list) && copy.list.length === 3;
      return kept ? copy.views[1]![1]! * copy.v * copy.list[0]! : 0;
    },
    [[1.5]],
    (x) => [4 * x ** 3],
  ),
  program(
    "JSON, and what a reviver makes of it",
    (x: number) => {
      const text = JSON.stringify({ a: [1, 2], b: "b", c: null });
      const plain = JSON.parse(text) as { a: number[] };
      const scaled = JSON.parse(text, function (key, value: unknown) {
        if (key === "c") return undefined;
        return typeof value === "number" ? value * x : value;
      }) as { a: number[]; c?: unknown };
      return plain.a[1]! * scaled.a[0]! * scaled.a[1]! * ("c" in scaled ? 0 : 1);
    },
    [[1.5]],
    (x) => [8 * x],
  ),
  program(
    "iterators of arrays that are walked at once",
    (x: number) => {
      const xs = [x, x * x];
      let total = 0;
      for (const value of xs.values()) total += value;
      for (const [i, value] of xs.entries()) total += i * value;
      for (const key of xs.keys()) total += key * x;
      return total + [...xs.entries()][1]![1] * Math.max(...xs.values());
    },
    [[1.5]],
    (x) => [2 + 4 * x + 4 * x ** 3],
  ),
];

describe("programs", () => {
  test.each(programs)("$name", (each) => {
    checkProgram(each);
  });
});

test("groups of what is iterated", () => {
  const f = (x: number): number => {
    const groups = groupBy([x, -1, x * x], (v) => ((v as number) > 0 ? "up" : "down")) as {
      up: number[];
      down: number[];
    };
    return groups.up[1]! * groups.up[0]! * groups.down.length * Object.keys(groups).length;
  };
  expect(grad(f)(2)).toBe(24);
});

test("definitions fail as in JavaScript", () => {
  const again = (x: number): number => {
    const o = Object.freeze({ a: x });
    Object.defineProperty(o, "a", { value: 2 * x });
    return o.a;
  };
  expect(() => grad(again)(1)).toThrow("Cannot redefine property: a");
  expect(() => grad((x: number) => (Reflect.get(x as never, "a") as number) * x)(1)).toThrow(TypeError);
  expect(() => grad((x: number) => (structuredClone({ f: () => x }) as never) * x)(1)).toThrow(/could not be cloned/);
  expect(() => grad((x: number) => (JSON.parse("{") as number) * x)(1)).toThrow(SyntaxError);
  expect(() => grad((x: number) => (Object.create(1 as never) as number) * x)(1)).toThrow(TypeError);
});

describe("refusals", () => {
  test.each<readonly [(x: number) => unknown, RegExp]>([
    [(x) => Object.setPrototypeOf({ x }, { x }) as object, /`setPrototypeOf`[\s\S]*Object\.create/],
    [(x) => Reflect.setPrototypeOf({ x }, { x }), /`setPrototypeOf`[\s\S]*Object\.create/],
    [
      (x) => Object.defineProperty({}, "unread", { get: () => x }),
      /getter or setter[\s\S]*declare the getter in a class/,
    ],
    [(x) => Object(x) as object, /`Object\(x\)` of a number[\s\S]*use the number itself/],
    [(x) => Reflect.set({ a: x }, "a", x, {}), /another receiver[\s\S]*the receiver itself/],
    [(x) => Reflect.construct(Point, [x], Error), /a new target[\s\S]*of that class itself/],
    [(x) => structuredClone({ m: new Float64Array([x]).buffer }), /`structuredClone` of[\s\S]*clone the arrays/],
    [(x) => structuredClone([x], { transfer: [new ArrayBuffer(1)] }), /transfers[\s\S]*without `transfer`/],
    [(x) => JSON.stringify([x], (_, v: unknown) => v), /`stringify` with a function/],
  ])("%s", (f, message) => {
    const called = (x: number): number => (f(x) === 0 ? x : x * x);
    expect(() => grad(called)(1)).toThrow(message);
    expect(() => grad(called)(1)).toThrow(/reflection\.test\.ts:\d+:\d+/);
  });
});
