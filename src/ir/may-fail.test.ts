// What the table says of failures: on which operands primitives may throw.

import { describe, expect, test } from "vitest";
import { constant, mayFail, prims, type PrimName, type Type } from "./index.ts";

const failing = (Object.keys(prims) as PrimName[]).filter((name) => prims[name].effects.fails !== null);

/** Whether a primitive throws on these operands. */
function throws(name: PrimName, args: readonly unknown[]): boolean {
  try {
    (prims[name].evaluate as (...args: readonly unknown[]) => unknown)(...args);
    return false;
  } catch {
    return true;
  }
}

/** These are asked of arrays only. */
const ofArrays: readonly PrimName[] = ["push", "pop", "set-length", "array-length"];

const frozen = (): unknown => Object.freeze({ a: 1 });
class Made {}
const firsts: readonly (() => unknown)[] = [
  () => undefined,
  () => null,
  () => 3,
  () => "text",
  () => [1, 2],
  () => ({ a: 1 }),
  () => Made,
  frozen,
  () => Math.sin,
  () => Math,
  () => Object.freeze([1, 2]),
  () => Object.create(null) as unknown,
  () => new Float64Array(2),
  () => Object.defineProperty([1, 2, 3], 2, { configurable: false }),
];
const seconds: readonly unknown[] = ["a", 0, -1, Array, Math.sin, "PI", 2 ** 32];

describe.each(failing)("%s", (name) => {
  const { fails } = prims[name].effects;

  const isTaken = (first: unknown): boolean => !ofArrays.includes(name) || Array.isArray(first);

  test("throws only where the table says that it might", () => {
    const unexpected = firsts
      .filter((first) => isTaken(first()))
      .flatMap((first) => seconds.map((second) => [first, second] as const))
      .filter(([first, second]) => throws(name, [first(), second, 1]) && fails?.when(first(), second, 1) !== true);
    expect(unexpected.map(([first, second]) => `${String(first)}, ${String(second)}`)).toEqual([]);
  });

  test("never throws on what the table excepts", () => {
    const excepted: Record<string, readonly unknown[]> = {
      objects: [[1], { a: 1 }, Made, Object.freeze([1]), frozen()],
      arrays: [[1], Object.freeze([1])],
      functions: [Made, Map],
      "fresh memory": [[1], { a: 1 }],
      "fresh arrays": [[1]],
      nothing: [],
    };
    const given = (excepted[fails?.neverOn ?? "nothing"] ?? []).filter(isTaken);
    expect(given.filter((first) => throws(name, [first, "a", 1]))).toEqual([]);
  });
});

test("types tell that primitives do not fail", () => {
  const on = (name: PrimName, type: Type): boolean => mayFail(name, [constant(0), constant(0)], () => type);
  expect(on("get", "any")).toBe(true);
  expect(on("get", "numbers")).toBe(false);
  expect(on("iterable", "object")).toBe(true);
  expect(on("iterable", "array")).toBe(false);
  expect(on("construct", "object")).toBe(true);
  expect(on("initialiser", "func")).toBe(false);
  expect(on("set", "object")).toBe(true);
  expect(on("add", "any")).toBe(false);
  expect(mayFail("global", [constant("Math")], () => "any")).toBe(false);
  expect(mayFail("global", [constant("elsewhere")], () => "any")).toBe(true);
});
