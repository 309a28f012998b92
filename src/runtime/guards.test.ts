// Guards let what is expected pass, and fail in one way at everything else.

import { describe, expect, test } from "vitest";
import {
  failedGuard,
  guardArray,
  guardFloat64,
  guardIntegers,
  guardKeys,
  guardNumber,
  guardRecord,
  guardTypeof,
} from "./guards.ts";

const values: readonly unknown[] = [
  1,
  "a",
  null,
  undefined,
  true,
  [1],
  { a: 1 },
  Object.create(null),
  new Date(0),
  Float64Array.of(1),
  Int32Array.of(1),
  () => 0,
];

function passes(guard: (x: unknown) => unknown, x: unknown): boolean {
  try {
    guard(x);
    return true;
  } catch (error) {
    if (error !== failedGuard) throw error;
    return false;
  }
}

describe("a guard fails without an exception of its own", () => {
  test.each<readonly [string, (x: unknown) => unknown, readonly number[]]>([
    ["of numbers", guardNumber, [0]],
    ["of arrays", guardArray, [5]],
    ["of records", guardRecord, [6]],
    ["of Float64Arrays", guardFloat64, [9]],
    ["of integer arrays", guardIntegers, [10]],
    ["of texts", (x) => guardTypeof(x, "string"), [1]],
  ])("%s", (_, guard, expected) => {
    expect(values.flatMap((x, k) => (passes(guard, x) ? [k] : []))).toEqual(expected);
  });
});

test("a record with the expected keys, in their order, passes", () => {
  const keys = (x: object): boolean => passes(() => guardKeys(x, "a", "b"), x);
  const records = [
    { a: 1, b: 2 },
    { b: 2, a: 1 },
    { a: 1 },
    { a: 1, b: 2, c: 3 },
    { a: 1, b: 2, [Symbol.iterator]: 3 },
    {
      a: 1,
      get b() {
        return 2;
      },
    },
  ];
  expect(records.map(keys)).toEqual([true, false, false, false, true, false]);
});
