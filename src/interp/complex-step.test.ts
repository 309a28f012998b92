// The complex step against dual numbers and closed forms.

import { describe, expect, test } from "vitest";
import { oracleHost } from "../testing/oracle-host.ts";
import { complexStep, derivativesByDuals } from "./index.ts";

type Scalar = (x: number) => number;

const slope = (f: Scalar, x: number): number => complexStep(f, [x], [1], oracleHost).tangent as number;

const analytic: readonly (readonly [name: string, f: Scalar, points: readonly number[]])[] = [
  ["polynomial", (x) => x ** 5 - 3 * x ** 2 + 1 / x, [-2, 0.3, 7]],
  ["exp, expm1", (x) => Math.exp(x) + Math.expm1(-x), [-3, 0, 5]],
  ["log, log1p, log2, log10", (x) => Math.log(x) * Math.log1p(x) + Math.log2(x) - Math.log10(x), [0.01, 1, 40]],
  ["sqrt, cbrt", (x) => Math.sqrt(x) + Math.cbrt(-x), [0.1, 9]],
  ["sin, cos, tan", (x) => Math.sin(x) * Math.cos(2 * x) + Math.tan(x), [-1.2, 0, 1, 9]],
  ["sinh, cosh, tanh", (x) => Math.sinh(x) * Math.cosh(x) + Math.tanh(x), [-2, 0, 1.5]],
  ["asin, acos, atan", (x) => Math.asin(x) + 2 * Math.acos(x) + Math.atan(9 * x), [-0.9, 0, 0.5, 0.99]],
  ["asinh, acosh, atanh", (x) => Math.asinh(x) + Math.acosh(x) + Math.atanh(1 / x), [1.01, 2, 30]],
  ["asinh of negative", (x) => Math.asinh(x) + Math.atanh(x / 10), [-5, -0.1, 3]],
  ["powers", (x) => x ** 0.7 + 2 ** x + x ** x + x ** -3, [0.2, 3]],
  ["hypot, atan2", (x) => Math.hypot(x, 2) + Math.atan2(x, -1) + Math.atan2(3, x), [-4, -0.5, 0.5, 4]],
];

describe("complex step", () => {
  test.each(analytic)("%s", (_, f, points) => {
    for (const x of points) {
      const [value, exact] = derivativesByDuals(f, x, 1, oracleHost) as [number, number];
      expect(complexStep(f, [x], [1], oracleHost).value).toBe(value);
      expect(Math.abs(slope(f, x) - exact), `at ${x}: ${slope(f, x)}, ${exact}`).toBeLessThanOrEqual(
        1e-13 * Math.max(1, Math.abs(exact)),
      );
    }
  });

  test("trees, loops over plain counters, and memory", () => {
    const f = (p: { x: number[]; y: Float64Array }): number => {
      let total = 0;
      for (let i = 0; i < p.x.length; i++) {
        p.y[i] = (p.y[i] as number) * (p.x[i] as number);
        total += Math.sin(p.y[i] as number);
      }
      return total;
    };
    const p = { x: [1, 2], y: new Float64Array([3, 5]) };
    const { tangent } = complexStep(f, [p], [{ x: [1, 0], y: [0, 1] }], oracleHost);
    expect(tangent).toBeCloseTo(3 * Math.cos(3) + 2 * Math.cos(10), 13);
    expect(p).toEqual({ x: [1, 2], y: new Float64Array([3, 10]) });
  });

  test("comparisons are refused, or told", () => {
    const f = (x: number): number => (x > 0 ? Math.abs(x) * x : -Math.max(x, 2 * x, -99));
    expect(() => slope(f, 3)).toThrow(/not analytic/);
    expect(complexStep(f, [3], [1], oracleHost, "by real part")).toEqual({ value: 9, tangent: 6, compared: true });
    expect(complexStep(f, [-3], [1], oracleHost, "by real part")).toEqual({ value: 3, tangent: -1, compared: true });
    expect(complexStep((x: number) => x * 2, [3], [1], oracleHost).compared).toBe(false);
    expect(() => slope((x) => Math.floor(x), 1.5)).toThrow(/not analytic/);
  });
});
