// Differences: how good they are, and whether their error estimates can be relied upon.

import { describe, expect, test } from "vitest";
import { agrees, difference, partialDifferences } from "./index.ts";

type Scalar = (x: number) => number;

const smooth: readonly (readonly [name: string, f: Scalar, slope: Scalar, points: readonly number[]])[] = [
  ["cube", (x) => x ** 3, (x) => 3 * x * x, [-20, 0, 0.1, 5]],
  ["exp", (x) => Math.exp(x), (x) => Math.exp(x), [-10, 0, 3, 20]],
  ["sin of large", (x) => Math.sin(30 * x), (x) => 30 * Math.cos(30 * x), [0, 0.3, 2]],
  ["log near its border", (x) => Math.log(x), (x) => 1 / x, [0.001, 0.05, 100]],
  ["quotient", (x) => 1 / (1 + 25 * x * x), (x) => (-50 * x) / (1 + 25 * x * x) ** 2, [0, 0.2, 3]],
  ["constant", () => 7, () => 0, [1]],
  ["large and flat", (x) => 1e9 + x, () => 1, [1]],
];

describe("finite differences", () => {
  test.each(smooth)("%s: within the estimated error, which is small", (_, f, slope, points) => {
    for (const x of points) {
      const found = difference((t) => f(x + t));
      expect(found.smooth, `smooth at ${x}: ${JSON.stringify(found)}`).toBe(true);
      expect(Math.abs(found.value - slope(x)), `at ${x}: ${JSON.stringify(found)}`).toBeLessThanOrEqual(found.error);
      expect(found.error).toBeLessThanOrEqual(3e-5 * Math.max(1, Math.abs(slope(x))));
      expect(agrees(slope(x), found)).toBe(true);
      expect(agrees(slope(x) * (1 + 1e-4) + 1e-4, found)).toBe(false);
    }
  });

  test.each<readonly [string, Scalar, number]>([
    ["abs", Math.abs, 0],
    ["a small kink", (x) => Math.sin(x) + 0.01 * Math.abs(x), 0],
    ["a step", Math.floor, 2],
    ["a root", (x) => Math.sqrt(Math.abs(x)), 0],
    ["a kink nearby", (x) => Math.max(x, 1e-7), 0],
    ["outside of the domain", Math.log, -1],
  ])("%s is not smooth", (_, f, x) => {
    const found = difference((t) => f(x + t));
    expect(found.smooth, JSON.stringify(found)).toBe(false);
  });

  test("a kink outside of the steps that are used does no harm", () => {
    const found = difference((t) => Math.max((1 + t) ** 2, 0.95));
    expect(found.value).toBeCloseTo(2, 8);
    expect(found.smooth).toBe(true);
  });

  test("a kink that is near, but further than the smallest steps", () => {
    const found = difference((t) => Math.max(t, 1e-5) + Math.cos(t));
    expect(found.smooth).toBe(true);
    expect(Math.abs(found.value)).toBeLessThanOrEqual(found.error);
  });

  test("partial derivatives, steps in proportion", () => {
    const found = partialDifferences(([x = 0, y = 0]) => x * x * y, [3, 1e4]);
    expect(agrees(6e4, found[0] as never)).toBe(true);
    expect(agrees(9, found[1] as never)).toBe(true);
  });
});
