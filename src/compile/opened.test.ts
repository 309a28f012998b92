// `vjp` and `J` return functions: these run specialised code, too, with what general code gives.

import { describe, expect, test } from "vitest";
import { grad, J, ready, vjp } from "../index.ts";
import * as general from "../prelude/derivatives.ts";
import { comparing } from "../host/code-modes.ts";
import { isAnswered } from "../test-support/is-answered.ts";
import { originOf } from "./origins.ts";

type F = (...args: never[]) => unknown;
type Pair = readonly [value: unknown, of: (...args: unknown[]) => unknown];
type Operator = (f: F, ...args: unknown[]) => Pair;

const operators = {
  vjp: [vjp, general.vjp],
  J: [J, general.J],
} as unknown as Readonly<Record<string, readonly [own: Operator, general: Operator]>>;

interface Program {
  readonly f: F;
  readonly args: readonly unknown[];
  readonly cotangents: readonly unknown[];
}

const factor = 1.5;

const programs: Readonly<Record<string, Program>> = {
  "a number": {
    f: (x: number) => Math.sin(x * x) * Math.exp(-x),
    args: [0.5],
    cotangents: [1, -2, 0],
  },
  "a loop over an array": {
    f: (xs: readonly number[], w: number) => {
      let s = 0;
      for (let i = 0; i < xs.length; i++) s += Math.sin(xs[i]! * w) * xs[i]!;
      return s;
    },
    args: [[1, 2, 3], 0.7],
    cotangents: [1, 2.5],
  },
  "an array as a result": {
    f: (xs: readonly number[]) => xs.map((x, i) => x * xs[(i + 1) % xs.length]! * factor),
    args: [[1, 2, 3, 4]],
    cotangents: [[1, 0, 0, 1], [1, 2, 3, 4], null],
  },
  records: {
    f: (p: { readonly a: number; readonly b: readonly number[] }) => ({ y: p.a * p.b[0]!, z: [p.a ** 2, p.b[1]!] }),
    args: [{ a: 2, b: [3, 4] }],
    cotangents: [{ y: 1, z: [1, 1] }, { y: 2 }],
  },
  "a result that is the argument": {
    f: (xs: readonly number[]) => xs,
    args: [[1, 2]],
    cotangents: [[1, 2]],
  },
  "rows, and a matrix that is written": {
    f: (a: readonly (readonly number[])[]) => {
      const b = a.map((row) => row.slice());
      for (let k = 1; k < b.length; k++) b[k]![0]! += b[k - 1]![0]! * b[k]![1]!;
      return b.map((row) => row[0]! * row[1]!);
    },
    args: [
      [
        [1, 2],
        [3, 4],
        [5, 6],
      ],
    ],
    cotangents: [[1, 1, 1]],
  },
  "typed arrays": {
    f: (xs: Float64Array) => xs.reduce((s, x) => s + x * x * x, 0),
    args: [Float64Array.of(1, 2, 3)],
    cotangents: [1, 2],
  },
  recursion: {
    f: (xs: readonly number[]) => {
      const sum = (k: number): number => (k === xs.length ? 1 : xs[k]! * sum(k + 1) + Math.sin(xs[k]!));
      return sum(0);
    },
    args: [[1, 2, 3, 4]],
    cotangents: [1, 3],
  },
};

describe.each(Object.entries(operators))("%s", (_operator, [own, general]) => {
  test.each(Object.entries(programs))("of %s", (_, { f, args, cotangents }) => {
    expect(isAnswered(own, f, ...args)).toBe(true);
    for (let k = 0; k < 3; k++) {
      const [[value, of], [expected, generally]] = [own(f, ...args), general(f, ...args)];
      expect(value).toEqual(expected);
      // Twice each: a pullback may be called any number of times.
      for (const g of [...cotangents, ...cotangents]) {
        expect(g === null || isAnswered(of, g)).toBe(true);
        expect(of(g)).toEqual(generally(g));
      }
    }
  });
});

test.each<[string, F, readonly unknown[], unknown, unknown]>([
  ["an empty array behind another property", (x: number) => ({ a: [], c: x * x }), [2], { c: 1 }, [4]],
  ["an empty array alone", () => [], [2], [], [0]],
  ["an empty record last", (x: number) => ({ c: x * x, b: {} }), [2], { c: 1, b: {} }, [4]],
  ["an empty record as the last argument", (x: number, _o: object) => x * x, [2, {}], 1, [4, {}]],
  ["one number twice", (x: number) => [x * x, x * x], [2], [1, 2], [12]],
])("a result with %s", (_, f, args, g, expected) => {
  for (const operator of [vjp, general.vjp] as unknown as Operator[])
    for (let k = 0; k < 3; k++) expect(operator(f, ...args)[1](g)).toEqual(expected);
});

const scale = { by: 2 };

test.each<[string, F, readonly unknown[], unknown]>([
  [
    // What is read of a variable of the module may be anything.
    "records of numbers that may be something else, in a loop",
    (bs: readonly { readonly a: number }[]) => {
      const cs = bs.map((b) => ({ ...b }));
      let s = scale.by;
      for (const c of cs) s += Math.sin(s * (c.a *= scale.by));
      return { s, t: cs[0]!.a };
    },
    [[{ a: 1 }, { a: 2 }]],
    { s: 1, t: 1 },
  ],
  [
    "records that refer to each other, by recursion",
    (xs: readonly number[]) => {
      const list = (k: number): unknown =>
        k < xs.length ? { v: xs[k]! * xs[0]! * scale.by, next: list(k + 1) } : null;
      return list(0);
    },
    [[1, 2, 3]],
    { v: 1, next: { v: 2, next: { v: 3, next: null } } },
  ],
])("%s: what specialised code returns in parts is differentiated by general code", async (_, f, args, g) => {
  await (ready as (...given: unknown[]) => Promise<unknown>)(vjp, f, ...args);
  const [[, of], [, generally]] = [operators["vjp"]![0](f, ...args), operators["vjp"]![1](f, ...args)];
  expect(isAnswered(vjp, f, ...args)).toBe(true);
  const run = general.vjp as unknown as Operator;
  const [[value, back], [expected, expectedBack]] = [run(of, g), run(generally, g)];
  expect(value).toEqual(expected);
  expect(back(expected)).toEqual(expectedBack(expected));
});

test("arrays of records, where there are numbers instead", async () => {
  // What it reads of the module keeps it from running again: the structure is a part of the result.
  const f = (x: number, unread: readonly unknown[]): number => x * x * (unread.length - 1) * scale.by;
  for (const others of [[{ a: 1 }, { a: 2 }], [3, 4, 5], []]) {
    await (ready as (...given: unknown[]) => Promise<unknown>)(vjp, f, 3, [{ a: 1 }]);
    const [[, of], [, generally]] = [operators["vjp"]![0](f, 3, others), operators["vjp"]![1](f, 3, others)];
    for (let k = 0; k < 3; k++) expect(of(1)).toEqual(generally(1));
    expect((general.vjp as unknown as Operator)(of, 1)[0]).toEqual(generally(1));
  }
});

test("a pullback of a call runs specialised code", () => {
  const { f, args } = programs["a loop over an array"]!;
  const [, pullback] = (vjp as unknown as Operator)(f, ...args);
  expect(isAnswered(vjp, f, ...args)).toBe(true);
  expect(isAnswered(pullback, 2)).toBe(true);
});

test("pullbacks are those of their own calls, of fresh functions too", () => {
  const made = [1, 2, 3].map((k) => vjp((x: number) => Math.sin(k * x), k)[1]);
  expect(made.map((pullback) => pullback(1)[0])).toEqual([1, 2, 3].map((k) => k * Math.cos(k * k)));
});

test("what is written after the call does not change its pullback", () => {
  const f = (xs: readonly number[]): number => xs[0]! * xs[0]! * xs[1]!;
  for (let k = 0; k < 3; k++) {
    const xs = [2, 3];
    const [, pullback] = vjp(f, xs);
    xs[0] = 100;
    expect(pullback(1)).toEqual([[12, 4]]);
    xs.length = 1;
    xs.push(7);
    expect(pullback(2)).toEqual([[24, 8]]);
  }
});

test("an array that comes twice is taken for two", () => {
  const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((s, x, i) => s + x * b[i]! * b[i]!, 0);
  const xs = [1, 2, 3];
  for (let k = 0; k < 3; k++)
    expect(vjp(dot, xs, xs)[1](1)).toEqual([
      [1, 4, 9],
      [2, 8, 18],
    ]);
});

test("a cotangent of another shape is refused as by general code, and the next call is right", () => {
  const { f, args } = programs["an array as a result"]!;
  const [, pullback] = (vjp as unknown as Operator)(f, ...args);
  const [, generally] = (general.vjp as unknown as Operator)(f, ...args);
  const messageOf = (run: () => unknown): string => {
    try {
      return String(run());
    } catch (error) {
      return (error as Error).message;
    }
  };
  for (const wrong of [1, [1, 2], { a: 1 }, "text"])
    expect(messageOf(() => pullback(wrong))).toBe(messageOf(() => generally(wrong)));
  expect(pullback([1, 2, 3, 4])).toEqual(generally([1, 2, 3, 4]));
});

test("an infinite cotangent, and a NaN", () => {
  const zero = 0;
  const f = (xs: readonly number[]): number => xs[0]! * zero + xs[1]!;
  const [[, pullback], [, generally]] = [vjp(f, [1, 2]), (general.vjp as unknown as Operator)(f, [1, 2])];
  for (const g of [Infinity, NaN, -0]) expect(pullback(g)).toEqual(generally(g));
});

test("a pullback is differentiated", () => {
  const [, pullback] = vjp((x: number, y: number) => x * x * y, 3, 5);
  pullback(1);
  expect(grad((g: number) => pullback(g)[0] ** 2)(2)).toBe(2 * 2 * 30 ** 2);
});

test("a derivative of what a pullback gives", () => {
  const slope = (x: number): number => vjp((y: number) => y ** 3, x)[1](1)[0];
  for (let k = 0; k < 3; k++) expect([slope(2), grad(slope)(2), grad(grad(slope))(2)]).toEqual([12, 12, 6]);
});

test("in the checked mode calls of a pullback are compared, too", () => {
  const { f, args, cotangents } = programs["a loop over an array"]!;
  const [, pullback] = comparing(() => (vjp as unknown as Operator)(f, ...args));
  expect(isAnswered(pullback, cotangents[0])).toBe(true);
  expect(pullback).not.toBe(originOf(pullback).general);
  const [, generally] = (general.vjp as unknown as Operator)(f, ...args);
  for (const g of cotangents) expect(comparing(() => pullback(g))).toEqual(generally(g));
  // A function that does not agree with itself proves nothing, nor does its pullback.
  const [, ofRandom] = comparing(() => vjp((x: number) => x * Math.random(), 2));
  expect(comparing(() => ofRandom(1))).toHaveLength(1);
  originOf(pullback).standFor(() => [[0, 0, 0], 0]);
  expect(() => comparing(() => pullback(1))).toThrow("differ");
});
