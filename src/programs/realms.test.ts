// Values of another realm (an iframe, node:vm): classes and natives are other objects there, and mean the same.

import { createContext, runInContext } from "node:vm";
import { describe, expect, test } from "vitest";
import {
  checkpoint,
  grad,
  hvp,
  J,
  jacobian,
  jacrev,
  jvp,
  stopGradient,
  treeFlatten,
  treeMap,
  valueAndGrad,
  vjp,
} from "zeroth";

const context = createContext({});
const there = <T>(text: string): T => runInContext(text, context) as T;

const sum = (xs: ArrayLike<number>): number => {
  let s = 0;
  for (let i = 0; i < xs.length; i++) s += (xs[i] as number) ** 2;
  return s;
};
const numbers = (x: unknown): unknown => JSON.parse(JSON.stringify(Array.from(x as ArrayLike<unknown>)));

describe.each(["Float64Array", "Float32Array"])("%s", (kind) => {
  const make = (...xs: number[]): Float64Array =>
    there<(...args: number[]) => Float64Array>(`(...xs) => new ${kind}(xs)`)(...xs);
  const methods = (xs: Float64Array): number => xs.map((x) => x * x).reduce((s, x) => s + x, 0);
  const walked = (xs: Float64Array): number => [...xs].map((x) => x * x).reduce((s, x) => s + x, 0);
  const written = (xs: Float64Array): number => {
    const copy = xs.slice();
    for (let i = 0; i < copy.length; i++) copy[i] = copy[i]! * xs[i]!;
    return copy[0]! + copy[1]!;
  };

  test("as an argument", () => {
    for (const f of [sum, methods, walked, written] as ((xs: Float64Array) => number)[]) {
      const [gradient, both] = [grad(f), valueAndGrad(f)];
      for (let k = 1; k <= 40; k++) {
        expect(numbers(gradient(make(k, 2)))).toEqual([2 * k, 4]);
        expect(gradient(Float64Array.of(k, 2))).toEqual(Float64Array.of(2 * k, 4));
        expect(both(make(k, 2))[0]).toBe(k * k + 4);
        expect(numbers(vjp(f, make(k, 2))[1](1)[0])).toEqual([2 * k, 4]);
        expect(jvp(f, [make(k, 2)], [make(1, 0)])[1]).toBe(2 * k);
      }
    }
    expect(Object.prototype.toString.call(grad(sum)(make(1)))).toBe(`[object ${kind}]`);
    expect(numbers(hvp(sum)(make(3, 2), make(1, 0)))).toEqual([2, 0]);
    expect(jacrev((xs: Float64Array) => [sum(xs)])(make(3, 2)).map(numbers)).toEqual([[6, 4]]);
    expect(jacobian((xs: Float64Array) => xs.map((x) => x * x))(make(3, 2)).map(numbers)).toEqual([
      [6, 0],
      [0, 4],
    ]);
    expect(numbers(treeMap((x) => 2 * x, make(3, 2)))).toEqual([6, 4]);
    expect(numbers(treeFlatten(make(3, 2))[0])).toEqual([3, 2]);
    expect(numbers(grad((xs: Float64Array) => sum(xs) + sum(stopGradient(xs)))(make(3, 2)))).toEqual([6, 4]);
    expect(numbers(grad((xs: Float64Array) => checkpoint(sum)(xs))(make(3, 2)))).toEqual([6, 4]);
  });

  test("that the function writes to, captured or made there", () => {
    const buffer = make(0, 0);
    const gradient = grad((x: number) => {
      buffer[0] = x * x;
      buffer[1] = buffer[0] * 3;
      return sum(buffer);
    });
    const view = there<Float64Array>(`new ${kind}(new ArrayBuffer(16))`);
    const shared = grad((x: number) => {
      view[0] = x;
      return view.subarray(0, 1)[0]! * 5;
    });
    for (let k = 1; k <= 40; k++) {
      expect(gradient(k)).toBe(40 * k ** 3);
      expect(shared(k)).toBe(5);
      expect(jvp((x: number) => ((buffer[0] = x * x), buffer[0]), [k], [1])[1]).toBe(2 * k);
    }
  });
});

test("integer arrays carry nothing, and say so", () => {
  for (const kind of ["Int32Array", "Uint8Array", "BigInt64Array"]) {
    const integers = there<Int32Array>(`new ${kind}(2)`);
    expect(() => grad(sum as never)(integers as never)).toThrow(/which is an array of integers/);
  }
});

test("arrays, records, and trees of them", () => {
  const rows = (m: number[][]): number => m.map((row) => row.reduce((s, x) => s + x * x, 0)).reduce((s, x) => s + x, 0);
  const record = (p: { a: number; b: { c: number[] } }): number => p.a * sum([...p.b.c]) * Object.keys(p).length;
  const copied = (p: { a: number; b: { c: number[] } }): number => record({ ...p }) + positive(p.b.c) - positive(p.b.c);
  const positive = (xs: number[]): number => xs.filter((x) => x > 0).length;
  const [ofList, ofRows, ofRecord, ofCopy] = [
    grad(sum as (xs: number[]) => number),
    grad(rows),
    grad(record),
    grad(copied),
  ];
  const make = there<(k: number) => { xs: number[]; m: number[][]; p: { a: number; b: { c: number[] } } }>(
    "k => ({ xs: [k, 2], m: [[k], [1, 2]], p: { a: 3, b: { c: [k, 1] } } })",
  );
  for (let k = 1; k <= 40; k++) {
    const { xs, m, p } = make(k);
    expect(ofList(xs)).toEqual([2 * k, 4]);
    expect(ofRows(m)).toEqual([[2 * k], [2, 4]]);
    expect(ofRows([m[0]!, [1]])).toEqual([[2 * k], [2]]);
    for (const f of [ofRecord, ofCopy]) expect(f(p)).toEqual({ a: 2 * (k * k + 1), b: { c: [12 * k, 12] } });
    expect(J(record, p)[1](1)[1]).toEqual({ a: 2 * (k * k + 1), b: { c: [12 * k, 12] } });
    expect(jvp(record, [p], [{ b: { c: there<number[]>("[1, 0]") } }])[1]).toBe(12 * k);
    expect(treeMap((x) => x + 1, p)).toEqual({ a: 4, b: { c: [k + 1, 2] } });
  }
});

test("functions, natives and buffers", () => {
  const cube = there<(x: number) => number>("x => { let s = 1; for (let i = 0; i < 3; i++) s *= x; return s; }");
  const math = there<typeof Math>("Math");
  const Their = there<typeof Float64Array>("Float64Array");
  const buffer = there<ArrayBuffer>("new ArrayBuffer(16)");
  const view = grad((x: number) => {
    const [a, b] = [new Float64Array(buffer), new Their(buffer)];
    a[0] = x * x;
    return b[0]! * a[0];
  });
  for (let k = 1; k <= 40; k++) {
    expect(grad(cube)(k)).toBe(3 * k * k);
    expect(grad((x: number) => math.sin(x))(k)).toBe(Math.cos(k));
    expect(grad((x: number) => Their.of(x, 2).reduce((s, v) => s * v, 1))(k)).toBe(2);
    expect(view(k)).toBe(4 * k ** 3);
  }
});

test("instances of classes are none of it", () => {
  const instance = there<object>("new (class Rate { rate = 2 })");
  const map = there<object>("new Map()");
  expect(() => grad((s: { rate: number }) => s.rate ** 2)(instance as never)).toThrow(/an instance of Rate/);
  expect(grad((p: { m: unknown; x: number }) => p.x ** 2)({ m: map, x: 3 })).toEqual({ m: null, x: 6 });
});
