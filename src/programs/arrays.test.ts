// Programs around arrays, typed arrays and records: reads, writes, aliases, and the methods of the prelude.

import { describe, expect, test } from "vitest";
import { grad } from "zeroth";
import { checkProgram, program, type AnyProgram } from "../test-support/check-program.ts";

interface Row {
  v: number;
  w: number[];
}

const sum = (xs: readonly number[]): number => xs.reduce((a, b) => a + b, 0);
const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((s, x, i) => s + x * (b[i] as number), 0);

const programs: readonly AnyProgram[] = [
  program(
    "reads and writes in a loop",
    (xs: number[]) => {
      const ys: number[] = [];
      for (let i = 0; i < xs.length; i++) ys[i] = (xs[i] as number) ** 2;
      for (let i = 1; i < ys.length; i++) ys[i] = (ys[i] as number) * (ys[i - 1] as number);
      return ys[ys.length - 1] as number;
    },
    [[[2, 3, 0.5]]],
    ([a = 0, b = 0, c = 0]) => [[2 * a * b * b * c * c, 2 * b * a * a * c * c, 2 * c * a * a * b * b]],
  ),
  program(
    "the argument itself is overwritten",
    (xs: number[]) => {
      xs[0] = (xs[0] as number) * (xs[1] as number);
      xs[1] = xs[0] + 1;
      return xs[0] * xs[1];
    },
    [[[2, 3]]],
    ([a = 0, b = 0]) => [[2 * a * b * b + b, 2 * a * a * b + a]],
  ),
  program(
    "aliases",
    (x: number) => {
      const a = [x, x];
      const b = a;
      b[0] = x * x;
      a[1] = b[0] * 2;
      return (a[0] as number) * (b[1] as number);
    },
    [[1.5]],
    (x) => [8 * x ** 3],
  ),
  program(
    "compound assignment to elements",
    (xs: number[]) => {
      for (let i = 0; i < xs.length; i++) xs[i]! *= xs[i] as number;
      (xs[0] as number)++;
      xs[1]! -= xs[0] as number;
      return (xs[0] as number) * (xs[1] as number);
    },
    [[[2, 3]]],
    ([a = 0, b = 0]) => [[2 * a * (b * b - a * a - 1) - 2 * a * (a * a + 1), 2 * b * (a * a + 1)]],
  ),
  program(
    "nested arrays",
    (m: number[][]) => {
      let s = 0;
      for (let i = 0; i < m.length; i++) {
        for (let j = 0; j < (m[i] as number[]).length; j++)
          s += (i + 1) * (m[i]?.[j] as number) * (m[j]?.[i] as number);
      }
      return s;
    },
    [
      [
        [
          [1, 2],
          [3, 4],
        ],
      ],
    ],
  ),
  program("a matrix product", (a: number[][], x: number[]) => sum(a.map((row) => dot(row, x) ** 2)), [
    [
      [
        [1, 2],
        [3, 4],
      ],
      [0.5, -1],
    ],
  ]),
  program(
    "push and pop",
    (x: number) => {
      const stack = [x, 2];
      stack.push(x * x, 3 * x);
      const a = stack.pop() as number;
      const b = stack.pop() as number;
      stack.push(a * b);
      return (stack.pop() as number) * (stack.pop() as number) * stack.length;
    },
    [[2]],
    (x) => [18 * x * x],
  ),
  program(
    "length, and its assignment",
    (xs: number[]) => {
      xs.length = 2;
      xs[2] = xs[0] as number;
      return sum(xs) * xs.length;
    },
    [[[1, 2, 3, 4]]],
    () => [[6, 3, 0, 0]],
  ),
  program(
    "shift, unshift, splice",
    (xs: number[]) => {
      const first = xs.shift() as number;
      xs.unshift(first * first, 5);
      const removed = xs.splice(1, 2, first, first * 2, 7);
      return sum(xs.map((x, i) => x * (i + 1))) + sum(removed) * 10;
    },
    [[[2, 3, 4]]],
    ([a = 0]) => [[2 * a + 2 + 6, 10, 5]],
  ),
  program(
    "map, filter, reduce",
    (xs: number[]) =>
      sum(
        xs
          .map((x) => x * x)
          .filter((x) => x > 2)
          .map((x, i) => x * i),
      ),
    [[[1, 2, 3, 4]]],
    () => [[0, 0, 6, 16]],
  ),
  program(
    "map captures",
    (xs: number[], k: number) => sum(xs.map((x) => Math.sin(k * x))),
    [[[1, 2], 0.7]],
    (xs, k) => [xs.map((x) => k * Math.cos(k * x)), sum(xs.map((x) => x * Math.cos(k * x)))],
  ),
  program(
    "reduce without a start",
    (xs: number[]) => xs.reduce((a, b) => a * b),
    [[[2, 3, 4]]],
    () => [[12, 8, 6]],
  ),
  program(
    "reduceRight",
    (xs: number[]) => xs.reduceRight((a, b) => a ** 2 / b),
    [[[2, 3, 4]]],
    ([a = 0, b = 0, c = 0]) => [
      [-(c ** 4) / (b * b * a * a), (-2 * c ** 4) / (b ** 3 * a), (4 * c ** 3) / (b * b * a)],
    ],
  ),
  program(
    "forEach into an accumulator",
    (xs: number[]) => {
      const acc = [0];
      xs.forEach((v) => {
        acc[0]! += v * v;
      });
      return acc[0] as number;
    },
    [[[1, 2, 3]]],
    (xs) => [xs.map((x) => 2 * x)],
  ),
  program(
    "holes are skipped",
    (x: number) => {
      const xs: number[] = [];
      xs[1] = x;
      xs[4] = x * x;
      let visits = 0;
      xs.forEach(() => {
        visits++;
      });
      return visits * xs.map((v) => v * 2).reduce((a, b) => a * b) + xs.length * x;
    },
    [[2]],
    (x) => [24 * x * x + 5],
  ),
  program(
    "some, every, find, findLast and their indices",
    (xs: number[]) => {
      const a = xs.find((x) => x > 2) as number;
      const b = xs.findLast((x) => x < 4) as number;
      const k = xs.findIndex((x) => x > 2) + xs.findLastIndex((x) => x < 4);
      return (
        (xs.some((x) => x > 3) ? a : 1) * (xs.every((x) => x > 0) ? b : 1) * k +
        xs.indexOf(3) * a +
        (xs.includes(4) ? b : 0)
      );
    },
    [[[1, 3, 2, 4]]],
    () => [[0, 2 * 3 + 1, 3 * 3 + 1, 0]],
    { kink: true },
  ),
  program(
    "slice, concat, at",
    (xs: number[]) => {
      const ys = xs.slice(1, -1).concat(xs, 7, [[1]] as never);
      return (ys.at(0) as number) * (ys.at(-3) as number) * (ys.at(2) as number) + ys.length * (xs.at(-1) as number);
    },
    [[[2, 3, 5]]],
    ([, b = 0, c = 0]) => [[0, 2 * b * c, b * b + 6]],
  ),
  program(
    "fill and reverse",
    (xs: number[]) => {
      const ys = xs.slice().reverse();
      ys.fill(xs[0] as number, 1, 3);
      return dot(xs, ys);
    },
    [[[1, 2, 3, 4]]],
    ([a = 0, b = 0, c = 0, d = 0]) => [[2 * d + b + c, a, a, 2 * a]],
  ),
  program(
    "flat and flatMap",
    (xs: number[]) => {
      const ys = [xs, [[(xs[0] as number) ** 2]]].flat(2);
      return sum(ys.flatMap((y, i) => (i % 2 === 0 ? [y, y * y] : y)));
    },
    [[[2, 3]]],
    ([a = 0]) => [[1 + 2 * a + 2 * a + 4 * a ** 3, 1]],
  ),
  program(
    "Array.from, Array.of, new Array, Array",
    (x: number) => {
      const a = Array.from({ length: 3 }, (_, i) => x ** i);
      const b = Array.from(a, (v) => v * 2);
      const c = Array.of(x, 1);
      const d = new Array<number>(2).fill(x);
      const e = new Array<number>(x, x * x);
      const f = Array<number>(3);
      f[0] = x;
      return sum(b) + sum(Array.from(c)) * sum(d) + (e[1] as number) + f.length * f[0];
    },
    [[2.5]],
    (x) => [2 + 4 * x + 4 * x + 2 + 2 * x + 3],
  ),
  program(
    "sort moves its elements",
    (xs: number[]) =>
      dot(
        xs.slice().sort((a, b) => a - b),
        [1, 10, 100],
      ),
    [[[3, 1, 2]]],
    () => [[100, 1, 10]],
  ),
  program(
    "arrays of records",
    (rows: Row[]) => {
      for (const row of rows) row.v *= sum(row.w);
      return rows.reduce((s, { v }) => s * v, 1);
    },
    [
      [
        [
          { v: 2, w: [1, 2] },
          { v: 3, w: [4] },
        ],
      ],
    ],
    () => [
      [
        { v: 36, w: [24, 24] },
        { v: 24, w: [18] },
      ],
    ],
  ),
  program(
    "records written, read by computed keys, deleted",
    (p: { a: number; b: number }) => {
      const q: Record<string, number> = { ...p };
      for (const key of ["a", "b"]) q[key + key] = (q[key] as number) ** 2;
      const before = q["a"] as number;
      delete q["a"];
      q["b"]! += before;
      return (q["aa"] as number) * (q["b"] as number) + (q["a"] ?? 0) + Object.keys(q).length * (q["bb"] as number);
    },
    [[{ a: 2, b: 3 }]],
    ({ a, b }) => [{ a: 2 * a * (a + b) + a * a, b: a * a + 6 * b }],
  ),
  program(
    "an object literal that gives one key twice",
    (x: number) => {
      const key = "b" as "a" | "b";
      const d = { [key]: x * 10, b: x };
      const e = { [key]: x * 10, a: x * 3, ["b"]: 5 };
      return d.b * x + e.b * e.a;
    },
    [[2]],
    (x) => [2 * x + 15],
  ),
  program(
    "Object.values, entries, assign, fromEntries",
    (p: { a: number; b: number }) => {
      const doubled = Object.fromEntries(Object.entries(p).map(([key, v]) => [key, 2 * v]));
      const q = Object.assign({ c: 1 }, p, { b: doubled["a"] as number });
      return Object.values(q).reduce((s, v) => s * v, 1) + (doubled["b"] as number);
    },
    [[{ a: 2, b: 3 }]],
    ({ a }) => [{ a: 4 * a, b: 2 }],
  ),
  program(
    "a record inside itself by reference",
    (x: number) => {
      const node: { v: number; next?: { v: number } } = { v: x };
      node.next = node;
      node.next.v = x * x;
      return node.v * x;
    },
    [[2]],
    (x) => [3 * x * x],
  ),
  program(
    "xs.map(Math.sqrt) and other natives as callbacks",
    (xs: number[]) => sum(xs.map(Math.sqrt)) + sum(xs.map(Number)),
    [[[4, 9]]],
    () => [[1.25, 1 + 1 / 6]],
  ),
  program(
    "Math.max of any number",
    (xs: number[]) => Math.max(...xs) * Math.min(...xs) + Math.hypot(...xs),
    [[[3, 4, 0.5]]],
    () => {
      const h = Math.hypot(3, 4, 0.5);
      return [[3 / h, 0.5 + 4 / h, 4 + 0.5 / h]];
    },
  ),
  program(
    "a Float64Array",
    (xs: Float64Array) => {
      const ys = new Float64Array(xs.length);
      for (let i = 0; i < xs.length; i++) ys[i] = (xs[i] as number) ** 2;
      ys[7] = 100;
      ys[0]! += ys[1] as number;
      return (ys[0] as number) * (ys[1] as number);
    },
    [[new Float64Array([2, 3])]],
    ([a = 0, b = 0]) => [new Float64Array([2 * a * b * b, 2 * b * (a * a + b * b) + 2 * b ** 3])],
  ),
  program(
    "typed array methods",
    (xs: Float64Array) => {
      const ys = xs.map((x) => x * x).slice(1);
      ys.set([xs[0] as number], 1);
      ys.fill(xs[1] as number, 2, 3);
      return ys.reduce((a, b) => a * b, 1) + xs.filter((x) => x > 2).reduce((a, b) => a + b);
    },
    [[new Float64Array([1.5, 3, 4, 5])]],
    ([a = 0, b = 0]) => [new Float64Array([b ** 3, 3 * b * b * a + 1, 1, 1])],
  ),
  program(
    "typed array construction",
    (xs: number[]) => {
      const a = Float64Array.from(xs, (x) => x * 2);
      const b = new Float64Array(xs);
      const c = Float64Array.of(xs[0] as number, 1);
      return (a[0] as number) * (b[1] as number) * (c[0] as number) * a.length;
    },
    [[[2, 3]]],
    ([a = 0, b = 0]) => [[8 * a * b, 4 * a * a]],
  ),
  program(
    "views of one buffer",
    (xs: Float64Array) => {
      const all = new Float64Array(xs);
      const tail = all.subarray(1);
      const same = new Float64Array(all.buffer, 8, 1);
      tail[0] = (tail[0] as number) * (all[0] as number);
      return (same[0] as number) * (all[1] as number);
    },
    [[new Float64Array([2, 3])]],
    ([a = 0, b = 0]) => [new Float64Array([2 * a * b * b, 2 * a * a * b])],
  ),
  program(
    "an integer array is inactive",
    (xs: number[]) => {
      const rounded = new Int32Array(xs);
      return dot(Array.from(rounded), xs);
    },
    [[[2.5, -3.5]]],
    () => [[2, -3]],
  ),
  program(
    "a Float32Array rounds",
    (x: number) => {
      const ys = new Float32Array([x, x * x]);
      return (ys[0] as number) * (ys[1] as number);
    },
    [[0.5]],
    (x) => [3 * x * x],
    { kink: true },
  ),
];

describe("arrays and records", () => {
  test.each(programs)("$name", checkProgram);

  test("gradients have the argument's array type", () => {
    expect(grad((xs: Float32Array) => (xs[0] as number) ** 2)(new Float32Array([3, 1]))).toEqual(
      new Float32Array([6, 0]),
    );
    expect(grad((xs: readonly (number | null)[]) => (xs[0] ?? 0) ** 2)([3, null])).toEqual([6, null]);
    expect(grad((p: { a: string; b: boolean; c: number }) => p.c * p.a.length)({ a: "x", b: true, c: 2 })).toEqual({
      a: null,
      b: null,
      c: 1,
    });
  });

  test("a gradient mirrors the argument as it was at entry", () => {
    const f = (xs: number[]): number => {
      xs.push(5);
      xs[0] = 7;
      return sum(xs);
    };
    expect(grad(f)([1, 2])).toEqual([0, 1]);
  });
});
