// Tapes that hold memory, and fields that inner loops do not change: specialised code answers, with what general code gives.

import { expect, test } from "vitest";
import { grad, jacobian } from "../index.ts";
import * as general from "../prelude/derivatives.ts";
import { isAnswered } from "../test-support/is-answered.ts";

type Rows = readonly (readonly number[])[];
type F = (...args: never[]) => number;
type Gradient = (f: F) => (...args: unknown[]) => unknown;
interface Pair {
  a: number;
  b: number;
}

const matrix = (n: number): Rows =>
  Array.from({ length: n }, (_, i) =>
    Array.from({ length: n }, (__, j) => Math.sin(1 + 3 * i * j + i) + (i === j ? 3 : 0)),
  );

const programs: Readonly<Record<string, readonly [f: F, ...args: unknown[]]>> = {
  "an inner loop that is skipped": [
    (a: Rows, counts: readonly number[]) => {
      let s = 1;
      for (const [i, r] of a.entries()) {
        let t = 0;
        if (counts[i]! > 0) {
          const c = r[0]! * s;
          for (let j = 0; j < counts[i]!; j++) t += c * r[j]! * t + c;
        }
        s = s * 0.5 + t;
      }
      return s;
    },
    matrix(5),
    [2, 0, 3, 0, 1],
  ],
  "a row from an earlier iteration": [
    (a: Rows) => {
      let [row, s] = [a[0]!, 0];
      for (let i = 0; i < a.length; i++) {
        if (i % 2 === 0) row = a[i]!;
        for (let j = 0; j < row.length; j++) if (j <= i) s += Math.sin(row[j]! * s + row[0]!);
      }
      return s;
    },
    matrix(5),
  ],
  "three loops, with what each does not change": [
    (a: Rows, b: Rows) => {
      let s = 0;
      for (const row of a) {
        for (const [k, other] of b.entries()) {
          if (k === 1) continue;
          for (const x of other) s += Math.tanh(row[k]! * x + s * 0.01);
        }
      }
      return s;
    },
    matrix(4),
    matrix(4),
  ],
  "two loops in one, one after the other": [
    (a: Rows) => {
      let s = 0;
      for (let i = 0; i < a.length; i++) {
        const [r, q] = [a[i]!, a[a.length - 1 - i]!];
        for (let j = 0; j < i; j++) s += r[j]! * (s * 0.1 + 1);
        for (let j = 0; j < q.length - i; j++) s += q[j]! * r[j]! * Math.cos(s);
      }
      return s;
    },
    matrix(4),
  ],
  "rows that are one, and written": [
    (a: Rows) => {
      const m = a.map((r) => r.slice());
      m[1] = m[0]!;
      let s = 0;
      for (const r of m) {
        for (let j = 0; j < r.length; j++) {
          r[j]! *= 1.1 + 0.1 * j;
          s += m[0]![j]! * r[j]!;
        }
      }
      return s;
    },
    matrix(4),
  ],
  "rows that grow": [
    (x: readonly number[]) => {
      const rows: number[][] = [];
      for (let i = 0; i < x.length; i++) {
        const r: number[] = [];
        for (let j = 0; j <= i; j++) r.push(x[i]! * x[j]!);
        rows.push(r);
        if (i > 0) rows[i - 1]!.push(x[i]!);
      }
      let s = 0;
      for (const r of rows) for (let j = 0; j < r.length; j++) s += r[j]! * r[r.length - 1 - j]!;
      return s;
    },
    [1, 2, 3, 0.5],
  ],
  "records that are written while others are read": [
    (given: readonly Pair[]) => {
      const all = given.map((p) => ({ ...p }));
      let s = 0;
      for (let t = 0; t < 3; t++) {
        for (let i = 0; i < all.length; i++) {
          const [p, o] = [all[i]!, all[(i + 1) % all.length]!];
          p.a += o.b * 0.1;
          s += p.a * o.a;
          o.b *= 0.9;
          s += o.b * p.b;
        }
      }
      return s;
    },
    [
      { a: 1, b: 2 },
      { a: 3, b: 4 },
    ],
  ],
  "loops whose ends depend on what they compute": [
    (a: Rows) => {
      let [i, s] = [0, 0];
      while (i < a.length && s < 50) {
        const r = a[i]!;
        for (let j = r.length - 1; j >= 0; j--) s += r[j]! < 0 ? r[j]! ** 2 : r[j]! * s * 0.2 + r[j]!;
        i += s > 3 ? 2 : 1;
      }
      return s;
    },
    matrix(6),
  ],
};

test.each(Object.entries(programs))("%s", (_, [f, ...args]) => {
  const [slope, expected] = [(grad as unknown as Gradient)(f), (general.grad as unknown as Gradient)(f)];
  for (let k = 0; k < 3; k++) expect(slope(...args)).toEqual(expected(...args));
  expect(isAnswered(slope, ...args)).toBe(true);
});

test("what a tape holds that stays a tape may be unset: arrays of numbers take 0 for it", () => {
  const f = (x: readonly number[], m: number): number => {
    let v = x[0]!;
    for (let i = 0; i < m; i++) {
      for (let k = 0; k < Math.min(i + 2, 2); k++) v = i < k ? 0.7 * x[k % 3]! * v : 0.5;
      let u = x[0]! * v;
      if (m === 1) break;
      if (x.length === x.length) {
        const q = (): number => (u = x[0]! * u);
        return q();
      }
    }
    return 0;
  };
  const curvature = (m: number): ((x: readonly number[]) => readonly (readonly number[])[]) =>
    jacobian(grad((x: readonly number[]) => f(x, m)));
  const matrix = curvature(3);
  for (let call = 0; call < 3; call++)
    expect(matrix([0.3, 0.9, 0.5])).toEqual([
      [0.63, 0.21, 0],
      [0.21, 0, 0],
      [0, 0, 0],
    ]);
});
