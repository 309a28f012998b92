// Lists, trees and dictionaries in specialised code: their types mention themselves, and their ends are absent.

import { describe, expect, test } from "vitest";
import { ready, vjp } from "../index.ts";
import * as general from "../prelude/derivatives.ts";
import { isAnswered } from "../test-support/is-answered.ts";
import { gradientOf, sameGradients, type Fn } from "../test-support/same-gradients.ts";
import { codeOf } from "./plans.ts";

type List = { x: number; next?: List | null | undefined } | null | undefined;

const listOf = (xs: readonly number[], end?: null): List => xs.reduceRight<List>((next, x) => ({ x, next }), end);
const toList = (xs: readonly number[]): List => {
  let head: List;
  for (let i = xs.length - 1; i >= 0; i--) head = { x: xs[i]!, next: head };
  return head;
};
const sum = (list: List): number => {
  let s = 0;
  for (let t = list; t; t = t.next) s += t.x * t.x;
  return s;
};
const total = (list: List, z: number): number =>
  list === null || list === undefined ? Math.sin(z) : z * list.x ** 2 + total(list.next, z * list.x);
const scaled = (list: List, k: number): List => list && { x: list.x * k, next: scaled(list.next, k) };
const merged = (p: List, q: List): List => {
  if (!p) return q;
  if (!q) return p;
  return p.x < q.x ? { x: p.x, next: merged(p.next, q) } : { x: p.x * q.x, next: merged(p.next, q.next) };
};

interface Tree {
  w: number;
  below: Tree[];
}

const treeOf = (depth: number, w = 1): Tree => ({
  w,
  below: Array.from({ length: depth }, (_, k) => treeOf(depth - 1, w + k / 3)),
});
const weight = (t: Tree, z: number): number => t.below.reduce((s, c) => s + weight(c, z * t.w), t.w ** 2 * z);

type Cell = { v: Float64Array; k: Int32Array; name: string; next: Cell } | null;

const cellsOf = (xs: readonly number[]): Cell =>
  xs.reduceRight<Cell>((next, x) => ({ v: Float64Array.of(x, 2), k: Int32Array.of(x % 2), name: "cell", next }), null);
const along = (t: Cell): number => (t === null ? 0 : t.v[t.k[0]!]! ** 2 * t.v[0]! + along(t.next));

const lettered = (t: Tree, z: number): number => {
  const parts = "abc".split("").map((letter) => (letter === "b" ? t.w : z));
  for (const c of t.below) parts.push(lettered(c, z * t.w));
  return parts.reduce((s, p) => s + p * p, 0);
};

type Sum = { kind: "leaf"; w: number } | { kind: "neg"; arg: Sum } | { kind: "add"; left: Sum; right: Sum };

const leaf = (w: number): Sum => ({ kind: "leaf", w });
const add = (left: Sum, right: Sum): Sum => ({ kind: "add", left, right });
const neg = (arg: Sum): Sum => ({ kind: "neg", arg });
function value(e: Sum, z: number): number {
  switch (e.kind) {
    case "leaf":
      return e.w * e.w * z;
    case "neg":
      return -value(e.arg, z);
    case "add":
      return value(e.left, z) * value(e.right, z + 1);
  }
}

type Case = readonly [title: string, f: Fn, ...calls: readonly (readonly unknown[])[]];

/** Code is made for the first call, and also answers the others. */
const typed: readonly Case[] = [
  ["a list, by recursion", total, [listOf([1, 2, 3]), 2], [listOf([3]), 1], [listOf([1, 2, 3, 4, 5, 6, 7]), 0.5]],
  ["a list that ends in null", total, [listOf([1, 2, 3], null), 2], [listOf([3, 4], null), 1]],
  ["a list, in a loop", sum, [listOf([1, 2, 3])], [listOf([5])], [{ x: 1, next: { x: 2 } }]],
  ["a list that a loop makes", (xs: number[]) => sum(toList(xs)), [[1, 2, 3]], [[]], [[4]]],
  ["a list made of another", (xs: number[]) => sum(scaled(toList(xs), 3)), [[1, 2, 3]], [[]], [[2, 1]]],
  ["two lists", (xs: number[]) => sum(merged(toList(xs), toList([0.5, 2]))), [[1, 2, 3]], [[]], [[4]]],
  [
    "a list to which is appended",
    (xs: number[]) => {
      const head: NonNullable<List> = { x: 1 };
      let end = head;
      for (const x of xs) {
        const cell = { x: x * end.x };
        end.next = cell;
        end = cell;
      }
      return sum(head);
    },
    [[1, 2, 3]],
    [[]],
  ],
  ["a tree", weight, [treeOf(3), 2], [treeOf(1), 1], [treeOf(4, -1), 0.1]],
  ["a list of vectors and of indices", (t: Cell) => along(t), [cellsOf([1, 2, 3])], [cellsOf([5, 4])]],
  [
    "a tree of several kinds of nodes",
    value,
    [add(neg(leaf(2)), add(leaf(3), neg(add(leaf(1), leaf(5))))), 2],
    [add(leaf(2), neg(leaf(3))), 1],
    [neg(add(add(leaf(1), leaf(2)), leaf(3))), 1],
  ],
  [
    "a dictionary",
    (d: Record<string, number>, keys: string[]) => keys.reduce((s, key) => s * (d[key] ?? 0.5) + 1, 1),
    [{ a: 2, b: 3 }, ["a", "b", "c", "b"]],
    [{ a: 1, b: 5 }, ["b"]],
  ],
  [
    "a tree beside a dictionary of which all values are used",
    (t: Tree, d: Record<string, number>) => weight(t, 1) * Object.values(d).reduce((s, x) => s + x, 0),
    [treeOf(3), { a: 2, b: 3 }],
    [treeOf(2), { a: 1, b: 5 }],
  ],
  [
    "texts that a recursive function splits",
    lettered,
    // Whole numbers, since sums may be in another order.
    [{ w: 2, below: [{ w: 3, below: [{ w: 1, below: [] }] }] }, 2],
    [
      {
        w: 1,
        below: [
          { w: 2, below: [{ w: 3, below: [] }] },
          { w: 4, below: [] },
        ],
      },
      1,
    ],
  ],
  [
    "the best so far",
    (xs: number[]) => {
      let best: number | undefined;
      for (const x of xs) if (best === undefined || x * x < best) best = x * x;
      return best ?? 7;
    },
    [[3, -2, 5]],
    [[]],
    [[1]],
  ],
  [
    "a row before this one",
    (xs: number[]) => {
      let before: number[] | null = null;
      let s = 0;
      for (const x of xs) {
        const row: number[] = [x, x * x];
        if (before !== null) s += before[1]! * x;
        before = row;
      }
      return s;
    },
    [[1, 2, 3]],
    [[]],
    [[4, 5]],
  ],
  [
    "a number that counts as false",
    (xs: number[]) => {
      let last: number | null = null;
      let s = 0;
      for (const x of xs) {
        s += last ? last * x : 1;
        last = x > 5 ? null : x;
      }
      return s + (typeof last === "number" ? last : 0.25);
    },
    [[1, 0, 3]],
    [[1, 0, 3, 0, 2]],
    [[6, 7]],
    [[]],
  ],
  [
    "what a record keeps",
    (list: List, x: number) => {
      const kept = { first: list?.next, v: x > 1 ? x * x : undefined };
      return (kept.first ? kept.first.x * x : 0.5) + (kept.v ?? x);
    },
    [listOf([1, 2, 3, 4]), 2],
    [listOf([1]), 0.5],
  ],
  [
    "which of several cells it is",
    (list: List, x: number) => {
      let [s, last] = [0, null as List];
      for (let t = list; t; t = t.next) {
        s += t.next === last ? t.x * x : x;
        last = t;
      }
      return s + (last === list?.next ? x * x : 0);
    },
    [listOf([1, 2], null), 2],
    [listOf([1, 2, 3], null), 3],
  ],
];

describe("specialised code", () => {
  test.each(typed.map(([title, f, ...calls]) => ({ title, f, calls })))("$title", ({ f, calls }) => {
    const [first, ...others] = calls as unknown as readonly [readonly unknown[], ...(readonly unknown[])[]];
    sameGradients(f, first, first, first, ...others, ...others, first);
    const gradient = gradientOf(f);
    for (let k = 0; k < 3; k++) gradient(...structuredClone(first));
    for (const args of calls) expect(isAnswered(gradient, ...structuredClone(args))).toBe(true);
  });
});

test("a gradient has the structure of before the call", () => {
  const grown = (t: Tree): number => {
    const s = weight(t, 1);
    t.below.push({ w: 2, below: [] });
    return s + weight(t, 0.5);
  };
  for (const f of [grown, (t: Tree): number => weight(t, 2) + grown(t)])
    sameGradients(f, ...[3, 3, 3, 2, 3].map((depth) => [treeOf(depth)]));
  const cut = (list: NonNullable<List>): number => {
    const s = sum(list);
    list.next = null;
    return s * list.x;
  };
  sameGradients(cut, ...[3, 3, 3, 2, 4].map((n) => [listOf([1, 2, 3, 4].slice(0, n), null)]));
  expect(isAnswered(gradientOf(cut), listOf([1, 2, 3], null))).toBe(true);
});

test("what is not as it was is left to general code", () => {
  const calls: readonly (readonly unknown[])[] = [
    [{ x: 1, next: { x: 2, next: { x: 3, next: "text" } } }, 2],
    [{ x: 1, next: { x: 2, next: { next: null } } }, 2],
    [{ x: 1, next: { x: 2, next: 5 } }, 2],
  ];
  for (const args of calls) sameGradients(total, [listOf([1, 2, 3]), 2], [listOf([1, 2, 3]), 2], args, args);
});

test("names that all objects have are no entries of a dictionary", () => {
  const f = (d: Record<string, number>, key: string): number => d["a"]! ** 2 + (d[key] === undefined ? 1 : 2);
  const calls = ["a", "b", "toString", "__proto__"].map((key) => [{ a: 3 }, key] as const);
  for (const args of calls) sameGradients(f, [{ a: 3 }, "a"], [{ a: 3 }, "a"], args, args);
});

test("a list in which a cell is twice, and one that leads to itself, are left to general code", () => {
  const cell = { x: 2, next: null as List };
  const [twice, ring] = [
    { a: cell, b: cell },
    { x: 1, next: null as List },
  ];
  ring.next = ring;
  const both = ({ a, b }: { a: List; b: List }): number => total(a, 1) * total(b, 2);
  sameGradients(
    both,
    [{ a: listOf([1, 2]), b: listOf([3]) }],
    [{ a: listOf([1, 2]), b: listOf([3]) }],
    [twice],
    [twice],
  );
  const first = (list: List): number => list!.x ** 2;
  sameGradients(first, [listOf([1, 2, 3])], [listOf([1, 2, 3])], [ring], [ring]);
});

describe("what may be absent is never taken for what it is not", () => {
  const inputs = [[0.5, 1.7, 2.1], [0, 2, 3], [2, 0.5, 3], [1, 1, 1], [1], [], [1, 2, 3, 4]];
  const cases: readonly (readonly [title: string, f: Fn])[] = [
    [
      "a number that is absent, and 0",
      (xs: number[]) => {
        let last: number | undefined;
        let s = 0;
        for (const x of xs) {
          if (x === last) s += x * x + 1;
          else s += 3 * x;
          if (x > 1) last = x;
        }
        return s;
      },
    ],
    [
      "two numbers that may be absent",
      (xs: number[]) => {
        let [a, b] = [undefined as number | undefined, undefined as number | undefined];
        let s = 0;
        for (const x of xs) {
          s += a === b ? x * x : 3 * x;
          if (x > 1) a = 0;
          if (x < 1) b = x;
        }
        return s;
      },
    ],
    [
      "null that was stored in an array",
      (xs: number[]) => {
        const kept: unknown[] = [];
        let v: unknown;
        let s = 0;
        for (const x of xs) {
          kept.push(v);
          s += x;
          v = kept[1] ?? null;
        }
        return s * (v === null ? 3 : 4);
      },
    ],
    [
      "a cell before the last, or null, or undefined",
      (xs: number[]) => {
        const list = listOf(xs, null);
        let v: List;
        let s = 0;
        for (let t = list; t; t = t.next) {
          s += v === null ? 2 * t.x : v === undefined ? t.x : v.x * t.x;
          const n: List = t.next;
          if (n === null) s += 0.5;
          v = n;
        }
        return s * (v === null ? 3 : v === undefined ? 5 : 7);
      },
    ],
    [
      "null, which alone is asked for, and undefined before the first",
      (xs: number[]) => {
        let v: List;
        let s = 0;
        for (let t = listOf([...xs, 1], null); t; t = t.next) {
          s += v === null ? 2 * t.x : t.x ** 2;
          v = t.next;
        }
        return v === null ? s : 5 * s;
      },
    ],
    [
      "null from one path of a recursive function, undefined from another",
      (xs: number[]) => {
        const found = (k: number): List => {
          if (k >= xs.length) return null;
          if (xs[k]! > 2) return undefined;
          return xs[k]! > 1 ? { x: xs[k]! } : found(k + 1);
        };
        const v = found(0);
        const x = xs.length > 0 ? xs[0]! : 1;
        return v === null ? 2 * x : v === undefined ? 3 * x : v.x * x;
      },
    ],
    [
      "a text, then a number that may be absent",
      (xs: number[]) => {
        let v: unknown = "none";
        let s = 0;
        for (const x of xs) {
          s += v === null ? 2 * x : v === "none" ? x : 3 * x;
          const w: number | null = x > 1 ? x : null;
          v = w;
        }
        return s;
      },
    ],
    [
      "variables that change places",
      (xs: number[]) => {
        type Kept = number | null | undefined;
        let [a, b, c]: [Kept, Kept, Kept] = [null, undefined, 5];
        let s = 0;
        for (const x of xs) {
          [a, b, c] = [b, c, a];
          s += (a === undefined ? 1 : a === null ? 2 : a) * x;
        }
        return s;
      },
    ],
    [
      "what is always absent",
      (xs: number[]) => {
        let [w, v] = [undefined as List, undefined as List];
        let s = 0;
        for (const x of xs) {
          for (const y of xs) if (y > -9) w = v;
          s += x + (w?.x ?? 0.2);
          if (v) v = v.next;
        }
        return s;
      },
    ],
  ];
  test.each(cases.map(([title, f]) => ({ title, f })))("$title", ({ f }) => {
    for (const first of inputs) sameGradients(f, [first], [first], [first], ...inputs.map((xs) => [xs]));
  });

  test("a pullback that is called once code is made for it", () => {
    const f = (xs: number[]): number => {
      let v: unknown = null;
      const kept: unknown[] = [];
      let s = 0;
      for (const x of xs) {
        s += x * x;
        kept.push(v);
        v = kept[0] ?? null;
      }
      return s + ((v as List)?.x ?? (v === null ? 3 : 4));
    };
    for (let k = 0; k < 40; k++) expect(vjp(f, [1, 2, 3])[1](1)).toEqual([[2, 4, 6]]);
    expect(codeOf(vjp as never, f, [1, 2, 3])).not.toBe("");
    for (let k = 0; k < 5; k++) expect(vjp(f, [1, 2, 3])[1](1)).toEqual([[2, 4, 6]]);
  });
});

test("a pullback over a tree of other kinds of nodes than the one that code was made for", async () => {
  type Node =
    | { kind: "num"; value: number }
    | { kind: "var"; name: string }
    | { kind: "neg"; arg: Node }
    | { kind: "add" | "mul"; left: Node; right: Node };
  const evaluated = (e: Node, env: Record<string, number>): number => {
    switch (e.kind) {
      case "num":
        return e.value;
      case "add":
        return evaluated(e.left, env) + evaluated(e.right, env);
      case "mul":
        return evaluated(e.left, env) * evaluated(e.right, env);
      case "neg":
        return -evaluated(e.arg, env);
      case "var":
        return env[e.name] ?? 0.5;
    }
  };
  const [x, y]: readonly [Node, Node] = [
    { kind: "var", name: "x" },
    { kind: "var", name: "y" },
  ];
  const product: Node = { kind: "neg", arg: { kind: "neg", arg: { kind: "mul", left: x, right: y } } };
  const sum: Node = { kind: "add", left: x, right: { kind: "num", value: 1 } };
  const twice: Node = { kind: "mul", left: sum, right: { kind: "num", value: 2 } };
  const slopes = (tree: Node): unknown => vjp(evaluated, structuredClone(tree), { x: 3 })[1](0.7);
  const expected = [product, twice].map((tree) => general.vjp(evaluated as never, tree, { x: 3 })[1](0.7));
  for (let round = 0; round < 6; round++) {
    for (const [k, tree] of [product, twice].entries())
      for (let call = 0; call < 13; call++) expect(slopes(tree)).toEqual(expected[k]);
    await ready(vjp, evaluated, structuredClone(product), { x: 3 });
  }
});

test("accessors of lists run where general code runs them", () => {
  const f = (x: number, list: List): number => {
    let s = 0;
    for (let t = list; t; t = t.next) s += t.x * x;
    return s;
  };
  const gradient = gradientOf(f);
  for (let k = 0; k < 3; k++) expect(gradient(2, listOf([1, 2, 3]))).toBe(6);
  let runs = 0;
  const counting = {
    x: 1,
    get next(): List {
      return runs++ < 3 ? this : null;
    },
  };
  expect([gradient(2, counting), runs]).toEqual([4, 4]);
});

test("a long list", () => {
  const f = (x: number, list: { v: number; w: number[]; next: unknown } | null): number => {
    let s = 0;
    for (let t = list; t !== null; t = t.next as typeof list) s += x * t.v * t.w.reduce((a, b) => a + b, 0);
    return s;
  };
  const long = (n: number): unknown => {
    let list: unknown = null;
    for (let k = 0; k < n; k++) list = { v: 1, w: [1], next: list };
    return list;
  };
  const gradient = gradientOf(f);
  for (let k = 0; k < 3; k++) expect(gradient(2, long(5))).toBe(5);
  expect(gradient(2, long(30_000))).toBe(30_000);
});
