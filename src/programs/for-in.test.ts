// `for`-`in`: the names of an object and of what it inherits from.

import { describe, expect, test } from "vitest";
import { grad, jvp, valueAndGrad } from "zeroth";
import { isAnswered } from "../test-support/is-answered.ts";

type Numbers = Record<string, number>;

describe("for-in", () => {
  const squares = (r: Numbers): number => {
    let sum = 0;
    for (const key in r) sum += r[key]! ** 2;
    return sum;
  };

  test("walks the names of a record", () => {
    expect(grad(squares)({ p: 1, q: 2 })).toEqual({ p: 2, q: 4 });
    expect(jvp(squares, [{ p: 1, q: 2 }], [{ p: 1, q: 0 }])).toEqual([5, 2]);
    expect(isAnswered(grad(squares) as never, { p: 1, q: 2 })).toBe(true);
    expect(grad(squares)({ r: 3 })).toEqual({ r: 6 });
  });

  test("leaves out what was deleted meanwhile, and what was added", () => {
    const f = (x: number): number => {
      const o: Numbers = { a: x, b: x * x, c: 3 * x };
      let sum = 0;
      for (const key in o) {
        if (key === "a") delete o["b"];
        o[`${key}${key}`] = 100;
        sum += o[key]!;
      }
      return sum;
    };
    expect(f(2)).toBe(8);
    expect(valueAndGrad(f)(2)).toEqual([8, 4]);
  });

  test("walks indices, in loops that are left, and nothing of null", () => {
    const f = (xs: number[]): number => {
      let sum = 0;
      let key: string;
      // oxlint-disable-next-line typescript/no-for-in-array -- as programs do
      outer: for (key in xs) {
        if (key === "1") continue;
        for (const _ in null as unknown as object) sum += 100;
        sum += xs[Number(key)]! ** 2;
        if (sum > 20) break outer;
      }
      return sum;
    };
    expect(valueAndGrad(f)([1, 2, 3, 4, 5])).toEqual([f([1, 2, 3, 4, 5]), [2, 0, 6, 8, 0]]);
  });

  test("walks the indices of a text", () => {
    const f = (x: number, text: string): number => {
      let sum = 0;
      for (const key in text as unknown as object) sum += Number(key) * x;
      return sum;
    };
    expect(valueAndGrad(f)(2, "abc")).toEqual([6, 3]);
  });

  test("walks what a prototype has", () => {
    function Point(this: Numbers, x: number): void {
      this["x"] = x;
    }
    (Point.prototype as { scale: number }).scale = 3;
    const f = (x: number): number => {
      const point = new (Point as unknown as new (x: number) => Numbers)(x);
      let product = 1;
      for (const key in point) product *= point[key]!;
      return product;
    };
    expect(valueAndGrad(f)(2)).toEqual([6, 3]);
  });
});
