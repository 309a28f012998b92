// Comparison of trees of numbers in tests.

import { expect } from "vitest";
import { isClose, leavesOf, withLeaves } from "../testing/trees.ts";

/** Compares trees of numbers: same shapes, numbers close, everything else equal. */
export function expectClose(actual: unknown, expected: unknown, tolerance: number, what: string): void {
  const a = leavesOf(actual);
  const b = leavesOf(expected);
  const near = a.length === b.length && a.every((x, i) => isClose(x, b[i] as number, tolerance));
  expect(actual, what).toEqual(near ? withLeaves(expected, a) : expected);
}
