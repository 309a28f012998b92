// Array methods on what is no array do what the natives do, run as plain JavaScript.

import { describe, expect, test } from "vitest";
import { arrayReplacements } from "./arrays.ts";

type Callable = (this: unknown, ...args: readonly unknown[]) => unknown;

const receivers: readonly (() => unknown)[] = [
  () => ({ length: 3, 0: 3, 2: 1 }),
  () => ({ length: "2", 0: 3, 1: 1, 2: 7 }),
  () => ({ length: -4, 0: 3 }),
  () => ({ length: 2.9, 0: 5, 1: 4 }),
  () => ({ length: NaN, 0: 5 }),
  () => ({ 0: 5 }),
  () => Object.freeze({ length: 1, 0: 2 }),
  () => ({ length: Number.MAX_SAFE_INTEGER }),
  () => "ab",
  () => true,
  () => null,
  () => undefined,
  () => Object.freeze([1, 2]),
];

const outcome = (f: Callable, receiver: unknown, args: readonly unknown[]): unknown => {
  try {
    const result = Reflect.apply(f, receiver, args);
    return { result, isSame: result === receiver, receiver };
  } catch (error) {
    return { error: (error as Error).constructor.name, receiver };
  }
};

const big = Number.MAX_SAFE_INTEGER;
const sorts = (a: unknown, b: unknown): number => Number(a) - Number(b);
const calls: readonly (readonly [keyof typeof Array.prototype & string, readonly unknown[]])[] = [
  ["at", [-1]],
  ["concat", [[1], { length: 1, 0: 4 }, { length: 2, 1: 4, [Symbol.isConcatSpreadable]: true }]],
  ["copyWithin", [0, 1]],
  ["every", [Boolean]],
  ["fill", [9, 0, 1]],
  ["filter", [Boolean]],
  ["find", [(x: unknown) => x === 1]],
  ["findIndex", [(x: unknown) => x === 1]],
  ["findLast", [(x: unknown) => x === 1]],
  ["findLastIndex", [(x: unknown) => x === 1]],
  ["flat", []],
  ["flatMap", [(x: unknown) => [x, x]]],
  ["forEach", [Boolean]],
  ["map", [(x: unknown) => [x]]],
  ["pop", []],
  ["push", []],
  ["push", [7]],
  ["reduce", [sorts, 1]],
  ["reduceRight", [sorts, 1]],
  ["reverse", []],
  ["shift", []],
  ["slice", [0, 1]],
  ["some", [Boolean]],
  ["sort", [sorts]],
  ["splice", [0, 1, 8, 9]],
  ["splice", [0, 2]],
  ["toReversed", []],
  ["toSorted", [sorts]],
  ["toSpliced", [0, 1, 8]],
  ["unshift", []],
  ["unshift", [7]],
  ["with", [0, 7]],
];
/** What takes a constant time for a length without end. */
const quick = new Set(["at", "fill", "pop", "push", "slice", "toReversed", "toSorted", "with"]);

describe("array methods on array-likes, texts and other values", () => {
  test.each(calls)("%s", (name, args) => {
    const native = Array.prototype[name] as Callable;
    const replacement = new Map(arrayReplacements).get(native) as Callable;
    for (const make of receivers) {
      const receiver = make();
      // Engines differ in whether a call that changes nothing asks whether it might.
      if (Object.isFrozen(receiver) && typeof receiver === "object" && (args.length === 0 || name === "sort")) continue;
      if ((receiver as { length?: unknown } | null)?.length === big && !quick.has(name)) continue;
      const actual = outcome(replacement, make(), args);
      expect(actual, `${name} of ${String(JSON.stringify(receiver))}`).toEqual(outcome(native, make(), args));
    }
  });
});
