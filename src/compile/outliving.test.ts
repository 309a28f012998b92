// Functions that a call gives out may be called when the memory that the call was given has been written since.

import { describe, expect, test } from "vitest";
import { grad, vjp } from "../index.ts";
import { isAnswered } from "../test-support/is-answered.ts";

type Kept = (g: number) => unknown;
type Operator = (
  f: (...args: never[]) => unknown,
  options: { hasAux: true },
) => (...args: unknown[]) => [unknown, Kept];
const gradWithAux = grad as unknown as Operator;

const sumOfSquares = (xs: readonly number[]): number => xs.reduce((s, x) => s + x * x, 0);
const ofRows = (rows: readonly (readonly number[])[]): number => rows.reduce((s, row) => s + sumOfSquares(row), 0);
const chain = (xs: readonly number[], k: number): number => (k === xs.length ? 0 : xs[k]! ** 2 + chain(xs, k + 1));
const factors = [1, 2];
const weighed = (xs: readonly number[]): number => xs.reduce((s, x, i) => s + factors[i]! * x, 0);

const cases: readonly (readonly [string, f: (x: never) => number, x: unknown, write: (x: never) => void])[] = [
  ["an array", sumOfSquares, [1, 2], (x: number[]) => (x[0] = 100)],
  ["an array that grows", sumOfSquares, [1, 2], (x: number[]) => x.push(5)],
  ["rows", ofRows, [[1, 2], [3]], (x: number[][]) => (x[1] = [7])],
  ["elements of rows", ofRows, [[1, 2], [3]], (x: number[][]) => (x[1]![0] = 7)],
  [
    "a record",
    ({ a, b }: { a: number; b: number[] }) => a * a * b[0]!,
    { a: 3, b: [4] },
    (x: { a: number }) => (x.a = 9),
  ],
  ["recursion", (xs: readonly number[]) => chain(xs, 0), [1, 2, 3], (x: number[]) => (x[2] = 8)],
  ["data of the module", weighed, [1, 2], () => (factors[0] = 50)],
] as never;

describe("a pullback is that of the point where it was made", () => {
  test.each(cases)("%s", (_, f, x, write) => {
    const both = (y: never): [number, Kept] => {
      const [value, pullback] = vjp(f, y) as unknown as [number, Kept];
      return [value, pullback];
    };
    const gradient = gradWithAux(both, { hasAux: true });
    const expected = (vjp(f, structuredClone(x) as never) as unknown as [number, Kept])[1](2);
    for (let k = 0; k < 3; k++) {
      const given = structuredClone(x) as never;
      const before = [...factors];
      if (k === 1) isAnswered(gradient, given);
      const [, pullback] = gradient(given);
      write(given);
      expect(pullback(2)).toEqual(expected);
      expect(pullback(2)).toEqual(expected);
      factors.splice(0, factors.length, ...before);
    }
  });
});

test("other functions that are given out see what is written", () => {
  const gradient = gradWithAux((x: number[]) => [x[0]! * x[1]!, () => x[0]! * 2], { hasAux: true });
  expect(isAnswered(gradient, [1, 2])).toBe(true);
  for (let k = 0; k < 3; k++) {
    const x = [1, 2];
    const [, kept] = gradient(x);
    x[0] = 100;
    expect(kept(1)).toBe(200);
  }
});
