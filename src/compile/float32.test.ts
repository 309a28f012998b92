// Float32Arrays in specialised code: they carry derivatives as Float64Arrays do, and round what is stored.

import { describe, expect, test } from "vitest";
import { hvp, jvp } from "../index.ts";
import * as general from "../prelude/derivatives.ts";
import * as forward from "../prelude/jvp.ts";
import { isAnswered } from "../test-support/is-answered.ts";
import { gradientOf, sameGradients, type Fn, type Operator } from "../test-support/same-gradients.ts";

const f32 = (...xs: number[]): Float32Array => Float32Array.from(xs);
const third = 1 / 3;

type Case = readonly [title: string, f: Fn, args: readonly unknown[]];

const cases: readonly Case[] = [
  ["an argument", (x: Float32Array) => x.reduce((s, v) => s + v * v * v, 0), [f32(1, third, -2)]],
  [
    "an argument with absent elements",
    (x: Float32Array) => x.reduce((s, v, i) => s + v * (x[i + 1] ?? 0.5) * v, 0),
    [f32(1, third, -2)],
  ],
  [
    "a copy of numbers, rounded",
    (x: number[]) => {
      const y = Float32Array.from(x);
      let s = 0;
      for (let i = 0; i < y.length; i++) s += y[i]! * y[i]! * x[i]!;
      return s;
    },
    [[0.1, third, -2.7]],
  ],
  [
    "beside indices of an integer kind",
    (x: Float32Array) => {
      const order = Int32Array.from(x.keys()).reverse();
      return Uint8Array.of(2, 1).reduce((s, w, i) => s + w * x[order[i]!]! ** 2, 0);
    },
    [f32(0.1, 0.7)],
  ],
  [
    "numbers stored and read again",
    (x: number[]) => {
      const y = new Float32Array(2);
      y[0] = x[0]! * third;
      y[1] = y[0] * y[0];
      return y[0] * y[1] * x[1]!;
    },
    [[0.1, 0.7]],
  ],
  [
    "maps of maps",
    (x: Float32Array) =>
      x
        .map((v) => v * third)
        .map((v) => v * v)
        .reduce((s, v) => s + v * v, 0),
    [f32(0.1, 0.7, -3)],
  ],
  [
    "a buffer that is filled again and again",
    (x: number[]) => {
      const y = new Float32Array(x.length);
      let s = 0;
      for (let k = 1; k < 4; k++) {
        for (let i = 0; i < x.length; i++) y[i] = (y[i]! + x[i]!) * third * k;
        for (const v of y) s += v * v;
      }
      return s;
    },
    [[0.1, 0.7, -3]],
  ],
  [
    "rows",
    (m: Float32Array[]) => m.reduce((s, row, i) => s + row.reduce((t, v, j) => t + v * v * row[0]! * (i + j), 0), 0),
    [[f32(0.1, 2), f32(third)]],
  ],
  [
    "columns of a record",
    ({ x, w }: { x: Float32Array; w: number[] }) => w.reduce((s, a, i) => s + a * Math.sin(x[i]! * a), 0),
    [{ x: f32(0.1, 0.7), w: [2, third] }],
  ],
  [
    "beside another kind",
    (x: Float32Array, y: Float64Array) => x[0]! * y[0]! * x[1]! * y[1]!,
    [f32(1, 2), Float64Array.of(3, 4)],
  ],
];

describe("are typed", () => {
  test.each(cases.map(([title, f, args]) => ({ title, f, args })))("$title", ({ f, args }) => {
    sameGradients(f, args, args);
    expect(isAnswered(gradientOf(f), ...structuredClone(args))).toBe(true);
    const [x, ...rest] = args;
    const [own, expected] = [hvp, general.hvp].map((operator) =>
      (operator as unknown as Operator)(f)(x, structuredClone(x), ...rest),
    );
    expect(own).toEqual(expected);
    const tangents = [structuredClone(x), ...rest.map(() => null)];
    const [pair, expectedPair] = [jvp, forward.jvp].map((operator) => {
      const of = operator as unknown as (f: Fn, args: readonly unknown[], tangents: readonly unknown[]) => unknown;
      return of(f, structuredClone(args), tangents);
    });
    expect(pair).toEqual(expectedPair);
  });
});

test("code for one kind is not used for another", () => {
  const f = (x: Float32Array): number => x[0]! * x[0]! * third;
  const args = [[f32(0.1)], [Float64Array.of(0.1)], [[0.1]], [f32(0.1)]] as const;
  sameGradients(f, ...args, ...args);
});

test("two views of one buffer are one memory", () => {
  const f = (x: Float32Array, y: Float32Array): number => x[0]! * y[1]! + x[1]! * x[1]! * y[0]!;
  const { buffer } = f32(1, 2, 3);
  const views = [new Float32Array(buffer), new Float32Array(buffer, 4)];
  const [own, expected] = [gradientOf(f), (general.grad as unknown as Operator)(f)];
  own(f32(1, 2), f32(3, 4));
  for (let k = 0; k < 3; k++) expect(own(...views)).toEqual(expected(...views));
});
