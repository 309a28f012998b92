// Arguments that share memory: specialised code gives what general code gives, which copies what is shared.

import { expect, test } from "vitest";
import { grad, hvp, jvp } from "../index.ts";
import { overlaps } from "../runtime/overlap.ts";
import * as general from "../prelude/derivatives.ts";

type Call = (...args: unknown[]) => unknown;
/** The functions take what the calls pass. */
type Operator = (f: (...args: never[]) => number, options?: unknown) => Call;

const [gradient, product, expectedGradient, expectedProduct] = [grad, hvp, general.grad, general.hvp] as unknown as [
  Operator,
  Operator,
  Operator,
  Operator,
];

const dot = (x: readonly number[], y: readonly number[]): number => {
  let s = 0;
  for (let i = 0; i < x.length; i++) s += x[i]! * y[i]! * y[i]!;
  return s;
};
const rowsSum = (w: readonly number[], rows: readonly (readonly number[])[]): number => {
  let s = 0;
  for (const row of rows) s += dot(w, row);
  return s;
};
const captured = [1, 2, 3];
const withCaptured = (x: readonly number[]): number => dot(x, captured) + dot(captured, x);
const whole = Float64Array.of(1, 2, 3, 4);
const [start, end] = [whole.subarray(0, 3), whole.subarray(1)];
const [list, other] = [
  [1, 2, 3],
  [4, 5, 6],
];

const writing = (x: number[], y: number[], isWrong: boolean): number => {
  if (isWrong) {
    y[0] = 1;
    throw new RangeError("wrong");
  }
  return x[0]! * y[1]! + y[0]!;
};
const writingCaptured = (x: number[], isWrong: boolean): number => {
  if (isWrong) {
    x[0] = 1;
    throw new RangeError("wrong");
  }
  return x[0]! * captured[1]!;
};
const made = (): ((x: number[], y: number[]) => number) => {
  const isOne = (x: unknown[], y: unknown[], k: number): boolean => (k > 0 ? x === y : false);
  return (x, y) => (isOne(x, y, 0) ? 2 : 3) * x[0]! * y[1]!;
};

class Holding {
  static row = [3, 4];
  static one: Held;
}
class Heir extends Holding {}
class Held {
  x: number;
  constructor(x: number) {
    this.x = x;
  }
}
const held = new Held(2);
Holding.one = held;
const byName: ReadonlyMap<string, Held> = new Map([["k", held]]);
const all: ReadonlySet<Held> = new Set([held]);
const sumOfAll = (): number => {
  let total = 0;
  for (const one of all) total += one.x;
  return total;
};
const named = Object.assign((x: number): number => x * x, { row: [5, 6] });

test.each<readonly [string, (...args: never[]) => number, readonly unknown[], readonly unknown[]]>([
  ["a static field", (x: number[]) => x[0]! * Holding.row[0]!, [list], [Holding.row]],
  ["compared with a static field", (x) => (x === Holding.row ? x[0] : 3) * Holding.row[0]!, [list], [Holding.row]],
  ["a static field that is inherited", (x: number[]) => x[0]! * Heir.row[0]!, [list], [Holding.row]],
  ["a property of a function", (x: number[]) => named(x[0]!) * named.row[0]!, [list], [named.row]],
  ["an instance in a static field", (m: Held) => m.x * Holding.one.x, [new Held(3)], [held]],
  ["an instance in a map", (m: Held) => m.x * byName.get("k")!.x, [new Held(3)], [held]],
  [
    "compared with an instance in a map",
    (m: Held) => (m === byName.get("k") ? m.x : 3) * byName.get("k")!.x,
    [new Held(3)],
    [held],
  ],
  ["an instance in a set", (m: Held) => m.x * sumOfAll(), [new Held(3)], [held]],
  ["two arguments", dot, [list, other], [list, list]],
  ["views of one buffer", dot, [start, other], [start, end]],
  ["an argument and a row", rowsSum, [list, [other, other]], [list, [other, list]]],
  ["a view and a row", rowsSum, [start, [whole]], [start, [end, start]]],
  ["an argument and what is captured", withCaptured, [list], [captured]],
  ["compared", (x: unknown[], y: unknown[]) => (x === y ? 2 : 3) * (x[0] as number), [list, other], [list, list]],
  ["written where it throws", writing, [list, other, false], [list, list, false]],
  ["written where it throws, and captured", writingCaptured, [list, false], [captured, false]],
  ["compared by a function that another one makes", made(), [list, other], [list, list]],
])("%s", (_, f, apart, shared) => {
  for (const argnums of [0, [0], typeof apart[1] === "object" ? [0, 1] : [0]]) {
    const [own, expected] = [gradient(f, { argnums }), expectedGradient(f, { argnums })];
    for (const args of [apart, shared]) expect(own(...args)).toEqual(expected(...args));
  }
});

test("what a map or a function holds is not differentiated where the argument is the same", () => {
  const through = [(m: Held) => m.x * byName.get("k")!.x, (m: Held) => m.x * sumOfAll(), (m: Held) => m.x * Heir.one.x];
  for (const f of through) for (const of of [gradient, expectedGradient]) expect(of(f)(held)).toEqual({ x: 2 });
});

test("what a set in an argument holds is there once", () => {
  const whole = (m: { x: number[]; marks: Set<object> }): number => m.x[0]! * (m.marks.size + 1);
  const x = [2];
  const marks = new Set<object>([{ k: 1 }]);
  expect(overlaps(whole, [{ x, marks }], [0])).toEqual([false]);
  expect(overlaps(whole, [{ x, marks: new Set<object>([x]) }], [0])).toEqual([true]);
});

test("the direction is the argument", () => {
  const [own, expected] = [product(dot), expectedProduct(dot)];
  for (const args of [
    [list, other, other],
    [list, list, list],
    [start, start, end],
    [list, [1, 2, 3], list],
  ])
    expect(own(...args)).toEqual(expected(...args));
});

test("arguments that are returned are copies where they share memory", () => {
  const both = (x: ArrayLike<number>, y: ArrayLike<number>): readonly [unknown, unknown, number] => [
    x,
    y,
    x[0]! * y[0]!,
  ];
  const along = jvp as unknown as (...args: unknown[]) => readonly [readonly unknown[], readonly unknown[]];
  const typed = [Float64Array.of(1, 0, 0), Float64Array.of(0, 1, 0)];
  const directions = typed.map((direction) => [...direction]);
  for (let k = 0; k < 14; k++) {
    const [[first, second], tangents] = along(both, [list, list], directions);
    expect([k, first === list, second === list, first === second]).toEqual([k, false, false, false]);
    expect(tangents).toEqual([...directions, 1]);
    const [[head, tail], ofViews] = along(both, [start, end], typed);
    expect([k, head === start, tail === end]).toEqual([k, false, false]);
    expect(ofViews).toEqual([...typed, 2]);
  }
});

test("arguments that are stored are not copied", () => {
  const kept: unknown[] = [];
  const keep = gradient((x: number[], y: number[], to: unknown[]) => {
    to[0] = x;
    to[1] = y;
    return x[0]! * y[0]!;
  });
  for (let k = 0; k < 14; k++) {
    expect(keep(list, list, kept)).toEqual([2, 0, 0]);
    expect([kept[0] === list, kept[1] === list]).toEqual([true, true]);
  }
});
