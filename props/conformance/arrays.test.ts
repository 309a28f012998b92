// The methods of arrays that leave the array alone; how arrays are made.

import { conformance } from "./conform.ts";
import { polynomial, product, scalar, slopes, squares, vector } from "./program.ts";

const sum = (xs: readonly number[]): number => xs.reduce((a, b) => a + b, 0);

/** Σ (i + 1) xᵢ²: it tells which number is at which place. */
const score = (xs: readonly number[]): number => xs.reduce((total, v, i) => total + (i + 1) * v * v, 0);

const x3 = [1.5, -0.5, 2];

const readers = [
  vector("at", (x) => x.at(-1)! * x.at(0)!, x3, product([1, 0, 0], [0, 0, 1])),
  vector("at with a fraction, and beyond the end", (x) => x.at(1.9)! ** 2 + (x.at(7) ?? 3), x3, squares([0, 1, 0], 3)),
  vector("concat arrays and values", (x) => score(x.concat([x[0]! * 2], 3, x)), x3, squares([23, 9, 11], 45)),
  vector("entries", (x) => [...x.entries()].reduce((s, [i, v]) => s + i * v * v, 0), x3, squares([0, 1, 2])),
  vector("every", (x) => (x.every((v) => v > -1) ? x[0]! ** 2 : x[1]!), x3, squares([1, 0, 0])),
  vector(
    "every that stops early",
    (x) => {
      let seen = 0;
      x.every((v) => {
        seen += v * v;
        return v > 0;
      });
      return seen;
    },
    x3,
    squares([1, 1, 0]),
  ),
  vector("filter", (x) => score(x.filter((v) => v > 0)), x3, squares([1, 0, 2])),
  vector(
    "filter by the index and the array",
    (x) => score(x.filter((_, i, all) => i !== all.length - 2)),
    x3,
    squares([1, 0, 2]),
  ),
  vector(
    "find",
    (x) => (x.find((v) => v < 0) ?? 1) ** 3,
    x3,
    slopes(
      (v, i) => (i === 1 ? 3 * v * v : 0),
      (v, i) => (i === 1 ? 6 * v : 0),
    ),
  ),
  vector("find nothing", (x) => x.find((v) => v > 9) ?? x[0]! * x[0]!, x3, squares([1, 0, 0])),
  vector(
    "findIndex",
    (x) => x[x.findIndex((v) => v > 1.7)]! ** 2 + x.findIndex((v) => v > 9),
    x3,
    squares([0, 0, 1], -1),
  ),
  vector("findLast", (x) => x.findLast((v) => v < 1.9)! ** 2, x3, squares([0, 1, 0])),
  vector("findLastIndex", (x) => x.findLastIndex((v) => v < 1.9) * x[2]! ** 2, x3, squares([0, 0, 1])),
  vector("flat", (x) => score([[x[0]!], [x[1]!, x[2]!], []].flat()), x3, squares([1, 2, 3])),
  vector(
    "flat to a depth",
    (x) => score([[[x[0]!, [x[1]!]]], [x[2]!]].flat(Infinity) as number[]),
    x3,
    squares([1, 2, 3]),
  ),
  vector("flatMap", (x) => score(x.flatMap((v, i) => (i === 1 ? [] : [v, 2 * v]))), x3, squares([9, 0, 19])),
  vector("flatMap to numbers", (x) => sum(x.flatMap((v) => v * v)), x3, squares([1, 1, 1])),
  vector(
    "forEach",
    (x) => {
      let total = 1;
      x.forEach((v, i) => {
        total += i * v * v;
      });
      return total;
    },
    x3,
    squares([0, 1, 2], 1),
  ),
  vector(
    "forEach with a receiver",
    (x) => {
      const counter = { total: 0 };
      x.forEach(function (this: { total: number }, v) {
        this.total += v * v;
      }, counter);
      return counter.total;
    },
    x3,
    squares([1, 1, 1]),
  ),
  vector("includes", (x) => (x.includes(2) ? x[0]! ** 2 : 0) + (x.includes(5) ? 100 : 0), x3, squares([1, 0, 0])),
  vector("includes NaN", (x) => ([...x, NaN].includes(NaN) ? x[1]! ** 2 : 0), x3, squares([0, 1, 0])),
  vector("indexOf", (x) => x[x.indexOf(2)]! ** 2 + x.indexOf(2, -1) + x.indexOf(NaN), x3, squares([0, 0, 1], 1)),
  vector("join", (x) => x[0]! ** 2 * x.join("-").length, x3, squares([10, 0, 0])),
  vector("keys", (x) => [...x.keys()].reduce((s, k) => s + k * x[k]! ** 2, 0), x3, squares([0, 1, 2])),
  vector("lastIndexOf", (x) => [...x, x[0]!].lastIndexOf(1.5) * x[0]! ** 2, x3, squares([3, 0, 0])),
  vector("map", (x) => score(x.map((v) => 2 * v)), x3, squares([4, 8, 12])),
  vector("map of a native function", (x) => sum(x.map(Math.exp)), x3, slopes(Math.exp, Math.exp)),
  vector(
    "map of a native that takes two arguments",
    (x) => sum(x.map(Math.pow)),
    x3,
    slopes(
      (v, i) => [0, 1, 2 * v][i]!,
      (_, i) => [0, 0, 2][i]!,
    ),
  ),
  vector(
    "map to records",
    (x) => x.map((v, i) => ({ v, w: i * v })).reduce((s, { v, w }) => s + v * w, 0),
    x3,
    squares([0, 1, 2]),
  ),
  vector(
    "map of a method with a receiver",
    (x) => {
      const scale = { k: 3 };
      return score(
        x.map(function (this: { k: number }, v) {
          return this.k * v;
        }, scale),
      );
    },
    x3,
    squares([9, 18, 27]),
  ),
  vector(
    "reduce",
    (x) => x.reduce((a, v, i) => a + i * v * v),
    x3,
    slopes(
      (v, i) => (i === 0 ? 1 : 2 * i * v),
      (_, i) => 2 * i,
    ),
  ),
  vector(
    "reduce to a record",
    (x) => {
      const { least, total } = x.reduce((acc, v) => ({ least: Math.min(acc.least, v), total: acc.total + v }), {
        least: Infinity,
        total: 0,
      });
      return least * total;
    },
    x3,
    product([0, 1, 0], [1, 1, 1]),
  ),
  vector("reduceRight", (x) => x.reduceRight((a, v) => a * 2 + v, 0) ** 2, x3, product([1, 2, 4], [1, 2, 4])),
  vector("slice", (x) => score(x.slice(1)) + score(x.slice(-2, -1)), x3, squares([0, 2, 2])),
  vector(
    "slice of all is a copy",
    (x) => {
      const copy = x.slice();
      copy[0] = 7;
      return x[0]! * x[0]! + copy[1]! ** 2;
    },
    x3,
    squares([1, 1, 0]),
  ),
  vector("some", (x) => (x.some((v) => v < 0) ? x[2]! ** 2 : x[1]!), x3, squares([0, 0, 1])),
  vector(
    "toReversed",
    (x) => score(x.toReversed()) + x[0]!,
    x3,
    slopes(
      (v, i) => 2 * v * (3 - i) + (i === 0 ? 1 : 0),
      (_, i) => 2 * (3 - i),
    ),
  ),
  vector("toSorted", (x) => score(x.toSorted((a, b) => a - b)) + x[0]! ** 2, x3, squares([3, 1, 3])),
  vector("toSpliced", (x) => score(x.toSpliced(1, 1, x[0]!, 2)) + x[1]! ** 2, x3, squares([3, 1, 4], 12)),
  vector("toString", (x) => x[0]! * x[0]! + x.toString().length, x3, squares([1, 0, 0], 10)),
  vector(
    "values",
    (x) => {
      let total = 0;
      for (const v of x.values()) total = 2 * total + v;
      return total * total;
    },
    x3,
    product([4, 2, 1], [4, 2, 1]),
  ),
  vector("with", (x) => score(x.with(1, x[0]! * 2)) + x[1]! ** 2, x3, squares([9, 1, 3])),
];

const makers = [
  scalar(
    "Array.from of a length",
    (x) => sum(Array.from({ length: 3 }, (_, i) => i * x * x)),
    1.5,
    polynomial(0, 0, 3),
  ),
  scalar("Array.from of a text", (x) => sum(Array.from("123", (c) => Number(c) * x * x)), 1.5, polynomial(0, 0, 6)),
  vector(
    "Array.from of an array-like",
    (x) => score(Array.from({ length: 2, 0: x[1]!, 1: x[0]! })),
    x3,
    squares([2, 1, 0]),
  ),
  vector("Array.of", (x) => score(Array.of(x[2]!, x[1]!)), x3, squares([0, 2, 1])),
  vector("Array with several arguments", (x) => score(Array(x[2]!, x[1]!)), x3, squares([0, 2, 1])),
  vector(
    "new Array of a length",
    (x) => {
      const xs = new Array<number>(x.length);
      for (let i = 0; i < xs.length; i++) xs[i] = x[x.length - 1 - i]!;
      return score(xs);
    },
    x3,
    squares([3, 2, 1]),
  ),
  vector(
    "Array.isArray",
    (x) => {
      const total = (tree: unknown): number =>
        Array.isArray(tree) ? tree.reduce<number>((s, t) => s + total(t), 0) : (tree as number) ** 2;
      return total([x[0], [x[1], [x[2]]]]);
    },
    x3,
    squares([1, 1, 1]),
  ),
  vector("spread of several", (x) => score([...x, ...x.slice(1), 2]), x3, squares([1, 6, 8], 24)),
  vector("spread among arguments", (x) => Math.max(...x) ** 2 + Math.hypot(...x) ** 2, x3, squares([1, 1, 2])),
  vector(
    "methods of an array-like by call",
    (x) => {
      const like = { length: 2, 0: x[0]!, 1: x[1]! };
      return score(Array.prototype.map.call(like, (v: unknown) => (v as number) * 2) as number[]);
    },
    x3,
    squares([4, 8, 0]),
  ),
  vector(
    "slice of an array-like by call",
    (x) => {
      const like = { length: 2, 0: x[0]!, 1: x[1]! };
      return score(Array.prototype.slice.call(like, 1) as number[]);
    },
    x3,
    squares([0, 1, 0]),
  ),
  vector("an array sums itself by apply", (x) => Math.max.apply(null, x) ** 2, x3, squares([0, 0, 1])),
  vector(
    "indices that are arrays and objects",
    (x) => {
      const [one, two]: any[] = [[1], { toString: () => "2" }];
      const own = [...x];
      own[one] = x[two]! * x[two]!;
      return own[two]! * own[one]!;
    },
    x3,
    (xs) => ({
      value: xs[2]! ** 3,
      gradient: [0, 0, 3 * xs[2]! ** 2],
      hessian: [
        [0, 0, 0],
        [0, 0, 0],
        [0, 0, 6 * xs[2]!],
      ],
    }),
  ),
  vector(
    "arrays of one number that are compared as numbers",
    (x) => {
      const rows: any[] = [[3], [1], [2]];
      rows.sort((a, b) => a - b);
      const isNumeric = (v: any): boolean => v - Number.parseFloat(v) + 1 >= 0;
      return x[rows[0][0]]! ** 2 * (isNumeric([1]) ? 1 : 2);
    },
    x3,
    squares([0, 1, 0]),
  ),
  vector(
    "a table of arrays by name",
    (x) => {
      const groups: Record<string, number[]> = {};
      x.forEach((v) => (groups[v > 0 ? "up" : "down"] ??= []).push(v));
      return score(groups["up"]!) + 10 * score(groups["down"]!);
    },
    x3,
    squares([1, 10, 2]),
  ),
  vector(
    "chained methods",
    (x) =>
      x
        .map((v) => v * 2)
        .filter((v) => v > 0)
        .reverse()
        .reduce((a, v) => a / 2 + v) ** 2,
    x3,
    product([2, 0, 1], [2, 0, 1]),
  ),
];

conformance("arrays", [...readers, ...makers]);
