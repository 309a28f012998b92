// Small programs as people write them, each a mixture of several constructs.

import { describe, test } from "vitest";
import { checkProgram, program, type AnyProgram } from "../test-support/check-program.ts";

interface Cell {
  v: number;
  next: Cell | null;
}

const axpy = (a: number[], b: number[], s: number): number[] => a.map((v, i) => v + s * b[i]!);

const programs: readonly AnyProgram[] = [
  program(
    "reduce with index and array",
    (xs: number[]) => xs.reduce((s, x, i, a) => s + x * a[(i + 1) % a.length]!, 0),
    [[[1, 2, 3]]],
  ),
  program(
    "map over map",
    (m: number[][]) =>
      m
        .map((r) => r.map((x) => x * x))
        .map((r) => r.reduce((a, b) => a * b))
        .reduce((a, b) => a + b),
    [
      [
        [
          [1, 2],
          [3, 4],
        ],
      ],
    ],
  ),
  program(
    "an array of closures",
    (xs: number[]) => {
      const fs = xs.map((x) => (y: number) => x * y);
      let r = 1;
      for (const f of fs) r = f(r) + f(2);
      return r;
    },
    [[[1, 2, 3]]],
  ),
  program(
    "callbacks that assign",
    (xs: number[]) => {
      let s = 1;
      const r = xs.map((x) => (s *= x));
      return r.reduce((a, b) => a + b, 0) * s;
    },
    [[[1, 2, 3]]],
  ),
  program(
    "a memo table with text keys",
    (x: number) => {
      const memo: Record<string, number> = {};
      const fib = (n: number): number => {
        if (n < 2) return x;
        const key = `n${n}`;
        if (memo[key] !== undefined) return memo[key];
        return (memo[key] = fib(n - 1) + fib(n - 2) * x);
      };
      return fib(8);
    },
    [[1.1]],
  ),
  program(
    "a memo table with number keys",
    (x: number) => {
      const memo: Record<number, number> = {};
      const fib = (n: number): number => {
        if (n < 2) return x;
        if (n in memo) return memo[n]!;
        return (memo[n] = fib(n - 1) + fib(n - 2) * x);
      };
      return fib(8);
    },
    [[1.1]],
  ),
  program(
    "a linked list",
    (x: number) => {
      let list = null as Cell | null;
      for (let i = 0; i < 5; i++) list = { v: x * i, next: list };
      let s = 1;
      for (let cell = list; cell !== null; cell = cell.next) s = s * 0.5 + cell.v * x;
      return s;
    },
    [[1.1]],
  ),
  program(
    "a state machine",
    (x: number) => {
      const state = { a: x, b: 1 };
      const step = (): number => {
        [state.a, state.b] = [state.b * x, state.a + state.b];
        return state.a;
      };
      let s = 0;
      for (let i = 0; i < 5; i++) s += step();
      return s;
    },
    [[1.1]],
  ),
  program(
    "the inverse of a matrix, by elimination",
    (a: number[][]) => {
      const n = a.length;
      const m = a.map((r, i) => [...r, ...r.map((_, j) => (i === j ? 1 : 0))]);
      for (let c = 0; c < n; c++) {
        const p = m[c]![c]!;
        m[c] = m[c]!.map((v) => v / p);
        for (let r = 0; r < n; r++) {
          if (r === c) continue;
          const k = m[r]![c]!;
          m[r] = m[r]!.map((v, j) => v - k * m[c]![j]!);
        }
      }
      let s = 0;
      for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) s += (i + 2 * j) * m[i]![n + j]!;
      return s;
    },
    [
      [
        [
          [2, 1],
          [1, 3],
        ],
      ],
    ],
  ),
  program(
    "a differential equation, by Runge and Kutta",
    (k: number, start: number) => {
      const f = (t: number, y: number[]): number[] => [y[1]!, -k * y[0]! + 0.1 * t];
      let y = [start, 0];
      const h = 0.1;
      let t = 0;
      while (t < 0.95) {
        const k1 = f(t, y);
        const k2 = f(t + h / 2, axpy(y, k1, h / 2));
        const k3 = f(t + h / 2, axpy(y, k2, h / 2));
        const k4 = f(t + h, axpy(y, k3, h));
        y = y.map((v, i) => v + (h / 6) * (k1[i]! + 2 * k2[i]! + 2 * k3[i]! + k4[i]!));
        t += h;
      }
      return y[0]! * y[1]!;
    },
    [[2, 1]],
  ),
  program(
    "an interpreter of operations",
    (ops: { op: string; v: number }[]) => {
      let acc = 1;
      for (const { op, v } of ops) {
        switch (op) {
          case "add":
            acc += v;
            break;
          case "mul":
            acc *= v;
            break;
          case "pow":
            acc **= v;
            break;
          default:
            acc = -acc;
        }
      }
      return acc;
    },
    [
      [
        [
          { op: "add", v: 2 },
          { op: "mul", v: 3 },
          { op: "pow", v: 1.5 },
          { op: "neg", v: 0 },
        ],
      ],
    ],
  ),
  program(
    "conditions inside arguments",
    (x: number, y: number) => Math.max(x > 1 ? x * y : y, (y && x) || 1) + (x > y ? (x > 2 ? x : y) : x * x),
    [
      [1.5, 2],
      [3, 1],
    ],
  ),
  program(
    "an assignment in a condition",
    (x: number) => {
      let y = x;
      let n = 0;
      while ((y = y * 0.7 + 0.1) > 0.5) n++;
      return y * (n + 1);
    },
    [[3]],
  ),
  program(
    "continue in do",
    (x: number) => {
      let i = 0;
      let y = x;
      do {
        i++;
        if (i === 2) continue;
        y *= x + i;
      } while (i < 4);
      return y;
    },
    [[0.5]],
  ),
  program(
    "closures of a loop that continues",
    (x: number) => {
      const fs: (() => number)[] = [];
      for (let i = 0; i < 4; i++) {
        if (i === 1) continue;
        fs.push(() => x ** i * i);
      }
      return fs.map((f) => f()).reduce((a, b) => a + b, 0);
    },
    [[1.3]],
  ),
  program(
    "a record of a typed array and a number",
    (p: { w: Float64Array; b: number }) => {
      let s = p.b;
      for (const v of p.w) s = Math.tanh(s * v);
      p.w[0] = s;
      return s + p.w[0] * p.b;
    },
    [[{ w: new Float64Array([0.5, 2]), b: 0.3 }]],
  ),
  program(
    "a standard deviation",
    (xs: number[]) => {
      const mean = xs.reduce((a, b) => a + b) / xs.length;
      return Math.sqrt(xs.reduce((s, x) => s + (x - mean) ** 2, 0) / (xs.length - 1));
    },
    [[[1, 2, 4]]],
  ),
  program(
    "a softmax",
    (xs: number[]) => {
      const m = Math.max(...xs);
      const e = xs.map((x) => Math.exp(x - m));
      return Math.log(e[1]! / e.reduce((a, b) => a + b));
    },
    [[[1, 2, 4]]],
  ),
  program(
    "elements exchanged by a pattern",
    (xs: number[]) => {
      [xs[0], xs[2]] = [xs[2]!, xs[0]!];
      return xs[0] * xs[0] + xs[2];
    },
    [[[1, 2, 4]]],
  ),
  program(
    "a parameter that is captured and assigned",
    (x: number) => {
      const f = (): number => x;
      x = x * x;
      const g = (): number => (x = x * 2);
      return f() + g() + f();
    },
    [[3]],
  ),
  program(
    "recursion over rest parameters",
    (...xs: number[]) => {
      const product = (a = 1, ...r: number[]): number => (r.length === 0 ? a : a * product(...r));
      return product(...xs);
    },
    [[2, 3, 4]],
  ),
  program(
    "functions that make functions",
    (x: number) => {
      const table = {
        square: (v: number) => v * v,
        twice: (f: (v: number) => number) => (v: number) => f(f(v)),
      };
      return table.twice(table.square)(x) + table["square"](x);
    },
    [[1.3]],
  ),
  program(
    "a default that is a closure",
    (x: number) => {
      const f = (a = x, g = (): number => a * x): number => g();
      return f() + f(2);
    },
    [[1.3]],
  ),
  program(
    "two updates of a loop",
    (x: number) => {
      let s = 0;
      for (let i = 0, p = 1; i < 4; i++, p *= x) s += p;
      return s;
    },
    [[1.3]],
  ),
  program(
    "rows with a negative number are left",
    (m: number[][]) => {
      let s = 0;
      rows: for (const r of m) {
        for (const v of r) {
          if (v < 0) continue rows;
          s += v * v;
        }
        s *= 2;
      }
      return s;
    },
    [[[[1, 2], [3, -1, 5], [2]]]],
  ),
  program(
    "early returns in a callback",
    (xs: number[]) => {
      const grown = xs.map((x) => {
        if (x < 0) return -x;
        for (let i = 0; i < 3; i++) {
          x = x * 1.1;
          if (x > 4) return x * 2;
        }
        return x;
      });
      return grown.reduce((a, b) => a * b, 1);
    },
    [[[-1, 3, 1]], [[3.5, -2]]],
  ),
  program(
    "optional members, deep",
    (p: { a?: { b?: number[] } }) => (p.a?.b?.[0] ?? 1) * (p.a?.b?.map((x) => x * x)[1] ?? 2),
    [[{ a: { b: [2, 3] } }], [{}]],
  ),
  program(
    "one array under two names of a record",
    (w: number[]) => {
      const p = { a: w, b: w };
      p.a[0] = p.b[0]! * 3;
      return p.b[0]! * p.a[1]!;
    },
    [[[2, 3]]],
  ),
  program("a power of a power", (x: number, y: number) => (x ** y) ** (y * 0.5), [[1.5, 0.7]]),
  program(
    "records sorted by a key",
    (rows: { k: number; v: number }[]) => {
      const sorted = [...rows].sort((a, b) => a.k - b.k);
      return sorted[0]!.v * 2 + sorted[1]!.v ** 2;
    },
    [
      [
        [
          { k: 2, v: 3 },
          { k: 1, v: 5 },
        ],
      ],
    ],
  ),
  program(
    "an array filled with one array",
    (x: number) => {
      const one = [x];
      // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type
      const a = new Array<number[]>(3).fill(one);
      a[0]![0]! *= x;
      return a[2]![0]! * x;
    },
    [[2]],
  ),
  program(
    "a loop downwards",
    (xs: number[]) => {
      const n = xs.length;
      let s = 0;
      for (let i = n - 1; i >= 0; i--) s = s * 0.5 + xs[i]! * (n - i);
      return s;
    },
    [[[1, 2, 3]]],
  ),
];

describe("mixtures", () => {
  test.each(programs)("$name", checkProgram);
});
