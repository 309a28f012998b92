// Which functions might write, or compare references, as far as that can be seen from outside.

import { expect, test } from "vitest";
import { grad } from "../index.ts";
import { copyingMethods } from "./copying-methods.ts";
import { mightWriteOrCompare } from "./overlap.ts";

test("a record with a method that copies, if it is one of arrays, might do anything", () => {
  const copying = "concat filter flat flatMap from map of slice splice toReversed toSorted toSpliced with".split(" ");
  expect([...copyingMethods]).toEqual(copying);
  for (const name of copying) expect(mightWriteOrCompare([{ [name]: 1 }]), name).toBe(true);
  expect(mightWriteOrCompare([{ length: 1, at: 2 }])).toBe(false);
});

test("functions that only compute do not, those that cannot be compiled might", () => {
  const pure = (x: number): number => x * x;
  // They are compiled when they are differentiated.
  expect(grad(pure)(3)).toBe(6);
  expect(mightWriteOrCompare([pure])).toBe(false);
  const refused = (x: number): number => {
    const held = { v: 0 };
    delete (held as { v?: number } | undefined)?.v;
    return x;
  };
  expect(() => grad(refused)(1)).toThrow("delete");
  expect(mightWriteOrCompare([refused])).toBe(true);
});
