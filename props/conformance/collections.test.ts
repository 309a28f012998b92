// Maps and sets, weak ones too; copies of data, and data as text.

import { conformance } from "./conform.ts";
import { polynomial, product, refused, scalar, squares, vector } from "./program.ts";

const x3 = [1.5, -0.5, 2];

class Graph {
  readonly #edges = new Map<string, { to: string; weight: number }[]>();
  connect(from: string, to: string, weight: number): this {
    for (const node of [from, to]) if (!this.#edges.has(node)) this.#edges.set(node, []);
    this.#edges.get(from)!.push({ to, weight });
    return this;
  }
  distance(from: string, goal: string): number {
    const distances = new Map([[from, 0]]);
    const queue = [from];
    while (queue.length > 0) {
      const node = queue.shift()!;
      for (const { to, weight } of this.#edges.get(node)!) {
        const distance = distances.get(node)! + weight;
        if (distance >= (distances.get(to) ?? Infinity)) continue;
        distances.set(to, distance);
        queue.push(to);
      }
    }
    return distances.get(goal)!;
  }
}

const table = new Map([
  ["a", 2],
  ["b", 3],
]);

const known = new Set(["a", "b"]);

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
    "maps that a class holds",
    (x) =>
      new Graph()
        .connect("a", "b", x)
        .connect("b", "c", x * x)
        .connect("a", "c", 10)
        .distance("a", "c"),
    1.5,
    polynomial(0, 1, 1),
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

const asText = [
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
];

const ofCollections = [
  refused("structuredClone of a map", (x) => structuredClone(new Map([["a", x]])).get("a")!, 1.5, /structuredClone/),
];

conformance("collections", [...maps, ...sets, ...asText], { refusals: ofCollections });
