// Records: their keys, what they inherit, accessors; the functions of Object and Reflect.

import { conformance } from "./conform.ts";
import { polynomial, refused, scalar, thrown } from "./program.ts";

const weight = Symbol("weight");

const account = {
  cents: 0,
  get inEuros(): number {
    return this.cents / 100;
  },
  set inEuros(value: number) {
    this.cents = value * 100;
  },
};

const settings = { rate: 3, nested: { depth: 2 } };

const frozen = Object.freeze({ k: 2, list: Object.freeze([1, 2, 3]) });

const child = {
  __proto__: { times: (x: number): number => 2 * x },
  times(x: number): number {
    return (super.times(x) as number) + 1;
  },
};

const records = [
  scalar(
    "for-in",
    (x) => {
      const o: Record<string, number> = { a: x, b: x * x, c: 2 };
      let y = 0;
      for (const k in o) y += o[k]! * k.charCodeAt(0) - 96 * o[k]!;
      return y;
    },
    1.5,
    polynomial(6, 1, 2),
  ),
  scalar(
    "for-in sees inherited keys",
    (x) => {
      const o = Object.create({ b: 3 }) as Record<string, number>;
      o["a"] = x;
      let y = 1;
      for (const k in o) y *= o[k]!;
      return y * x;
    },
    1.5,
    polynomial(0, 0, 3),
  ),
  scalar(
    "the order of keys",
    (x) => {
      const o: Record<string, number> = { b: x, 2: 1, a: x * x, 1: 3 };
      return Object.keys(o).reduce((y, k, i) => y + i * o[k]!, 0) + (Object.keys(o).join("") === "12ba" ? 10 : 0);
    },
    1.5,
    polynomial(11, 2, 3),
  ),
  scalar(
    "delete",
    (x) => {
      const o: { a?: number; b: number } = { a: x, b: x };
      const gone = delete o.a;
      return (o.a ?? 3) * o.b * (gone ? 1 : 2) * Object.keys(o).length;
    },
    1.5,
    polynomial(0, 3),
  ),
  scalar(
    "delete and set again moves a key to the end",
    (x) => {
      const o: Record<string, number> = { a: x, b: 2 };
      delete o["a"];
      o["a"] = x * x;
      return Object.values(o).reduce((y, v, i) => y + v * (i + 1), 0);
    },
    1.5,
    polynomial(2, 0, 2),
  ),
  scalar(
    "in",
    (x) => {
      const o: { a: number; b?: undefined } = { a: x, b: undefined };
      return ("a" in o ? o.a : 0) * ("b" in o ? 2 : 3) * ("c" in o ? 5 : x);
    },
    1.5,
    polynomial(0, 0, 2),
  ),
  scalar(
    "spread, and what overrides",
    (x) => {
      const o = { a: 1, b: x };
      const p = { ...o, a: x * x, ...(x > 1 ? { c: 3 } : {}) };
      return p.a * p.b * (p.c ?? 1);
    },
    1.5,
    polynomial(0, 0, 0, 3),
  ),
  scalar(
    "shorthand, computed keys and methods",
    (x) => {
      const name = "sq";
      const o = {
        x,
        [`${name}uare`]: x * x,
        plus(k: number): number {
          return this.x + k;
        },
      };
      return o.plus(2) * (o as unknown as { square: number }).square;
    },
    1.5,
    polynomial(0, 0, 2, 1),
  ),
  scalar(
    "accessors in a literal of the module",
    (x) => {
      account.inEuros = x;
      account.cents += 100;
      return account.inEuros * x;
    },
    1.5,
    polynomial(0, 1, 1),
  ),
  scalar("a captured record", (x) => settings.rate * x ** settings.nested.depth, 1.5, polynomial(0, 0, 3)),
  scalar("a captured record that is frozen", (x) => frozen.k * x + frozen.list[2]! * x * x, 1.5, polynomial(0, 2, 3)),
  scalar(
    "a dictionary that grows",
    (x) => {
      const o: Record<string, number> = {};
      for (const c of "hello") o[c] = (o[c] ?? 0) + x;
      return o["l"]! * o["h"]!;
    },
    1.5,
    polynomial(0, 0, 2),
  ),
  scalar(
    "nested updates without mutation",
    (x) => {
      const state = { user: { age: 30, score: x }, tags: ["a"] };
      const next = { ...state, user: { ...state.user, score: state.user.score * x } };
      return next.user.score + state.user.score * next.tags.length;
    },
    1.5,
    polynomial(0, 1, 1),
  ),
  scalar(
    "symbols as keys",
    (x) => {
      const o = { [weight]: x, a: 2 };
      o[weight] *= x;
      return o[weight] * Object.keys(o).length * Object.getOwnPropertySymbols(o).length;
    },
    1.5,
    polynomial(0, 0, 1),
  ),
  scalar(
    "a tree of records",
    (x) => {
      interface Tree {
        v: number;
        left?: Tree;
        right?: Tree;
      }
      const sum = (t?: Tree): number => (t === undefined ? 0 : t.v + sum(t.left) * x + sum(t.right));
      return sum({ v: 1, left: { v: x, right: { v: 2 } }, right: { v: x } });
    },
    1.5,
    polynomial(1, 3, 1),
  ),
  scalar(
    "a record that contains itself",
    (x) => {
      const o: { v: number; self?: unknown } = { v: x };
      o.self = o;
      (o.self as { v: number }).v *= x;
      return o.v;
    },
    1.5,
    polynomial(0, 0, 1),
  ),
];

const natives = [
  scalar(
    "Object.entries",
    (x) => Object.entries({ a: x, bb: x * x }).reduce((y, [k, v]) => y + k.length * v, 0),
    1.5,
    polynomial(0, 1, 2),
  ),
  scalar(
    "Object.values",
    (x) => Object.values({ a: x, b: x * x }).reduce((y, v) => y * v),
    1.5,
    polynomial(0, 0, 0, 1),
  ),
  scalar(
    "Object.fromEntries",
    (x) => {
      const o = Object.fromEntries([
        ["a", x],
        ["b", x * x],
      ]);
      return o["a"]! * o["b"]!;
    },
    1.5,
    polynomial(0, 0, 0, 1),
  ),
  scalar(
    "Object.assign",
    (x) => {
      const target = { a: x, b: 1 };
      const result = Object.assign(target, { b: x * x }, { c: 2 });
      return target.b * result.c * result.a;
    },
    1.5,
    polynomial(0, 0, 0, 2),
  ),
  scalar(
    "Object.hasOwn and hasOwnProperty",
    (x) => {
      const o = { a: x };
      return (Object.hasOwn(o, "a") ? 2 : 0) * x + (o.hasOwnProperty("toString") ? 5 : x * x);
    },
    1.5,
    polynomial(0, 2, 1),
  ),
  scalar(
    "Object.is",
    (x) => (Object.is(x, x) && !Object.is(0, -0) && Object.is(NaN, NaN) ? x * x : x),
    1.5,
    polynomial(0, 0, 1),
  ),
  scalar(
    "Object.freeze and isFrozen",
    (x) => {
      const o = Object.freeze({ a: x * x });
      return o.a * (Object.isFrozen(o) ? x : 1);
    },
    1.5,
    polynomial(0, 0, 0, 1),
  ),
  scalar(
    "Object.seal and preventExtensions",
    (x) => {
      const o = Object.seal({ a: x });
      o.a *= x;
      const p = Object.preventExtensions({ b: x });
      return o.a * p.b * (Object.isSealed(o) && !Object.isExtensible(p) ? 1 : 2);
    },
    1.5,
    polynomial(0, 0, 0, 1),
  ),
  scalar(
    "Object.defineProperty",
    (x) => {
      const o = { a: x } as { a: number; hidden: number };
      Object.defineProperty(o, "hidden", { value: x * x, enumerable: false });
      return o.hidden * o.a * Object.keys(o).length;
    },
    1.5,
    polynomial(0, 0, 0, 1),
  ),
  scalar(
    "Object.getOwnPropertyNames and descriptors",
    (x) => {
      const o = { a: x * x, b: 1 };
      const { value } = Object.getOwnPropertyDescriptor(o, "a") as { value: number };
      return value * Object.getOwnPropertyNames(o).length;
    },
    1.5,
    polynomial(0, 0, 2),
  ),
  scalar(
    "Object.groupBy by hand",
    (x) => {
      const groups = [x, 2, x * x].reduce<Record<string, number[]>>((g, v) => {
        (g[v > 1.8 ? "big" : "small"] ??= []).push(v);
        return g;
      }, {});
      return groups["big"]!.reduce((a, b) => a * b) * groups["small"]!.length;
    },
    1.5,
    polynomial(0, 0, 2),
  ),
  scalar(
    "Reflect",
    (x) => {
      const o = { a: x };
      Reflect.set(o, "a", x * x);
      return Reflect.get(o, "a") * (Reflect.has(o, "a") ? 2 : 1) * Reflect.ownKeys(o).length;
    },
    1.5,
    polynomial(0, 0, 2),
  ),
];

const throwing = [
  thrown(
    "a write to a frozen record",
    (x) => {
      const o = Object.freeze({ a: 1 }) as { a: number };
      o.a = x;
      return o.a;
    },
    1.5,
    TypeError,
    /read only/,
  ),
  thrown("a property of undefined", (x) => (({}) as { a?: { b: number } }).a!.b * x, 1.5, TypeError, /undefined/),
  thrown("JSON that is none", (x) => (JSON.parse("{") as number) * x, 1.5, SyntaxError, /JSON/),
];

const refusals = [
  refused("super in a method of a literal", (x) => child.times(x), 1.5, /`super` outside of a class's own members/),
  refused(
    "delete of an optional chain",
    (x) => {
      const o: { a?: { b?: number } } = { a: { b: x } };
      delete o.a?.b;
      return (o.a?.b ?? x) * x;
    },
    1.5,
    /`delete` of an optional chain/,
  ),
  refused("new Number", (x) => Number(new Number(x)), 1.5, /Number/),
  refused(
    "a change of the prototype",
    (x) => (Object.setPrototypeOf({ a: x }, { b: 2 }) as { a: number }).a,
    1.5,
    /prototype/,
  ),
  refused(
    "JSON with a function",
    (x) => JSON.stringify({ a: 1 }, (_, v: unknown) => v).length * x,
    1.5,
    /JSON\.stringify/,
  ),
];

conformance("objects", [...records, ...natives], { throwing, refusals });
