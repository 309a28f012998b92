// Tangents of arrays that get more elements, in specialised code.

import { expect, test } from "vitest";
import { hvp, jvp } from "../index.ts";
import * as general from "../prelude/derivatives.ts";
import * as forward from "../prelude/jvp.ts";
import type { Fn, Operator } from "../test-support/same-gradients.ts";

type Jvp = (f: Fn, args: readonly unknown[], tangents: readonly unknown[]) => unknown;

const cases: readonly (readonly [title: string, f: Fn])[] = [
  [
    "results are pushed",
    (x: number[]) => {
      const ys: number[] = [];
      for (const v of x) ys.push(v * v);
      return ys.reduce((s, y, i) => s + y * y * (i + 1), 0);
    },
  ],
  [
    "constants are pushed first",
    (x: number[]) => {
      const ys: number[] = [];
      ys.push(0);
      ys.push(2);
      for (let i = 0; i < x.length; i++) ys.push(ys[ys.length - 1]! * x[i]!);
      return ys.reduce((s, y) => s + y * y, 0);
    },
  ],
  [
    "from a literal",
    (x: number[]) => {
      const sums = [0];
      for (const v of x) sums.push(sums[sums.length - 1]! + v * v * v);
      return sums[1]! * sums[2]! + sums.length;
    },
  ],
  [
    "read and written in between",
    (x: number[]) => {
      const ys: number[] = [];
      let s = 0;
      for (const v of x) {
        ys.push(v);
        ys[0] = ys[0]! * v;
        s += ys.reduce((t, y) => t + y * y, 0);
      }
      return s;
    },
  ],
  [
    "by index, behind the last element",
    (x: number[]) => {
      const ys: number[] = [];
      for (let i = 0; i < x.length; i++) ys[ys.length] = x[i]! ** 2;
      ys.push(3);
      return ys.reduce((s, y, i) => s + y * y * (i + 1), 0);
    },
  ],
  [
    "in an array of arrays",
    (x: number[]) => {
      const rows: number[][] = [[], []];
      x.forEach((v, i) => {
        const row = rows[i % 2]!;
        row.push(v * v);
        row.push(1);
      });
      return rows.reduce((s, row) => s + row.reduce((t, y, j) => t + y * y * (j + 1), 0), 0);
    },
  ],
  [
    "that other names refer to",
    (x: number[]) => {
      const a: number[] = [];
      const b: number[] = [1];
      let c = a;
      for (let i = 0; i < x.length; i++) {
        c.push(x[i]! * x[0]!);
        c = c === a ? b : a;
      }
      return a.reduce((s, y) => s + y * y, 0) * b.reduce((s, y) => s + y * y * y, 0);
    },
  ],
  [
    "taken from, too",
    (x: number[]) => {
      const stack: number[] = [];
      let s = 1;
      for (const v of x) {
        stack.push(v);
        stack.push(v * s);
        s += stack.pop()! ** 2;
      }
      return s + stack.reduce((t, y) => t + y * y, 0);
    },
  ],
];

test.each(cases.map(([title, f]) => ({ title, f })))("$title", ({ f }) => {
  const x = [1.5, -0.5, 2];
  const v = [1, 0.25, -2];
  const [own, expected] = [hvp, general.hvp].map((operator) => (operator as unknown as Operator)(f));
  for (let k = 0; k < 4; k++) expect(own!([...x], [...v])).toEqual(expected!([...x], [...v]));
  for (let k = 0; k < 4; k++)
    expect((jvp as unknown as Jvp)(f, [[...x]], [[...v]])).toEqual(
      (forward.jvp as unknown as Jvp)(f, [[...x]], [[...v]]),
    );
});
