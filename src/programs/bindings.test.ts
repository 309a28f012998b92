// Programs around declarations, patterns, parameters and spread.

import { describe, expect, test } from "vitest";
import { grad } from "zeroth";
import { checkProgram, program, type AnyProgram } from "../test-support/check-program.ts";

interface Point {
  x: number;
  y: number;
}

const scale = 3;
let offset = 1;

const programs: readonly AnyProgram[] = [
  program(
    "module variables",
    (x: number) => scale * x * x + offset * x,
    [[2]],
    (x) => [6 * x + 1],
  ),
  program(
    "let, const, shadowing",
    (x: number) => {
      const a = x * x;
      let b = a;
      {
        const a = b + x;
        b = a * a;
      }
      return a * b;
    },
    [[2]],
    (x) => [2 * x * (x * x + x) ** 2 + x * x * 2 * (x * x + x) * (2 * x + 1)],
  ),
  program(
    "var is hoisted and function-scoped",
    (x: number) => {
      /* oxlint-disable no-var, block-scoped-var */
      y = x;
      for (var i = 0; i < 3; i++) {
        var y: number = y * x;
      }
      return y * i;
      /* oxlint-enable no-var, block-scoped-var */
    },
    [[2]],
    (x) => [12 * x ** 3],
  ),
  program(
    "a variable without initialiser",
    (x: number) => {
      let y;
      if (x > 0) y = x;
      return y === undefined ? 0 : y * y;
    },
    [[2], [-1]],
    (x) => [x > 0 ? 2 * x : 0],
  ),
  program(
    "object patterns in declarations",
    (p: Point) => {
      const { x, y: vertical } = p;
      return x * vertical * vertical;
    },
    [[{ x: 2, y: 3 }]],
    ({ x, y }) => [{ x: y * y, y: 2 * x * y }],
  ),
  program(
    "nested patterns with defaults and rest",
    (p: { a: [number, number?]; b: { c?: number; d: number }; e: number; f: number }) => {
      const {
        a: [a0, a1 = a0 * 2],
        b: { c = 5, ...others },
        ...rest
      } = p;
      return a0 * a1 * c * others.d + rest.e * rest.f;
    },
    [[{ a: [2], b: { d: 3 }, e: 4, f: 5 }], [{ a: [2, 7], b: { c: 1.5, d: 3 }, e: 4, f: 5 }]],
  ),
  program(
    "array patterns with holes and rest",
    (xs: number[]) => {
      const [first, , third, ...others] = xs;
      return (first as number) * (third as number) + others.length * (others[0] as number);
    },
    [[[1, 2, 3, 4, 5]]],
    () => [[3, 0, 1, 2, 0]],
  ),
  program("patterns in parameters", ({ x, y }: Point, [a, b = 2]: [number, number?]) => x * a + y * b, [
    [{ x: 1, y: 2 }, [3]],
    [{ x: 1, y: 2 }, [3, 4]],
  ]),
  program(
    "patterns in assignments",
    (x: number, y: number) => {
      let a = x;
      let b = y;
      const record = { c: 0, d: [0, 0] as [number, number] };
      [a, b] = [b * a, a];
      ({ a, b: record.c } = { a: a + b, b: b * b });
      [record.d[0], record.d[1]] = [a, record.c];
      return record.d[0] * record.d[1] + b;
    },
    [[2, 3]],
    // a = xy + x, c = x², b = x
    (x, y) => [(y + 1) * x * x + 2 * x * (x * y + x) + 1, x ** 3],
  ),
  program(
    "patterns in for-of heads",
    (points: Point[], pairs: [number, number][]) => {
      let s = 0;
      for (const { x, y } of points) s += x * y;
      for (const [i, v = 1] of pairs) s *= i + v;
      return s;
    },
    [
      [
        [
          { x: 1, y: 2 },
          { x: 3, y: 4 },
        ],
        [
          [1, 2],
          [3, 4],
        ],
      ],
    ],
  ),
  program(
    "assignment to a member in a for-of head",
    (xs: number[]) => {
      const record = { last: 0 };
      let s = 0;
      for (record.last of xs) s += record.last ** 2;
      return s * record.last;
    },
    [[[1, 2, 3]]],
    () => [[6, 12, 18 + 14]],
  ),
  program(
    "default parameters see earlier ones",
    (x: number) => {
      const f = (a: number, b = a * 2, c = a + b): number => a * b * c;
      return f(x) + f(x, 3) + f(x, undefined, 4);
    },
    [[2]],
    (x) => [18 * x * x + 6 * x + 9 + 16 * x],
  ),
  program(
    "a default is not taken for null",
    (x: number) => {
      const f = (a: number | null = 5): number => (a ?? 1) * x;
      return f(null) + f() + f(2);
    },
    [[2]],
    () => [8],
  ),
  program(
    "rest parameters",
    (x: number, ...rest: number[]) => {
      let s = x;
      for (const r of rest) s *= r;
      return s + rest.length * x;
    },
    [[2, 3, 4], [5]],
    (x, ...rest) => [
      rest.reduce((p, r) => p * r, 1) + rest.length,
      ...rest.map((_, i) => rest.reduce((p, r, j) => (i === j ? p : p * r), x)),
    ],
  ),
  program(
    "spread in calls",
    (xs: number[], y: number) => {
      const f = (a: number, b: number, c: number, d = 1): number => a + b * c * d;
      return f(...(xs as [number, number, number])) + f(y, ...(xs as [number, number]), y);
    },
    [[[2, 3, 4], 5]],
    ([a = 0, b = 0, c = 0]) => [[1 + b * c, c + a * c, b + a * b], 1],
  ),
  program(
    "spread in arrays",
    (xs: number[], y: number) => {
      const all = [y, ...xs, y * y, ...xs];
      let s = 0;
      for (let i = 0; i < all.length; i++) s += i * (all[i] as number);
      return s;
    },
    [[[2, 3], 5]],
    (_, y) => [[1 + 4, 2 + 5], 6 * y],
  ),
  program(
    "spread in records",
    (p: Point) => {
      const q: Point & { z?: number } = { ...p, y: p.x * p.y };
      q.z = 1;
      const r = { z: 10, w: 2, ...q };
      return r.x * r.y * r.z * r.w;
    },
    [[{ x: 2, y: 3 }]],
    ({ x, y }) => [{ x: 4 * x * y, y: 2 * x * x }],
  ),
  program(
    "computed and shorthand properties",
    (x: number) => {
      const letter = "a";
      const key = `${letter}b`;
      const y = x * x;
      const record: Record<string, number> = { [key]: x, y, "quoted name": 2, 3: x };
      return (
        (record["ab"] as number) * (record["y"] as number) * (record["quoted name"] as number) + (record[3] as number)
      );
    },
    [[2]],
    (x) => [6 * x * x + 1],
  ),
  program(
    "per-iteration bindings captured by closures",
    (x: number) => {
      const terms: (() => number)[] = [];
      for (let i = 1; i <= 3; i++) {
        let y = x * i;
        terms.push(() => (y *= i));
      }
      let s = 0;
      for (const term of terms) s += term() + term();
      return s * x;
    },
    [[2]],
    (x) => [2 * x * (1 + 1 + 4 + 8 + 9 + 27)],
  ),
  program(
    "a loop variable that a closure changes",
    (x: number) => {
      let s = 0;
      for (let i = 0; i < 6; i++) {
        const skip = (): void => {
          i++;
        };
        s += i * x;
        skip();
      }
      return s * x;
    },
    [[2]],
    (x) => [12 * x],
  ),
];

describe("bindings", () => {
  test.each(programs)("$name", checkProgram);

  test("a module variable that is assigned is read anew", () => {
    const f = grad((x: number) => offset * x);
    offset = 5;
    expect(f(2)).toBe(5);
    offset = 1;
    expect(f(2)).toBe(1);
  });
});
