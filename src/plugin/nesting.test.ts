// Text that is nested deeply: it compiles, or an error says where it is and what to do.

import { expect, test } from "vitest";
import { compile, grad, ZerothError } from "../index.ts";
import { transform } from "./transform.ts";

type Fn = (x: number) => number;

const functionOf = async (body: string): Promise<Fn> =>
  (await compile(`// before\nexport const f = (x: number) =>\n  ${body};`, { file: "deep.ts" }))["f"] as Fn;

const nested = (before: string, after: string, times: number): string =>
  `${before.repeat(times)}x${after.repeat(times)}`;

test("sums of many terms compile", async () => {
  expect(grad(await functionOf(`${"x + ".repeat(2500)}x * x`))(3)).toBe(2506);
});

test("what is named in deeply nested expressions is found", async () => {
  const f = await functionOf(nested("Math.abs(", ")", 500).replace("x", "((y) => { x += y; return x * y; })(x)"));
  // (2 x) x
  expect(grad(f)(3)).toBe(12);
});

test.each([
  ["calls", "Math.sin(", ")"],
  ["sums in brackets", "x * (1 + ", ")"],
  ["arrays", "[", "]"],
  ["functions", "(() => ", ")()"],
])("thousands of nested %s are an error that names their place", async (_, before, after) => {
  const error: unknown = await functionOf(nested(before, after, 3000)).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ZerothError);
  expect(String(error)).toMatch(/deep\.ts:3:\d+: more than 2000 brackets in one another\n[^]*remedy: name parts/);
});

test("a function that takes all of the stack is refused, when it is differentiated", async () => {
  const f = await functionOf(`${"x && ".repeat(6000)}x`);
  expect(f(2)).toBe(2);
  expect(() => grad(f)(2)).toThrow(/deep\.ts:2:18: unsupported: code that is nested too deeply[^]*remedy: name parts/);
});

test("brackets of strings count, and a module with too many of them is left as it is", () => {
  expect(transform(`export const f = () => "${"(".repeat(5000)}";`, "strings.js")).toBe(null);
});
