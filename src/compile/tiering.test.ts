import { expect, test } from "vitest";
import { counted, elementsIn, portionOf, waits } from "./tiering.ts";

test("elements of arguments are counted, up to too many; a number may be a count itself", () => {
  expect(elementsIn([[1, 2, 3], { w: [1, 2], name: "abc" }])).toBe(2 + 3 + 2 + 2);
  expect(elementsIn([5000])).toBeGreaterThan(5000);
  expect(elementsIn([new Float64Array(3000), new Uint8Array(5)])).toBe(3007);
  const rows = Array.from({ length: 100 }, () => Array.from({ length: 100 }, () => 0));
  expect(elementsIn([rows])).toBeGreaterThan(2000);
  const cyclic: unknown[] = [];
  cyclic.push(cyclic);
  expect(elementsIn([cyclic])).toBeLessThan(100);
  const once = {
    get next(): never {
      throw new Error("an accessor was run");
    },
  };
  expect(elementsIn([once])).toBe(2);
});

test("general code makes calls while its time is not over, but none with much data if the program is small and repeats", () => {
  const [little, much] = [[[1, 2]], [new Float64Array(3000)]];
  const hasty = { isHasty: true, recurs: false, left: 5, calls: 8, latest: 0 };
  expect([little, much].map((args) => waits(hasty, args))).toEqual([true, false]);
  expect([little, much].map((args) => waits({ ...hasty, isHasty: false }, args))).toEqual([true, true]);
  expect(waits({ ...hasty, left: 0 }, little)).toBe(false);
});

test("calls with much data compile for longer, about as long as general code would take", () => {
  const budget = { isHasty: true, recurs: false, left: 0, calls: 0, latest: 20 };
  const portions = [10, 10_000, 1_000_000].map((n) => portionOf(budget, [new Float64Array(n)]));
  expect(portions[0]).toBe(20);
  expect(portions[1]).toBeGreaterThan(100);
  expect(portions[1]).toBeLessThan(500);
  expect(portions[2]).toBeGreaterThan(10_000);
  expect([50, 5000].map((n) => portionOf({ ...budget, recurs: true }, [n]))).toEqual([20, Infinity]);
  expect(portionOf({ ...budget, isHasty: false }, [new Float64Array(1_000_000)])).toBe(20);
});

test("general code is counted, also where it throws", () => {
  const budget = { isHasty: true, recurs: false, left: 1000, calls: 2, latest: -1 };
  expect(counted(budget, () => 7)).toBe(7);
  expect([budget.calls, budget.left <= 1000, budget.left > 0, budget.latest >= 0]).toEqual([1, true, true, true]);
  expect(() => counted(budget, () => JSON.parse("no") as unknown)).toThrow(SyntaxError);
  expect([budget.calls, budget.left]).toEqual([0, 0]);
});
