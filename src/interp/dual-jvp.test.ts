// The forward operator inside of programs, by dual numbers: the oracle's own meaning of it against the transform's.

import { describe, expect, test } from "vitest";
import { customJvp, defineRule, derivative, grad, hessian, jacfwd, jvp } from "zeroth";
import { expectClose } from "../test-support/expect-close.ts";
import { oracleHost, valueHost } from "../testing/oracle-host.ts";
import { directional, gradientByDuals } from "./index.ts";

describe("jvp by dual numbers", () => {
  const slope = (x: number): number => jvp((y: number) => Math.sin(x) * y * y, [x], [x])[1];

  test("inside of a function", () => {
    // 2 x² sin x
    const x = 0.75;
    const expected = 4 * x * Math.sin(x) + 2 * x * x * Math.cos(x);
    expectClose(directional(slope, [x], [1], oracleHost).tangent, expected, 1e-14, "forward");
    expectClose(gradientByDuals(slope, [x], 0, oracleHost), expected, 1e-14, "gradient");
    expectClose(grad(slope)(x), expected, 1e-14, "the transform");
  });

  test("as the other operators, made inside and outside", () => {
    const second = derivative((y: number) => Math.sin(y), 2);
    const columns = jacfwd((x: number[]) => [(x[0] as number) ** 2, x[0] as number]);
    const curvature = hessian((x: number[]) => (x[0] as number) ** 3);
    // The derivative is said to be 7 x.
    const given = customJvp(
      (x: number, k: number) => ({ a: x * k }),
      ([x, k], [dx, dk]) => [{ a: x * k }, { a: dx * 7 * x + dk }],
    );
    const f = (x: number): number =>
      second(x) * (columns([x])[0]?.[0] ?? 0) +
      (curvature([x])[0]?.[0] ?? 0) * given(x, 2 * x).a +
      derivative((y: number) => x * y * y)(x) * (jacfwd((y: number) => [y * x])(1)[0] ?? 0);
    const x = 0.75;
    const expected = -Math.cos(x) * 2 * x - Math.sin(x) * 2 + 6 * (x * 2 * x) + 6 * x * (7 * x + 2) + 2 * 3 * x * x;
    expectClose(grad(f)(x), expected, 1e-13, "the transforms");
    expectClose(directional(f, [x], [1], oracleHost).tangent, expected, 1e-13, "dual numbers, forward");
    expectClose(gradientByDuals(f, [x], 0, oracleHost), expected, 1e-13, "dual numbers, gradient");
  });

  test("of foreign functions with a tangent map", () => {
    const halve = (): ((x: number) => number) =>
      function (this: { rate: number }, x: number): number {
        return x * this.rate;
      }.bind({ rate: 0.5 });
    const [first, second] = [halve(), halve()];
    // Wrong derivatives, to be told from the functions' own.
    defineRule(first, { jvp: ([x], [dx]) => [x / 2, dx * 7] });
    defineRule(second, { vjp: (x: number) => [x / 2, (g: number) => [g * 9]], jvp: ([x], [dx]) => [x / 2, dx * 9] });
    expect(directional((x: number) => first(x) * second(x), [3], [1], oracleHost).tangent).toBe(1.5 * 16);
    expect(jvp((x: number) => first(x) * second(x), [3], [1])[1]).toBe(1.5 * 16);
    const identity = customJvp(
      (x: number) => x,
      ([x], [dx]) => [x, dx * 7],
    );
    expect(directional(identity, [3], [1], oracleHost).tangent).toBe(7);
    expect(directional(identity, [3], [1], valueHost).tangent).toBe(1);
    expect(() => directional((x: number) => first(x), [3], [1], valueHost)).toThrow(/has no derivative/);
  });

  test("of trees, and of arguments that share memory", () => {
    const f = (xs: number[]): number => {
      const g = (a: number[], b: { c: number[] }): number[] => a.map((v, i) => v * (b.c[i] as number));
      const [value, tangent] = jvp(g, [xs, { c: xs }], [[1, 2], { c: [xs[0] as number, null] as number[] }]);
      return (value[0] as number) * (tangent[0] as number) + (tangent[1] as number);
    };
    // x₀² (x₀ + x₀²) + 2 x₁
    const expected = [3 * 9 + 4 * 27, 2];
    expectClose(gradientByDuals(f, [[3, 5]], 0, oracleHost), expected, 1e-14, "dual numbers");
    expectClose(grad(f)([3, 5]), expected, 1e-14, "the transform");
    expect(f([3, 5])).toBe(9 * 12 + 10);
  });
});
