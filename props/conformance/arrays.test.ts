// Every method of arrays, holes, assigned lengths, array-likes.

import { conformance } from "./conform.ts";
import { linear, polynomial, product, scalar, slopes, squares, vector } from "./program.ts";

const sum = (xs: readonly number[]): number => xs.reduce((a, b) => a + b, 0);

/** Σ (i + 1) xᵢ²: it tells which number is at which place. */
const score = (xs: readonly number[]): number => xs.reduce((total, v, i) => total + (i + 1) * v * v, 0);

const x3 = [1.5, -0.5, 2];
const x4 = [1.5, -0.5, 2, 0.75];

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

const writers = [
  vector("copyWithin", (x) => score(x.copyWithin(0, 1, 3)), x3, squares([0, 1, 5])),
  vector("copyWithin at a negative place", (x) => score(x.copyWithin(-1, 0)), x3, squares([4, 2, 0])),
  vector("fill with a value", (x) => score(x.fill(x[2]!, 0, 2)), x3, squares([0, 0, 6])),
  vector("fill all of an array that is made", (x) => score(new Array<number>(4).fill(x[0]!)), x3, squares([10, 0, 0])),
  vector(
    "pop",
    (x) => x.pop()! ** 2 + x.length * x[0]!,
    x3,
    slopes(
      (v, i) => [2, 0, 2 * v][i]!,
      (_, i) => [0, 0, 2][i]!,
    ),
  ),
  vector(
    "pop until it is empty",
    (x) => {
      let total = 0;
      while (x.length > 0) total = total / 2 + x.pop()!;
      return total * total + (x.pop() ?? 0);
    },
    x3,
    product([1, 0.5, 0.25], [1, 0.5, 0.25]),
  ),
  vector(
    "push",
    (x) => {
      const length = x.push(x[0]! * 2, 3);
      return score(x) * length;
    },
    x3,
    squares([85, 10, 15], 225),
  ),
  vector(
    "push in a loop",
    (x) => {
      const partial: number[] = [];
      for (const v of x) partial.push((partial.at(-1) ?? 0) + v);
      return partial[1]! * partial[2]!;
    },
    x3,
    product([1, 1, 0], [1, 1, 1]),
  ),
  vector("reverse", (x) => score(x.reverse()), x3, squares([3, 2, 1])),
  vector("shift", (x) => x.shift()! ** 2 + score(x), x3, squares([1, 1, 2])),
  vector("sort numbers", (x) => score(x.sort((a, b) => b - a)), x3, squares([2, 3, 1])),
  vector("sort as text", (x) => score([10, 9, 1].map((k) => k * x[0]!).sort()), x3, squares([463, 0, 0])),
  vector(
    "sort records by a key",
    (x) => {
      const people = [
        { age: 30, w: x[0]! },
        { age: 20, w: x[1]! },
        { age: 25, w: x[2]! },
      ];
      people.sort((a, b) => a.age - b.age);
      return score(people.map(({ w }) => w));
    },
    x3,
    squares([3, 1, 2]),
  ),
  vector(
    "sort is stable",
    (x) => {
      const items = x.map((v, i) => ({ v, key: i % 2 }));
      return score(items.sort((a, b) => a.key - b.key).map(({ v }) => v));
    },
    x4,
    squares([1, 3, 2, 4]),
  ),
  vector(
    "splice out",
    (x) => {
      const [gone] = x.splice(0, 2);
      return gone! ** 2 + score(x);
    },
    x3,
    squares([1, 0, 1]),
  ),
  vector(
    "splice in",
    (x) => {
      x.splice(1, 0, x[2]!, 5);
      return score(x);
    },
    x3,
    squares([1, 4, 7], 75),
  ),
  vector("unshift", (x) => x.unshift(x[1]! * 3) + score(x), x3, squares([2, 12, 4], 4)),
  vector(
    "a queue",
    (x) => {
      const queue = [...x];
      let total = 0;
      for (let k = 0; k < 5; k++) {
        const first = queue.shift()!;
        total += k * first;
        queue.push(first / 2);
      }
      return total;
    },
    x3,
    linear([1.5, 3, 2]),
  ),
  vector(
    "a stack of pairs",
    (x) => {
      const stack: (readonly [number, number])[] = [[0, 1]];
      let total = 0;
      while (stack.length > 0) {
        const [k, w] = stack.pop()!;
        if (k >= x.length) continue;
        total += w * x[k]! ** 2;
        stack.push([k + 1, w * 2], [k + 2, w * 3]);
      }
      return total;
    },
    x3,
    squares([1, 2, 7]),
  ),
];

const shapes = [
  vector(
    "length is assigned",
    (x) => {
      x.length = 2;
      return score(x);
    },
    x3,
    squares([1, 2, 0]),
  ),
  vector(
    "length grows, which makes holes",
    (x) => {
      x.length = 5;
      return x.reduce((s, v) => s + v * v, 0) + (x[4] ?? 1) + x.length;
    },
    x3,
    squares([1, 1, 1], 6),
  ),
  vector(
    "length 0 empties",
    (x) => {
      const [first] = x;
      x.length = 0;
      x.push(first!);
      return score(x);
    },
    x3,
    squares([1, 0, 0]),
  ),
  vector(
    "an element beyond the end",
    (x) => {
      x[5] = x[0]! * 2;
      let seen = 0;
      x.forEach((v) => {
        seen += v * v;
      });
      return seen * x.length;
    },
    x3,
    squares([30, 6, 6]),
  ),
  vector(
    "holes in a literal",
    (x) => {
      const xs = [x[0]!, , x[1]!];
      let total = 0;
      for (const v of xs) total += v === undefined ? 10 : v * v;
      return total + xs.filter(() => true).length;
    },
    x3,
    squares([1, 1, 0], 12),
  ),
  vector(
    "holes and methods",
    (x) => {
      const xs: number[] = new Array<number>(4);
      xs[1] = x[0]!;
      xs[3] = x[1]!;
      return xs.map((v) => v * v).reduce((a, b, i) => a + i * b) + (1 in xs ? 1 : 0) + (2 in xs ? 10 : 0);
    },
    x3,
    squares([1, 3, 0], 1),
  ),
  vector(
    "an element is deleted",
    (x) => {
      delete x[1];
      return x.reduce((s, v, i) => s + i * v * v, 0) + (x[1] ?? 4);
    },
    x3,
    squares([0, 0, 2], 4),
  ),
  vector(
    "rows of a matrix",
    (x) => {
      const m = [0, 1].map((i) => x.map((v) => v * (i + 1)));
      m[1]![2]! += m[0]![0]!;
      return m[1]![2]! * m[0]![1]!;
    },
    x3,
    product([1, 0, 2], [0, 1, 0]),
  ),
  vector(
    "rows that are one array",
    (x) => {
      const m = Array.from({ length: 2 }, () => x);
      m[0]![0] = x[1]! * 2;
      return m[1]![0]! * x[2]!;
    },
    x3,
    product([0, 2, 0], [0, 0, 1]),
  ),
  vector(
    "a transposed matrix",
    (x) => {
      const m = [
        [x[0]!, x[1]!],
        [x[2]!, 3],
      ];
      const t = m[0]!.map((_, j) => m.map((row) => row[j]!));
      return t[0]![1]! * t[1]![0]! + t[1]![1]!;
    },
    x3,
    (x) => ({ ...product([0, 0, 1], [0, 1, 0])(x), value: x[1]! * x[2]! + 3 }),
  ),
  vector(
    "named properties of an array",
    (x) => {
      const xs = [x[0]!] as number[] & { weight?: number };
      xs.weight = x[1]! * 2;
      return xs.weight * xs[0]! * xs.length;
    },
    x3,
    product([2, 0, 0], [0, 1, 0]),
  ),
  vector(
    "an array written by a function that gets it",
    (x) => {
      const swap = (xs: number[], i: number, j: number): void => {
        [xs[i], xs[j]] = [xs[j]!, xs[i]!];
      };
      swap(x, 0, 2);
      return score(x);
    },
    x3,
    squares([3, 2, 1]),
  ),
  vector(
    "compound assignment of elements",
    (x) => {
      x[0]! *= x[1]!;
      x[2]! -= 1;
      x[1]! **= 2;
      return x[0]! + x[2]! + x[1]!;
    },
    x3,
    (x) => ({
      gradient: [x[1]!, x[0]! + 2 * x[1]!, 1],
      hessian: [
        [0, 1, 0],
        [1, 2, 0],
        [0, 0, 0],
      ],
    }),
  ),
  vector(
    "an index with effects is read once",
    (x) => {
      let k = 0;
      x[k++]! += x[2]!;
      return x[0]! * x[0]! * k;
    },
    x3,
    product([1, 0, 1], [1, 0, 1]),
  ),
  vector(
    "elements by text and by fraction",
    (x) => {
      const xs = x as unknown as Record<string, number | undefined>;
      return xs["1"]! ** 2 + (xs["0.5"] ?? 2) + (xs["-1"] ?? 3);
    },
    x3,
    squares([0, 1, 0], 5),
  ),
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

conformance("arrays", [...readers, ...writers, ...shapes, ...makers]);
