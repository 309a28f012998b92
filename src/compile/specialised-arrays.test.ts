// Arrays, typed arrays and records under operators: specialised code gives what general code gives, call after call of
// one entry, whatever the calls before were like.

import { describe, expect, test } from "vitest";
import { grad, hvp, jacfwd, valueAndGrad } from "../index.ts";
import * as general from "../prelude/derivatives.ts";
import { expectClose } from "../test-support/expect-close.ts";
import { isAnswered } from "../test-support/is-answered.ts";
import { isSpecialised } from "../test-support/is-specialised.ts";
import { codeOf } from "./plans.ts";

/** The functions take what the calls pass. */
type Fn = (...args: never[]) => unknown;
type Call = (...args: unknown[]) => unknown;
type Operator = (f: Fn, options?: unknown) => Call;

const f64 = (...xs: number[]): Float64Array => Float64Array.from(xs);

interface Case {
  readonly f: Fn;
  /** Arguments of calls, one after another, made anew for each operator. */
  readonly calls: () => readonly (readonly unknown[])[];
  /** Whether the first call runs specialised code. */
  readonly isSpecialised?: boolean;
  readonly argnums?: readonly number[];
  readonly order?: 1;
}

const sum = (xs: ArrayLike<number>): number => {
  let s = 0;
  for (let i = 0; i < xs.length; i++) s += xs[i]! * xs[i]!;
  return s;
};

const data = [1, 2, 3];
const rows = [
  [1, 2],
  [3, 4],
];
let scale = 2;
let variable: unknown[] = [];
const shared = new Float64Array(4);

class Doubled extends Array<number> {
  override reduce(): never {
    return 1000 as never;
  }
}

const cases: Readonly<Record<string, Case>> = {
  "an array that the next loop reads by another name": {
    f: (x: number[], k: number) => {
      const n = x.length;
      const [a, b] = [new Float64Array(n), new Float64Array(n)];
      for (let i = 0; i < n; i++) a[i] = x[i]! ** 2;
      let s = 0;
      for (let j = 0; j < n; j++) {
        const c = j < k ? a : b;
        s += c[n - 1 - j]! * (j + 1);
      }
      return s;
    },
    calls: () => [
      [[1, 2, 3], 2],
      [[1, 2, 3, 4], 1],
    ],
    isSpecialised: true,
  },
  "arrays of a list that is made between two loops": {
    f: (x: number[], k: number) => {
      const n = x.length;
      const [a, b] = [new Array<number>(n).fill(0), new Array<number>(n).fill(0)];
      for (let i = 0; i < n; i++) a[i] = x[i]! ** 2;
      const m = [a, b];
      let s = 0;
      for (let j = 0; j < n; j++) s += m[j % 2]![n - 1 - j]! * (j + 1);
      return s + m[k]!.length;
    },
    calls: () => [
      [[1, 2, 3], 1],
      [[1, 2, 3, 4], 0],
    ],
    isSpecialised: true,
  },
  "keys that are within bounds in some runs of an inner loop only": {
    f: (x: number[], w: number[]) => {
      const n = x.length;
      let s = 0;
      if (0 < n) {
        const a = new Float64Array(n);
        let p = 0;
        for (let t = 0; t < w.length; t++) {
          const m = w[t]! | 0;
          let [j, last] = [p, p];
          do {
            if (m <= n) {
              a[j] = x[0]! * x[1]!;
              s += a[j] ?? 0.5;
            }
            last = j;
            j++;
          } while (j < m);
          p = last;
        }
      }
      return s;
    },
    calls: () => [
      [
        [1, 2, 3],
        [10, 2],
      ],
    ],
    isSpecialised: true,
  },
  "a copy in a Float32Array": {
    f: (x: number[]) => {
      const n = x.length;
      const a = new Float32Array(n);
      for (let i = 0; i < n; i++) a[i] = x[i]!;
      let s = 0;
      for (let j = 0; j < n; j++) s += (a[j]! - 16777216) * a[n - 1 - j]!;
      return s;
    },
    calls: () => [[[16777217, 3]]],
    isSpecialised: true,
  },
  "arrays and typed arrays by turns": {
    f: sum,
    calls: () => [[[1, 2, 3]], [f64(4, 5)], [[]], [[7]], [f64()], [[1, 2, 3]]],
    isSpecialised: true,
  },
  "arrays with holes, and what is no number": {
    f: (xs: number[]) => xs.reduce((a, x) => a + (typeof x === "number" ? x * x : 0), 0),
    // oxlint-disable-next-line no-sparse-arrays
    calls: () => [[[1, 2]], [[1, , 2]], [[1, undefined, 3]], [[1, "2", 3]], [[4, 5]]],
    isSpecialised: true,
  },
  "an array with methods of its own": {
    f: (xs: number[]) => xs.reduce((a, x) => a + x * x, 0) + xs[0]!,
    calls: () => [[[1, 2]], [Doubled.from([1, 2])], [[3]]],
    isSpecialised: true,
    order: 1,
  },
  "an array in a variable of the module": {
    f: (xs: number[]) => xs[0]! * (variable[0] as number),
    calls: () => {
      variable = [3];
      return [[[1, 2]], [variable], [[4]]];
    },
    order: 1,
  },
  "reads beyond the end": {
    f: (xs: number[]) => xs[0]! * (xs[1] ?? 7) + (xs[-1] ?? xs[0]!),
    calls: () => [[[1, 2]], [[3]], [[2, 5]]],
    isSpecialised: true,
    order: 1,
  },
  "an array read past its end in one call": {
    f: (xs: number[], n: number) => {
      let s = 0;
      for (let i = 0; i < n; i++) s += (xs[i] ?? 10) * xs[0]!;
      return s;
    },
    calls: () => [
      [[1, 2, 3], 3],
      [[1, 2, 3], 5],
      [[1, 2, 3], 2],
    ],
    argnums: [0],
    isSpecialised: true,
  },
  "a function that writes to its argument": {
    f: (xs: number[]) => {
      xs[0]! *= 3;
      return sum(xs);
    },
    calls: () => [[[1, 2]], [[3, 4]]],
  },
  "a function that adds to its argument": {
    f: (xs: number[]) => {
      xs.push(xs[0]! * 2);
      return sum(xs);
    },
    calls: () => [[[1, 2]], [[3, 4]]],
    order: 1,
  },
  "one array twice": {
    f: (xs: number[], ys: number[]) => xs[0]! * ys[0]! + sum(ys),
    calls: () => {
      const xs = [2, 3];
      return [
        [
          [1, 2],
          [3, 4],
        ],
        [xs, xs],
        [[5, 6], xs],
      ];
    },
    argnums: [0, 1],
    isSpecialised: true,
  },
  "views of one buffer": {
    f: (xs: Float64Array, ys: Float64Array) => sum(xs) * ys[0]! + sum(ys),
    calls: () => {
      const all = f64(1, 2, 3, 4);
      return [
        [f64(1, 2), f64(3)],
        [all.subarray(0, 3), all.subarray(1)],
        [all.subarray(1, 3), f64(2)],
      ];
    },
    argnums: [0, 1],
    isSpecialised: true,
    order: 1,
  },
  "a typed array that is a view of the captured one": {
    f: (xs: Float64Array) => sum(xs) * shared[0]!,
    calls: () => {
      shared.set([1, 2, 3, 4]);
      return [[f64(1, 2)], [shared.subarray(0, 2)], [f64(3)]];
    },
    isSpecialised: true,
    order: 1,
  },
  "rows, with one row twice": {
    f: (m: number[][]) => m.reduce((s, row) => s + row[0]! * row[1]!, 0),
    calls: () => {
      const row = [5, 6];
      return [
        [
          [
            [1, 2],
            [3, 4],
          ],
        ],
        [[row, row]],
        [[[7, 8]]],
        [[]],
      ];
    },
    isSpecialised: true,
  },
  "rows of typed arrays, then of arrays": {
    f: (m: number[][]) => {
      let s = 0;
      for (const row of m) for (const x of row) s += x * x * x;
      return s;
    },
    calls: () => [[[f64(1, 2), f64(3)]], [[[1, 2], [3]]], [[f64(1), [2]]]],
    isSpecialised: true,
    order: 1,
  },
  "a captured array that changes": {
    f: (x: number) => data.reduce((s, d) => s + Math.sin(d * x), 0),
    calls: () => {
      data[0] = 1;
      return [[0.5], [0.7]];
    },
    isSpecialised: true,
  },
  "captured rows and a variable of the module": {
    f: (xs: number[]) => rows.reduce((s, row) => s + scale * row[0]! * xs[0]! + row[1]! * xs[1]! * xs[1]!, 0),
    calls: () => [[[1, 2]], [[3, 4]]],
  },
  "a record of numbers and arrays": {
    f: ({ a, w, inner }: { a: number; w: number[]; inner: { b: number } }) => a * sum(w) * inner.b + a * a,
    calls: () => [
      [{ a: 2, w: [1, 2], inner: { b: 3 } }],
      [{ a: 3, w: [1, 2, 3], inner: { b: -1 } }],
      // Other keys, another order, and more of them.
      [{ w: [1], a: 1, inner: { b: 2 } }],
      [{ a: 3, w: [1], inner: { b: -1 }, more: 4 }],
      [{ a: 2, w: f64(1, 2), inner: { b: 3 } }],
    ],
    isSpecialised: true,
  },
  "records that are written, compared and counted": {
    f: (p: { a: number; n: number }, q: { a: number; n: number }) => {
      if (p === q) return p.a * 7;
      p.a *= 2;
      return p.a * q.a * Object.keys(p).length;
    },
    calls: () => {
      const one = { a: 2, n: 1 };
      return [
        [
          { a: 1, n: 1 },
          { a: 3, n: 1 },
        ],
        [one, one],
      ];
    },
    argnums: [0, 1],
    order: 1,
  },
  "a record twice, where what is in both is compared": {
    f: (p: { a: number; m: string }, q: { a: number; m: string }) => (p.m === q.m ? p.a * q.a : 0) + p.a,
    calls: () => {
      const one = { a: 3, m: "x" };
      return [
        [
          { a: 1, m: "x" },
          { a: 2, m: "x" },
        ],
        [one, one],
      ];
    },
    argnums: [0, 1],
  },
  "the same array in two records": {
    f: (p: { w: number[] }, q: { w: number[] }) => p.w[0]! * q.w[0]! * q.w[1]!,
    calls: () => {
      const w = [2, 3];
      return [
        [{ w: [1, 2] }, { w: [3, 4] }],
        [{ w }, { w }],
        [{ w: [1] }, { w }],
      ];
    },
    argnums: [0, 1],
    isSpecialised: true,
  },
  "numbers that are not finite": {
    f: (xs: number[]) => xs.reduce((s, x) => s + Math.sqrt(x) * xs[0]!, 0),
    calls: () => [[[1, 2]], [[0, 4]], [[NaN, 1]], [[Infinity, 1]], [[4, 0]]],
    isSpecialised: true,
    order: 1,
  },
  "arrays made and filled in the function": {
    f: (xs: number[]) => {
      const ys = xs.map((x) => x * x).filter((y) => y > 1);
      const zs = new Float64Array(ys.length);
      for (let i = 0; i < zs.length; i++) zs[i] = (zs[i - 1] ?? 1) * ys[i]!;
      const list: number[] = [];
      for (const z of zs) list.push(z, z + 1);
      return list.reduce((a, b) => a + b, 0) + xs.slice(1).reverse().concat(ys)[0]!;
    },
    calls: () => [[[1, 2, 3]], [[3, 0.5, 2]]],
  },
  "an array of arrays that is made and written": {
    f: (xs: number[]) => {
      const m = xs.map((x) => [x, x * x]);
      for (const row of m) row[0]! += row[1]!;
      m[0]![1] = 3 * xs[1]!;
      return m.flat().reduce((a, b) => a + b * b, 0);
    },
    calls: () => [[[1, 2]], [[2, 3]]],
  },
  "an array that shrinks": {
    f: (xs: number[]) => {
      const ys = xs.map((x) => 2 * x);
      let s = 0;
      while (ys.length > 1) s += ys.pop()! * ys[0]!;
      return s;
    },
    calls: () => [[[1, 2, 3]], [[4, 5]]],
  },
  "in place, back and forth": {
    f: (xs: Float64Array) => {
      const u = xs.slice();
      for (let t = 0; t < 3; t++) for (let i = 1; i + 1 < u.length; i++) u[i]! += 0.1 * (u[i - 1]! + u[i + 1]!) * u[i]!;
      return sum(u);
    },
    calls: () => [[f64(1, 2, 3, 4)], [f64(1, 2)], [f64(2, 1, 0.5)]],
    isSpecialised: true,
  },
  "rows: the largest of each, then what is left": {
    f: (m: number[][]) =>
      m
        .map((row) => {
          const max = row.reduce((a, x) => (x > a ? x : a), -Infinity);
          return row.map((x) => Math.exp(x - max)).reduce((s, t) => s + t * t, 0) + max * row[1]!;
        })
        .reduce((s, t) => s + t, 0),
    calls: () => [
      [
        [
          [1, 2],
          [4, 3],
        ],
      ],
      [
        [
          [1, 2, 1],
          [4, 3, 5],
          [0, 1, 0],
        ],
      ],
    ],
    isSpecialised: true,
  },
  "rows: a product of matrices, with loops": {
    f: (a: number[][], b: number[][]) => {
      let s = 0;
      const c: number[][] = [];
      for (let i = 0; i < a.length; i++) {
        const row: number[] = [];
        for (let j = 0; j < b[0]!.length; j++) {
          let z = 0;
          for (let k = 0; k < b.length; k++) z += a[i]![k]! * b[k]![j]!;
          row.push(z > 0 ? z * z : z);
        }
        c.push(row);
      }
      for (const row of c) for (const z of row) s += Math.sin(z);
      return s;
    },
    calls: () => [
      [
        [
          [1, 2],
          [3, -4],
          [0.5, 1],
        ],
        [
          [0.1, 0.2],
          [0.3, 0.4],
        ],
      ],
      [[[1]], [[2, 3]]],
    ],
    argnums: [0, 1],
  },
  "rows: a network of two layers over examples": {
    f: (net: { w1: number[][]; b1: number[]; w2: number[][]; b2: number[] }, images: number[][], labels: number[]) => {
      const dense = (w: number[][], b: number[], x: number[]): number[] =>
        w.map((row, i) => row.reduce((z, v, j) => z + v * x[j]!, b[i]!));
      const lossOf = (image: number[], label: number): number => {
        const hidden = dense(net.w1, net.b1, image).map(Math.tanh);
        const logits = dense(net.w2, net.b2, hidden);
        const max = logits.reduce((m, z) => (z > m ? z : m), -Infinity);
        return Math.log(logits.map((z) => Math.exp(z - max)).reduce((s, t) => s + t, 0)) + max - logits[label]!;
      };
      return images.map((image, e) => lossOf(image, labels[e]!)).reduce((s, t) => s + t, 0) / images.length;
    },
    calls: () => {
      const row = (n: number, k: number): number[] => Array.from({ length: n }, (_, i) => Math.sin(i + 7 * k));
      const matrix = (n: number, m: number, k: number): number[][] =>
        Array.from({ length: n }, (_, i) => row(m, k + i));
      const net = (): object => ({ w1: matrix(3, 4, 1), b1: row(3, 2), w2: matrix(2, 3, 5), b2: row(2, 9) });
      return [
        [net(), matrix(1, 4, 20), [1]],
        [net(), matrix(3, 4, 30), [0, 1, 0]],
      ];
    },
    argnums: [0],
    isSpecialised: true,
    order: 1,
  },
  "rows: typed, with a loop that is left early in each": {
    f: (m: Float64Array[]) => {
      let s = 0;
      for (const row of m) {
        let p = 1;
        for (let i = 0; i < row.length; i++) {
          if (row[i]! < 0) break;
          p *= row[i]!;
          if (p > 50) continue;
          s += p;
        }
        s += p * row[0]!;
      }
      return s;
    },
    calls: () => [[[f64(1, 2, 3), f64(4, -1, 5), f64(7, 8, 9)]], [[f64(-2)]]],
    isSpecialised: true,
    order: 1,
  },
  "rows: each made of the one before": {
    f: (xs: number[]) => {
      let row = xs.map((x) => x * 0.5);
      let s = 0;
      for (let t = 0; t < 3; t++) {
        const next = row.map((x, i) => x + Math.sin(row[(i + 1) % row.length]!));
        s += next.reduce((a, x) => a + x * x, 0);
        row = next;
      }
      return s;
    },
    calls: () => [[[1, 2, 3]], [[0.5]]],
    isSpecialised: true,
  },
  "strings, flags and null beside arrays": {
    f: (xs: number[], how: string, isTwice: boolean, more: number[] | null) =>
      (how === "sum" ? xs.reduce((a, b) => a + b * b, 0) : xs[0]! * 3) * (isTwice ? 2 : 1) + (more?.[0] ?? 0),
    calls: () => [
      [[1, 2], "sum", true, null],
      [[1, 2], "first", false, [4]],
      [[1, 2], "sum", false, null],
    ],
    argnums: [0],
    isSpecialised: true,
  },
};

function outcome(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    return String(error);
  }
}

/** What calls give, and what they leave of their arguments. */
function run(make: () => Call, calls: () => readonly (readonly unknown[])[]): unknown {
  const g = make();
  return calls().map((args) => [outcome(() => g(...args)), args]);
}

describe("specialised code gives what general code gives", () => {
  test.each(Object.entries(cases))("%s", (name, { f, calls, isSpecialised: isTyped, argnums, order }) => {
    const [first = []] = calls();
    const options = { argnums: argnums ?? first.map((_, k) => k) };
    const same = (one: () => Call, other: () => Call, tolerance: number): void => {
      for (let round = 0; round < 2; round++) {
        const [actual, expected] = [run(one, calls), run(other, calls)];
        expectClose(actual, expected, tolerance, name);
      }
    };
    const by = (operator: unknown) => (): Call => (operator as Operator)(f, options);
    const isSo = isSpecialised(by(grad)(), ...first);
    expect(isTyped ?? isSo, `whether ${name} is specialised`).toBe(isSo);
    same(by(grad), by(general.grad), 1e-13);
    same(by(valueAndGrad), by(general.valueAndGrad), 1e-13);
    if (order === 1) return;
    const product = (operator: unknown) => (): Call => {
      const along = (operator as Operator)(f);
      return (...args) => along(args[0], structuredClone(args[0]), ...args.slice(1));
    };
    same(product(hvp), product(general.hvp), 1e-12);
  });
});

test("a record whose getter computes, also after a plain one, and where it was plain before", () => {
  const g = grad((p: { readonly a: number; readonly b: number }) => p.a * p.b);
  const plain = { a: 2, b: 3 };
  expect(g(plain)).toEqual({ a: 3, b: 2 });
  const computed = {
    a: 2,
    get b() {
      return this.a * 2;
    },
  };
  expect(g(computed)).toEqual({ a: 8, b: 0 });
  Object.defineProperty(plain, "b", { get: () => plain.a * 2 });
  expect(g(plain)).toEqual({ a: 8, b: 0 });
});

test("what a module or a caller changes between calls is seen", () => {
  const weights = [1, 2];
  const g = grad((x: number) => weights.reduce((s, w) => s + w * x * scale, 0));
  const before = g(1);
  weights[0] = 5;
  scale = 3;
  const after = g(1);
  weights.push(10);
  expect([before, after, g(1)]).toEqual([6, 21, 51]);
  scale = 2;
});

test("an array that changes after its gradient was taken does not change it", () => {
  const g = grad((xs: number[]) => sum(xs));
  const xs = [1, 2];
  const gradient = g(xs);
  xs[0] = 100;
  g(xs);
  expect(gradient).toEqual([2, 4]);
});

test("a NaN in a row of the result is looked for, so 0 · ∞ is 0 there", () => {
  const roots = (rows: readonly number[][], k: number): number =>
    rows.map((row) => row.reduce((sum, x) => sum + k * Math.sqrt(x), 0)).reduce((sum, y) => sum + y * y, 0);
  const gradient = grad(roots);
  expect(codeOf(gradient as never, [[4], [1, 9]], 1)).toContain("takeNumbers");
  expect(gradient([[4], [1, 9]], 1)).toEqual([[1], [4, 4 / 3]]);
  expect(gradient([[4], [0, 9]], 0)).toEqual([[0], [0, 0]]);
});

describe("no copy for a Jacobian is made of data, which leads to no function that could write to it", () => {
  const inner = jacfwd((x: number, data: ArrayLike<unknown>): number => x * x * data.length);
  const f = (x: number, n: number, one: ArrayLike<unknown>, other: ArrayLike<unknown>): number =>
    inner(x, n > 0 ? one : other);
  const ints = Int32Array.of(1, 2, 3);

  test.each<readonly [string, ArrayLike<unknown>, ArrayLike<unknown>]>([
    ["integers", ints, ints],
    ["one of two kinds of typed arrays", ints, f64(1, 2)],
    ["rows of rows", [[[1], [2]]], [[[1]]]],
    ["texts", ["a", "b"], ["c"]],
  ])("%s", (_, one, other) => {
    expect(isAnswered(grad(f), 5, 1, one, other)).toBe(true);
    expect(grad(f)(5, 1, one, other)).toBe(2 * one.length);
    expect(grad(f)(5, 0, one, other)).toBe(2 * other.length);
  });

  const square = (x: number): number => x * x;
  test.each<readonly [string, ArrayLike<unknown>]>([
    ["functions", [square]],
    ["records of functions", [{ size: 1, square }]],
  ])("but of a list of %s", (_, list) => {
    expect(isAnswered(grad(f), 5, 1, list, list)).toBe(false);
    expect(grad(f)(5, 1, list, list)).toBe(2);
  });
});
