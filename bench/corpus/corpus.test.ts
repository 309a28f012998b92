// The corpus: its programs are as its form says, and a derivative that is wrong is found.

import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { customVjp, stopGradient } from "zeroth";
import type { Program } from "../programs/program.ts";
import { measureDerivative } from "./measure-derivative.ts";
import { numbersAt, numbersIn, treesAt, withNumbers } from "./numbers.ts";
import { slopeOf } from "./slopes.ts";

const folder = new URL("../programs/", import.meta.url);
const names = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => /.+\/.+\.ts$/.test(file));

test("there are at least 200 programs", () => {
  expect(names.length).toBeGreaterThanOrEqual(200);
});

const ofNumbers = new Set(["grad", "valueAndGrad", "hvp", "hessian"]);

describe("each program gives finite numbers, from inputs that are the same each time", () => {
  test.each(names)("%s", async (name) => {
    const { program } = (await import(new URL(name, folder).href)) as { readonly program: Program };
    const f = program.f as (...args: readonly unknown[]) => unknown;
    const [small, large] = program.sizes;
    expect(small).toBeLessThan(large);
    expect(program.derivatives.length).toBeGreaterThan(0);
    for (const n of program.sizes) {
      const args = program.inputs(n);
      expect(program.inputs(n)).toEqual(args);
      expect(numbersIn(args[0]).length).toBeGreaterThan(0);
      const y = f(...args);
      expect(typeof y === "number" || !program.derivatives.some((derivative) => ofNumbers.has(derivative))).toBe(true);
      expect(numbersIn(y).length).toBeGreaterThan(0);
      expect(numbersIn(y).filter((x) => !Number.isFinite(x))).toEqual([]);
    }
  });
});

describe("a derivative that is wrong is found", () => {
  const wrongSquare = customVjp(
    (x: number) => x * x,
    (x) => [x * x, (g) => [1.001 * 2 * x * g]],
  );
  /** Only its second derivative is wrong. */
  const once = customVjp(
    (x: number) => x * x,
    (x) => [x * x, (g) => [2 * stopGradient(x) * g]],
  );
  const sum = (xs: number[]): number => xs.reduce((total, x) => total + wrongSquare(x), 0);
  const sumOnce = (xs: number[]): number => xs.reduce((total, x) => total + once(x), 0);
  const squares = (xs: number[]): number[] => xs.map(wrongSquare);
  test.each([
    ["grad", sum],
    ["valueAndGrad", sum],
    ["hvp", sumOnce],
    ["hessian", sumOnce],
    ["vjp", squares],
    ["jacobian", squares],
    ["jvp", squares],
    ["linearize", squares],
  ] as const)("%s", async (derivative, f) => {
    const inputs: Program["inputs"] = (n) => [Array.from({ length: n }, (_, i) => 1 + i / n)];
    const program: Program = { f, inputs, sizes: [3, 4], derivatives: [derivative] };
    const { kind } = await measureDerivative({ name: "wrong", derivative, n: 3 }, program);
    expect(kind).toBe("wrong");
  });
});

test("slopes by differences, beside a kink as well", () => {
  const { value, error } = slopeOf((t) => Math.exp(2 * t) + Math.abs(t - 1e-3));
  expect(Math.abs(value - 1)).toBeLessThan(1e-8 + 10 * error);
  expect(error).toBeLessThan(1e-6);
});

test("numbers in trees, and of other trees at their places", () => {
  const x = { a: [1, Float64Array.of(2, 3)], index: Int32Array.of(7), none: null, text: "4", b: { c: 5 } };
  expect(numbersIn(x)).toEqual([1, 2, 3, 5]);
  expect(numbersAt(x, { a: [10, [20, 30]], b: { c: 50 } })).toEqual([10, 20, 30, 50]);
  expect(numbersAt(x, { a: null })).toEqual([0, 0, 0, 0]);
  expect(treesAt([1, { y: 2 }], ["p", { y: "q" }])).toEqual(["p", "q"]);
  expect(withNumbers(x, (value, k) => 10 * value + k)).toEqual({
    a: [10, Float64Array.of(21, 32)],
    index: Int32Array.of(7),
    none: null,
    text: "4",
    b: { c: 53 },
  });
});
