// Maps, sets, records: Object.*, JSON, symbols, accessors, `arguments`, call and apply, delete, the order of keys.

import { conformance } from "./conform.ts";
import { polynomial, product, refused, scalar, squares, thrown, vector } from "./program.ts";

const x3 = [1.5, -0.5, 2];

const weight = Symbol("weight");

const account = {
  cents: 0,
  get euros(): number {
    return this.cents / 100;
  },
  set euros(value: number) {
    this.cents = value * 100;
  },
};

const table = new Map([
  ["a", 2],
  ["b", 3],
]);
const known = new Set(["a", "b"]);
const settings = { rate: 3, nested: { depth: 2 } };
const frozen = Object.freeze({ k: 2, list: Object.freeze([1, 2, 3]) });

const child = {
  __proto__: { times: (x: number): number => 2 * x },
  times(x: number): number {
    return (super.times as (x: number) => number)(x) + 1;
  },
};

const maps = [
  scalar(
    "set and get",
    (x) => {
      const m = new Map<string, number>();
      m.set("a", x).set("b", x * x);
      return m.get("a")! * m.get("b")! + (m.get("c") ?? 1);
    },
    1.5,
    polynomial(1, 0, 0, 1),
  ),
  vector(
    "counting by a key",
    (x) => {
      const sums = new Map<boolean, number>();
      for (const v of x) sums.set(v > 0, (sums.get(v > 0) ?? 0) + v);
      return sums.get(true)! * sums.get(false)! * sums.size;
    },
    x3,
    product([2, 0, 2], [0, 1, 0]),
  ),
  scalar(
    "has and delete",
    (x) => {
      const m = new Map([
        ["a", x],
        ["b", 2 * x],
      ]);
      const gone = m.delete("a");
      return (gone ? m.get("b")! : 0) * x + (m.has("a") ? 10 : 0) + m.size;
    },
    1.5,
    polynomial(1, 0, 2),
  ),
  scalar(
    "clear",
    (x) => {
      const m = new Map([[1, x]]);
      m.clear();
      return m.size + (m.get(1) ?? x * x);
    },
    1.5,
    polynomial(0, 0, 1),
  ),
  scalar(
    "forEach",
    (x) => {
      let y = 0;
      new Map([
        ["a", x],
        ["bb", x * x],
      ]).forEach((v, k) => {
        y += v * k.length;
      });
      return y;
    },
    1.5,
    polynomial(0, 1, 2),
  ),
  scalar(
    "keys, values and entries",
    (x) => {
      const m = new Map([
        [1, x],
        [2, x * x],
      ]);
      return [...m.keys()].reduce((a, b) => a + b) * [...m.values()].reduce((a, b) => a + b) + [...m.entries()][1]![1];
    },
    1.5,
    polynomial(0, 3, 4),
  ),
  scalar(
    "objects as keys",
    (x) => {
      const [p, q] = [{ n: 1 }, { n: 1 }];
      const m = new Map<object, number>([[p, x]]);
      m.set(q, x * x);
      return m.get(p)! + m.get(q)! * m.size;
    },
    1.5,
    polynomial(0, 1, 2),
  ),
  scalar(
    "NaN and -0 as keys",
    (x) => {
      const m = new Map<number, number>();
      m.set(NaN, x);
      m.set(-0, x * x);
      return m.get(NaN)! * m.get(0)!;
    },
    1.5,
    polynomial(0, 0, 0, 1),
  ),
  scalar(
    "a map of arrays",
    (x) => {
      const groups = new Map<string, number[]>();
      for (const [k, v] of [
        ["a", x],
        ["b", 2],
        ["a", x * x],
      ] as const) {
        const list = groups.get(k) ?? [];
        list.push(v);
        groups.set(k, list);
      }
      return groups.get("a")!.reduce((p, v) => p * v) * groups.get("b")![0]!;
    },
    1.5,
    polynomial(0, 0, 0, 2),
  ),
  scalar(
    "memory of results",
    (x) => {
      const cache = new Map<number, number>();
      const f = (n: number): number => {
        const before = cache.get(n);
        if (before !== undefined) return before;
        const y = n < 2 ? x : f(n - 1) * x + f(n - 2);
        cache.set(n, y);
        return y;
      };
      return f(3);
    },
    1.5,
    polynomial(0, 1, 1, 1),
  ),
  scalar("a map that is captured", (x) => table.get("a")! * x ** table.get("b")!, 1.5, polynomial(0, 0, 0, 2)),
  scalar(
    "from a map to a record and back",
    (x) => {
      const o = Object.fromEntries(
        new Map([
          ["a", x],
          ["b", x * x],
        ]),
      ) as { a: number; b: number };
      return new Map(Object.entries(o)).get("b")! * o.a;
    },
    1.5,
    polynomial(0, 0, 0, 1),
  ),
  scalar(
    "a WeakMap",
    (x) => {
      const extra = new WeakMap<object, number>();
      const [p, q] = [{}, {}];
      extra.set(p, x * x);
      return extra.get(p)! * x + (extra.get(q) ?? 2) + (extra.has(p) ? 1 : 0);
    },
    1.5,
    polynomial(3, 0, 0, 1),
  ),
];

const sets = [
  vector("distinct values", (x) => [...new Set([...x, x[0]!])].reduce((s, v) => s + v * v, 0), x3, squares([1, 1, 1])),
  scalar(
    "add, has, delete, size",
    (x) => {
      const s = new Set<string>();
      s.add("a").add("b").add("a");
      s.delete("b");
      return s.size * x * x + (s.has("a") ? x : 0);
    },
    1.5,
    polynomial(0, 1, 1),
  ),
  scalar(
    "numbers in a set",
    (x) => {
      let y = 0;
      for (const v of new Set([x, x * x, x])) y += v * v;
      return y;
    },
    1.5,
    polynomial(0, 0, 1, 0, 1),
  ),
  scalar(
    "visited nodes of a graph",
    (x) => {
      const edges: Record<string, string[]> = { a: ["b", "c"], b: ["c"], c: ["a"] };
      const seen = new Set<string>();
      const visit = (node: string, depth: number): number => {
        if (seen.has(node)) return 0;
        seen.add(node);
        return x ** depth + edges[node]!.reduce((s, next) => s + visit(next, depth + 1), 0);
      };
      return visit("a", 0);
    },
    1.5,
    polynomial(1, 1, 1),
  ),
  scalar(
    "forEach of a set",
    (x) => {
      let y = 1;
      new Set([1, 2, 3]).forEach((k) => (y *= x + k));
      return y;
    },
    1.5,
    polynomial(6, 11, 6, 1),
  ),
  scalar(
    "a set that is captured",
    (x) => ["a", "c", "b"].filter((k) => known.has(k)).length * x * x,
    1.5,
    polynomial(0, 0, 2),
  ),
  scalar(
    "a WeakSet",
    (x) => {
      const s = new WeakSet<object>();
      const o = {};
      s.add(o);
      return (s.has(o) ? x : 0) * (s.has({}) ? 0 : x);
    },
    1.5,
    polynomial(0, 0, 1),
  ),
];

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
      account.euros = x;
      account.cents += 100;
      return account.euros * x;
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
      const result = Object.assign(target, { b: x * x }, null, { c: 2 });
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
      const { value } = Object.getOwnPropertyDescriptor(o, "a")!;
      return (value as number) * Object.getOwnPropertyNames(o).length;
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
    "structuredClone",
    (x) => {
      const o = { a: [x, 1], b: { c: x } };
      const copy = structuredClone(o);
      copy.a[0]! *= x;
      return copy.a[0]! + o.a[0]! * copy.b.c;
    },
    1.5,
    polynomial(0, 0, 2),
  ),
  scalar(
    "JSON as text is a constant",
    (x) => (JSON.parse('{"a": [2, 3]}') as { a: number[] }).a[1]! * x * x,
    1.5,
    polynomial(0, 0, 3),
  ),
  scalar(
    "the length of JSON",
    (x) => JSON.stringify({ a: [1, "b", null], c: undefined }).length * x,
    1.5,
    polynomial(0, 18),
  ),
  scalar(
    "JSON with a reviver",
    (x) => {
      const o = JSON.parse('{"a": 2, "b": 3}', (_, v: unknown) => (typeof v === "number" ? v * x : v)) as {
        a: number;
        b: number;
      };
      return o.a * o.b;
    },
    1.5,
    polynomial(0, 0, 6),
  ),
  scalar(
    "Reflect",
    (x) => {
      const o = { a: x };
      Reflect.set(o, "a", x * x);
      return (Reflect.get(o, "a") as number) * (Reflect.has(o, "a") ? 2 : 1) * Reflect.ownKeys(o).length;
    },
    1.5,
    polynomial(0, 0, 2),
  ),
];

const calls = [
  scalar(
    "arguments",
    (x) => {
      const f = function (..._: number[]): number {
        let y = 1;
        // oxlint-disable-next-line prefer-rest-params
        for (let i = 0; i < arguments.length; i++) y *= arguments[i] as number;
        return y;
      };
      return f(x, 2, x);
    },
    1.5,
    polynomial(0, 0, 2),
  ),
  scalar(
    "arguments made an array",
    (x) => {
      function f(this: unknown, ..._: number[]): number {
        // oxlint-disable-next-line prefer-rest-params
        return Array.from(arguments as unknown as ArrayLike<number>).reduce((a, b) => a * b);
      }
      return f(x, x, 3);
    },
    1.5,
    polynomial(0, 0, 3),
  ),
  scalar(
    "call",
    (x) => {
      function scaled(this: { k: number }, v: number): number {
        return this.k * v;
      }
      return scaled.call({ k: x }, x);
    },
    1.5,
    polynomial(0, 0, 1),
  ),
  vector(
    "apply",
    (x) => {
      const f = (a: number, b: number, c: number): number => a * b * c;
      return f.apply(null, x as [number, number, number]) + Math.max.apply(null, x);
    },
    x3,
    ([a = 0, b = 0, c = 0]) => ({
      gradient: [b * c, a * c, a * b + 1],
      hessian: [
        [0, c, b],
        [c, 0, a],
        [b, a, 0],
      ],
    }),
  ),
  scalar(
    "bind",
    (x) => {
      function f(this: { k: number }, a: number, b: number): number {
        return this.k * a - b;
      }
      const g = f.bind({ k: x }, x * x);
      return g(2);
    },
    1.5,
    polynomial(-2, 0, 0, 1),
  ),
  scalar(
    "length and name of a function",
    (x) => {
      const twoOf = (a: number, b: number, ...c: number[]): number => a * b * c.length;
      return twoOf.length * twoOf.name.length * x;
    },
    1.5,
    polynomial(0, 10),
  ),
  scalar(
    "a property of a function",
    (x) => {
      const f = (v: number): number => v * (f.k as number);
      f.k = x as unknown;
      return f(x);
    },
    1.5,
    polynomial(0, 0, 1),
  ),
  scalar(
    "a function that counts its calls on itself",
    (x) => {
      function f(v: number): number {
        f.calls++;
        return v * f.calls;
      }
      f.calls = 0;
      return f(x) + f(x * x);
    },
    1.5,
    polynomial(0, 1, 2),
  ),
  scalar(
    "a method taken from its object",
    (x) => {
      const o = { k: 3, times: (v: number): number => v * 3 };
      const { times } = o;
      return times(x) * o.k;
    },
    1.5,
    polynomial(0, 9),
  ),
  scalar(
    "this of a method",
    (x) => {
      const o = {
        k: x,
        times(v: number): number {
          return this.k * v;
        },
        nested: {
          k: 2,
          times(v: number): number {
            return this.k * v;
          },
        },
      };
      return o.times(x) + o.nested.times(x);
    },
    1.5,
    polynomial(0, 2, 1),
  ),
  scalar(
    "a getter that is asked once for each reading",
    (x) => {
      counted.asked = 0;
      const y = counted.valueOfCounted * x + counted.valueOfCounted;
      return y * counted.asked;
    },
    1.5,
    polynomial(4, 2),
  ),
];

const counted = {
  asked: 0,
  get valueOfCounted(): number {
    this.asked++;
    return this.asked;
  },
};

const wrong = [
  scalar(
    "the length of a function with a default",
    (x) => {
      const twoOf = (a: number, b: number, c = 1): number => a * b * c;
      return twoOf.length * twoOf.name.length * x;
    },
    1.5,
    polynomial(0, 10),
  ),
  scalar(
    "the length of a function with arguments",
    (x) => {
      function f(this: unknown, a: number, b: number): number {
        // oxlint-disable-next-line prefer-rest-params
        return a * b * arguments.length;
      }
      return f.length * f(x, x);
    },
    1.5,
    polynomial(0, 0, 4),
  ),
];

const ofText = [
  scalar(
    "a method of arrays on a text",
    (x) =>
      Array.prototype.reduce.call<string, [(y: number, c: unknown) => number, number], number>(
        "123",
        (y, c) => y + Number(c) * x,
        0,
      ),
    1.5,
    polynomial(0, 6),
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
  refused(
    "assignment to a length of a record",
    (x) => {
      const stick = { length: 1 };
      stick.length = x;
      return stick.length * x;
    },
    1.5,
    /assignment to the property `length`/,
  ),
  refused("new Number", (x) => Number(new Number(x)), 1.5, /Number/),
  refused(
    "a change of the prototype",
    (x) => (Object.setPrototypeOf({ a: x }, { b: 2 }) as { a: number }).a,
    1.5,
    /prototype/,
  ),
  refused(
    "an accessor in a literal of the function",
    (x) =>
      ({
        get a(): number {
          return x * x;
        },
      }).a,
    1.5,
    /accessor|getter/,
  ),
  refused(
    "JSON with a function",
    (x) => JSON.stringify({ a: 1 }, (_, v: unknown) => v).length * x,
    1.5,
    /JSON\.stringify/,
  ),
  refused("structuredClone of a map", (x) => structuredClone(new Map([["a", x]])).get("a")!, 1.5, /structuredClone/),
];

conformance("collections and objects", [...maps, ...sets, ...records, ...natives, ...calls], {
  wrong: [...wrong, ...ofText],
  throwing,
  refusals,
});
