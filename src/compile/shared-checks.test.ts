// What entries check of arguments, and how directions are read: what is not needed is not done in each call.

import { expect, test } from "vitest";
import { grad, hvp, ready } from "../index.ts";
import { codeForCall, codeOf } from "./plans.ts";
import { NotSpecialised } from "../specialise/index.ts";

const valley = (x: number[]): number => {
  let total = 0;
  for (let i = 0; i + 1 < x.length; i++) total += (1 - x[i]!) ** 2 + 100 * (x[i + 1]! - x[i]! * x[i]!) ** 2;
  return total;
};

test("a direction of numbers is not copied, and the argument is looked at once", () => {
  const code = codeOf(hvp(valley), [1, 2, 3], [1, 0, 0]);
  expect(code).not.toContain("undefined)");
  expect(code).not.toContain("!== undefined");
  expect(code.match(/\$k < x\.length/g)?.length).toBe(1);
});

const wave = (w: Float64Array, rows: readonly Float64Array[]): number => {
  let s = 0;
  for (const row of rows) for (let j = 0; j < w.length; j++) s += Math.sin(w[j]! * row[j]!);
  return s;
};

test("where shared memory would be copied, and gives the same without a copy, rows are not searched for it", async () => {
  const gradient = grad(wave);
  const rows = Array.from({ length: 3 }, () => Float64Array.of(1, 2));
  const before = gradient(rows[0] as Float64Array, rows);
  await ready(gradient, rows[0] as Float64Array, rows);
  expect(gradient(rows[0] as Float64Array, rows)).toEqual(before);
  // The rows are read by the code alone: an entry that searched them would meet the last one.
  let reads = 0;
  const counting = [...rows];
  Object.defineProperty(counting, 2, {
    get: () => {
      reads++;
      return rows[2];
    },
  });
  const code = codeForCall(gradient, [Float64Array.of(3, 4), rows]);
  expect(code).not.toBeInstanceOf(NotSpecialised);
  gradient(Float64Array.of(3, 4), counting);
  const own = reads;
  expect(own).toBe(1);
});
