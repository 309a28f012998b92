// How programs make and walk arrays: specialised code answers, with what general code gives.

import { describe, expect, test } from "vitest";
import { grad } from "../index.ts";
import * as general from "../prelude/derivatives.ts";
import { isAnswered } from "../test-support/is-answered.ts";

type F = (...args: never[]) => number;
type Gradient = (f: F) => (...args: unknown[]) => unknown;
interface Block {
  readonly weights: readonly number[];
  readonly gate?: number;
}

const run = (blocks: readonly Block[], x: number): number => {
  const [block, ...rest] = blocks;
  if (block === undefined) return x;
  return run(rest, x + (block.gate ?? 2) * block.weights.reduce((s, w) => s + w * x, 0));
};

const programs: Readonly<Record<string, readonly [f: F, ...args: unknown[]]>> = {
  "Array.from of a length": [
    (xs: readonly number[]) => {
      const order = Array.from({ length: xs.length }, (_, i) => (i + 1) % xs.length);
      return Array.from({ length: xs.length }, (_, i) => xs[order[i]!]! * xs[i]!).reduce((s, x) => s + x * x, 0);
    },
    [1, 2, 3.5],
  ],
  "Array.from of a number": [
    (x: number, n: number) => Array.from({ length: n }, (_, i) => x ** i).reduce((s, v) => s + v, 0),
    1.5,
    4.7,
  ],
  "keys and entries, spread": [
    (xs: readonly number[]) => {
      const odd = [...xs.keys()].filter((k) => k % 2 === 1);
      return odd.reduce((s, k) => s + xs[k]! ** 2, 0) + [...xs.entries()].reduce((s, [k, x]) => s + k * x ** 3, 0);
    },
    [1, 2, 3, 4],
  ],
  "keys of a typed array": [
    (xs: Float64Array) => Array.from(xs.keys()).reduce((s, k) => s + k * xs[k]! ** 2, 0),
    Float64Array.of(1, 2, 3),
  ],
  flat: [
    (a: readonly (readonly number[])[]) => a.flat().reduce((s, x) => s + x * x, 0) + a.flatMap((r) => r)[1]! ** 3,
    [[1, 2], [3], []],
  ],
  "results that are kept in an array with holes": [
    (xs: readonly number[]) => {
      const kept = new Array<number | undefined>(20);
      const ways = (n: number): number => {
        if (n < 2) return xs[n]!;
        const known = kept[n];
        if (known !== undefined) return known;
        const value = ways(n - 1) + xs[2]! * ways(n - 2);
        kept[n] = value;
        return value;
      };
      return ways(9);
    },
    [1, 2, 0.5],
  ],
  "the first and the rest, to the end": [
    (blocks: readonly Block[]) => run(blocks, 1.5) ** 2,
    [{ weights: [0.1, 0.2] }, { weights: [0.3], gate: 0.5 }],
  ],
  "elements that may be null": [
    (xs: readonly number[], seen: readonly (number | null)[]) => {
      let s = 0;
      for (let k = 0; k < seen.length; k++) {
        const y = seen[k]!;
        if (y !== null) s += (xs[k]! - y) ** 2;
      }
      return s;
    },
    [1, 2, 3],
    [null, 1, null],
  ],
  "indices from a queue": [
    (xs: readonly number[], next: readonly (readonly number[])[]) => {
      const [queue, far] = [[0], new Array<number>(xs.length).fill(Infinity)];
      far[0] = xs[0]!;
      while (queue.length > 0) {
        const at = queue.shift()!;
        for (const to of next[at]!) {
          if (far[at]! + xs[to]! >= far[to]!) continue;
          far[to] = far[at]! + xs[to]!;
          queue.push(to);
        }
      }
      return far.reduce((s, x) => s + x * x, 0);
    },
    [1, 2, 3, 4],
    [[1, 2], [3], [3], []],
  ],
  "rows that change places": [
    (a: readonly (readonly number[])[]) => {
      const lu = a.map((row) => row.slice());
      for (let k = 0; k < lu.length; k++) {
        const p = lu.length - 1 - k;
        if (p > k) [lu[k], lu[p]] = [lu[p]!, lu[k]!];
        for (let i = k + 1; i < lu.length; i++) {
          lu[i]![k]! /= lu[k]![k]!;
          for (let j = k + 1; j < lu.length; j++) lu[i]![j]! -= lu[i]![k]! * lu[k]![j]!;
        }
      }
      return lu.reduce((s, row, i) => s + Math.log(Math.abs(row[i]!)), 0);
    },
    [
      [4, 1, 0.5],
      [1, 5, 2],
      [0.3, 1, 6],
    ],
  ],
};

describe("specialised code answers", () => {
  test.each(Object.entries(programs))("%s", (_, [f, ...args]) => {
    const [slope, expected] = [(grad as unknown as Gradient)(f), (general.grad as unknown as Gradient)(f)];
    for (let k = 0; k < 3; k++) expect(slope(...args)).toEqual(expected(...args));
    expect(isAnswered(slope, ...args)).toBe(true);
  });
});

test("a key that turns out to be no number is read as what it is", () => {
  const f = (x: number, table: readonly number[], keys: readonly unknown[]): number =>
    keys.reduce((s: number, k) => s + x * table[k as number]!, 0);
  const slope = grad(f);
  for (const keys of [[0, 1], ["1", 0], [1]])
    expect(slope(2, [3, 5], keys)).toBe((general.grad as unknown as Gradient)(f)(2, [3, 5], keys));
});

test("a record that has indices as keys is read at them", () => {
  const slope = grad((x: number, i: number): number => {
    const factors: Readonly<Record<number, number>> = { 0: 2, 1: 3 };
    return (factors[i] ?? 5) * x ** 2;
  });
  for (let k = 0; k < 3; k++) expect([0, 1, 2].map((i) => slope(1, i))).toEqual([4, 6, 10]);
});

test("a record with a symbol of its own is not taken for one without", () => {
  const f = (x: number, n: number): number => {
    const items = { length: n, [Symbol.iterator]: [x, x][Symbol.iterator] };
    return Array.from(items as unknown as ArrayLike<number>).length * x;
  };
  const slope = grad(f);
  expect((general.grad as unknown as Gradient)(f)(2, 3)).toBe(3);
  for (let k = 0; k < 3; k++) expect(slope(2, 3)).toBe(3);
});
