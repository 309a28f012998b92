// Messages name values as users do, not by the types of the IR.

import { expect, test } from "vitest";
import type { Type } from "../ir/index.ts";
import { described } from "./array-operands.ts";

const names: readonly (readonly [type: Type, name: string])[] = [
  ["numbers", "an array"],
  ["rows", "an array"],
  ["[{a:num}]", "an array"],
  ["float64", "a typed array"],
  ["{a:num}", "a record"],
  ["#3{a:num}", "an instance of a class"],
  ['#0{"0":num}', "an array"],
  ["object", "an object"],
];

test.each(names)("%s is %s", (type, name) => {
  expect(described(type)).toBe(name);
});
