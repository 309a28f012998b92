// Derivatives of any order of functions of a number.

import { describe, expect, test } from "vitest";
import { derivative, grad } from "zeroth";
import { expectClose } from "../test-support/expect-close.ts";

describe("derivative", () => {
  test("of orders 0 to 4, against closed forms", () => {
    const x = 0.75;
    const [s, c] = [Math.sin(x), Math.cos(x)];
    const orders = [0, 1, 2, 3, 4];
    expectClose(
      orders.map((n) => derivative(Math.sin, n)(x)),
      [s, c, -s, -c, s],
      1e-14,
      "sin",
    );
    expectClose(
      orders.map((n) => derivative((y: number) => 1 / y, n)(x)),
      [x ** -1, -(x ** -2), 2 * x ** -3, -6 * x ** -4, 24 * x ** -5],
      1e-13,
      "1/x",
    );
    const power = (y: number): number => {
      let r = 1;
      for (let i = 0; i < 4; i++) r *= y;
      return r;
    };
    expectClose(
      orders.map((n) => derivative(power, n)(x)),
      [x ** 4, 4 * x ** 3, 12 * x ** 2, 24 * x, 24],
      1e-14,
      "x⁴ by a loop",
    );
  });

  test("by default the first, in the first argument, of results of any shape", () => {
    const f = (x: number, k: number): { a: number[]; name: string } => ({ a: [x * k, x * x], name: "f" });
    expect(derivative(f)(3, 5)).toEqual({ a: [5, 6], name: null });
    expect(derivative(f, 2)(3, 5)).toEqual({ a: [0, 2], name: null });
  });

  test("evaluates the function once", () => {
    let calls = 0;
    const f = (x: number): number => {
      calls++;
      return x ** 3;
    };
    expect(derivative(f, 3)(2)).toBe(6);
    expect(calls).toBe(1);
  });

  test("nests with reverse mode", () => {
    expect(grad((x: number) => derivative((y: number) => x * y ** 3, 2)(x))(2)).toBe(24);
    expect(derivative((x: number) => grad((y: number) => x * y ** 3)(x), 2)(2)).toBe(36);
  });

  test("refuses other orders and arguments", () => {
    expect(() => derivative(Math.sin, -1)).toThrow(/a whole number as its order, and was given -1/);
    expect(() => derivative(Math.sin, 0.5)).toThrow(/was given 0.5/);
    expect(() => (derivative as unknown as (f: unknown) => unknown)(3)).toThrow(/derivative takes a function/);
    const wrong = derivative(Math.sin) as unknown as (x: unknown) => number;
    expect(() => wrong([1])).toThrow(/derivative takes a function of a number/);
  });
});
