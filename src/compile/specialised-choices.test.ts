// One of several functions, of which it is known when the code runs only which: specialised code has a call of each.

import { describe, expect, test } from "vitest";
import { grad, hvp } from "../index.ts";
import * as general from "../prelude/derivatives.ts";
import { expectClose } from "../test-support/expect-close.ts";
import { isSpecialised } from "../test-support/is-specialised.ts";

type F = (m: number[]) => number;
type Curve = (x: number) => number;

const sum = (xs: readonly number[]): number => xs.reduce((s, x) => s + x, 0);
const curves = {
  square: (x: number): number => x * x,
  wave: (x: number): number => Math.sin(3 * x),
};
const listed: readonly Curve[] = [Math.exp, (x) => x ** 3, Math.tanh];
const nameOf = (k: number): keyof typeof curves => (k % 2 === 0 ? "square" : "wave");
const through = (x: number, bend: Curve = (z) => 2 * z): number => bend(x);
const applied = (x: number, bend?: Curve): number => (bend ? bend(x) : x) + (bend === undefined ? x * x : 0);
const named = (x: number, bend: Curve | null): number => (typeof bend === "function" ? bend(x) : 5 * x);
const power = (x: number, n: number, by: Curve): number => (n === 0 ? 1 : by(x) * power(x, n - 1, by));

const programs: Readonly<Record<string, F>> = {
  "a table of the module, by name": (m) => sum(m.map((x, k) => curves[nameOf(k)](x))),
  "a list of the module, by index": (m) => sum(m.map((x, k) => listed[k % 3]!(x))),
  "a table of the call, by name": (m) => {
    const table: Record<string, Curve> = { square: (x) => x * m[0]!, wave: Math.cos };
    return sum(m.map((x, k) => table[nameOf(k)]!(x)));
  },
  "a list of the call, by index": (m) => {
    const list: Curve[] = [(x) => x * x, (x) => m[0]! * x, Math.sin];
    return sum(m.map((x, k) => list[k % 3]!(x)));
  },
  "functions of one code in a list": (m) => {
    const list = [2, 3].map((n) => (x: number) => x ** n * m[1]!);
    return sum(m.map((x, k) => list[k % 2]!(x)));
  },
  "one or the other, chosen outside of a loop": (m) => {
    const bend: Curve = m[0]! > 0.5 ? (x) => x * m[0]! : (x) => x + m[0]! ** 2;
    return sum(m.map((x) => bend(x))) + sum(m.map(bend));
  },
  "one or the other, chosen in a loop": (m) => {
    let s = 0;
    for (const x of m) s += (x > 0.5 ? Math.sin : curves.square)(x);
    return s;
  },
  "one of three, chosen twice": (m) =>
    sum(
      m.map((x) => {
        const two: Curve = x > 0 ? (y) => y * x : Math.exp;
        const three = x > 0.8 ? curves.wave : two;
        return three(x) * two(x);
      }),
    ),
  "a callback that may be absent, with a default": (m) =>
    sum(m.map((x, k) => through(x, k % 2 === 0 ? Math.sin : undefined))),
  "a callback that is asked for": (m) => sum(m.map((x, k) => applied(x, k % 2 === 0 ? Math.sin : undefined))),
  "a callback that may be null": (m) => sum(m.map((x, k) => named(x, k % 2 === 0 ? curves.square : null))),
  "functions that count": (m) => {
    let count = 0;
    const up: Curve = (x) => x * ++count;
    const down: Curve = (x) => x - count;
    let s = 0;
    for (const x of m) s += (x > 0.5 ? up : down)(x);
    return s * count;
  },
  "functions that write": (m) => {
    const seen: number[] = [];
    const keep = (x: number): number => seen.push(x * x);
    const twice = (x: number): number => seen.push(x, x);
    m.forEach((x) => (x > 0.5 ? keep : twice)(x));
    return sum(seen);
  },
  "functions of arrays": (m) => {
    const both = m[0]! > 0.5 ? (xs: number[]) => xs.map((x) => x * x) : (xs: number[]) => xs.slice(1);
    return sum(both(m)) + sum(both([...m, 2]));
  },
  "functions that make records": (m) => {
    const make = m[0]! > 0.5 ? (x: number) => ({ x, y: 1 }) : (x: number) => ({ x: 1, y: x });
    return sum(m.map((v) => make(v).x * make(v).y * v));
  },
  "functions that make functions": (m) => {
    const make =
      m[0]! > 0.5
        ? (a: number): Curve =>
            (x) =>
              a * x
        : (a: number): Curve =>
            (x) =>
              x - a * a;
    return sum(m.map(make(m[1]!)));
  },
  "in recursion": (m) => power(m[0]!, 4, m[1]! > 0 ? Math.sin : curves.square) + power(m[1]!, 3, curves.wave),
  "a choice that is compared": (m) => {
    const bend = m[0]! > 0.5 ? curves.square : curves.wave;
    return sum(m.map((x) => (bend === curves.square ? 2 * x : bend(x))));
  },
  "inner derivatives of one of two functions": (m) => {
    const bend = m[0]! > 0.5 ? curves.square : curves.wave;
    return sum(m.map((x) => grad(bend)(x) * x));
  },
};

describe("one of several functions", () => {
  test.each(Object.entries(programs))("%s", (name, f) => {
    for (const m of [
      [0.7, 1.1],
      [0.4, -0.6, 0.9],
    ]) {
      expect(isSpecialised(grad(f), m)).toBe(true);
      expectClose(grad(f)(m), general.grad(f as never)(m), 1e-13, name);
      const v = m.map((_, k) => 1 - k / 3);
      expectClose(hvp(f)(m, v), general.hvp(f as never)(m, v), 1e-12, name);
    }
  });
});

const replaced: Record<string, Curve> = { a: (x) => x * x, b: (x) => 2 * x };
const byName = (x: number[], name: string): number =>
  x.reduce((s, v) => s + (replaced[name] ?? ((z: number): number => z))(v), 0);

test("a table whose functions are replaced, and names that it has not", () => {
  const gradient = grad(byName);
  for (let k = 0; k < 3; k++) {
    expect(gradient([3, 4], "a")).toEqual([6, 8]);
    expect(gradient([3, 4], "b")).toEqual([2, 2]);
    expect(gradient([3, 4], "none")).toEqual([1, 1]);
    expect(() => gradient([3, 4], "toString")).toThrow("returned a value of type string");
  }
  replaced["a"] = (x) => x ** 3;
  for (let k = 0; k < 3; k++) {
    expect(gradient([3, 4], "a")).toEqual([27, 48]);
    expect(gradient([3, 4], "b")).toEqual([2, 2]);
  }
  replaced["c"] = Math.exp;
  for (let k = 0; k < 3; k++) expect(gradient([0, 0], "c")).toEqual([1, 1]);
  delete replaced["b"];
  for (let k = 0; k < 3; k++) expect(gradient([3, 4], "b")).toEqual([1, 1]);
});

test("a call of what is absent throws what it always throws", () => {
  const f = (x: number[], k: number): number => ([Math.sin, curves.square][k] as Curve)(x[0]!);
  for (let t = 0; t < 3; t++) {
    expect(grad(f)([3], 1)).toEqual([6]);
    for (const k of [2, -1, 0.5]) expect(() => grad(f)([3], k)).toThrow(TypeError);
  }
  const g = (x: number[], by?: Curve): number => (x[0]! > 1 ? Math.sin : by)!(x[0]!);
  for (let t = 0; t < 3; t++) {
    expect(grad(g)([2])).toEqual([Math.cos(2)]);
    expect(() => grad(g)([0.5])).toThrow(TypeError);
  }
});

test("functions of one code are told apart where another one may take their place", () => {
  const f: F = (m) => {
    const list = [2, 3].map((n) => (x: number) => x ** n * m[1]!);
    return sum(m.map((x, k) => (x > 0.8 ? Math.sin : list[k % 2]!)(x)));
  };
  for (const m of [
    [0.7, 0.5, 0.6],
    [0.4, 0.6, 0.9],
  ])
    for (let k = 0; k < 3; k++) expectClose(grad(f)(m), general.grad(f as never)(m), 1e-13, "one of one code");
});
