// Text and spread arrays in specialised code.

import { expect, test } from "vitest";
import { grad, jvp } from "../index.ts";
import * as general from "../prelude/derivatives.ts";
import { isAnswered } from "../test-support/is-answered.ts";
import { isSpecialised } from "../test-support/is-specialised.ts";

type Callable = (...args: never[]) => unknown;
const by = (operator: unknown, f: Callable): Callable => (operator as (f: Callable) => Callable)(f);

const outcome = (f: Callable, args: readonly unknown[]): unknown => {
  try {
    return f(...(structuredClone(args) as never[]));
  } catch (error) {
    return String(error);
  }
};

function expectAlike(f: Callable, args: readonly unknown[], isTyped: boolean): void {
  const [gradient, expected] = [by(grad, f), by(general.grad, f)];
  expect(isSpecialised(gradient, ...(structuredClone(args) as unknown[]))).toBe(isTyped);
  for (let k = 0; k < 3; k++) expect(outcome(gradient, args)).toEqual(outcome(expected, args));
}

const spelled = (x: number[], text: string): number =>
  text
    .split("")
    .reduce((s, letter, i) => s + (x["abc".indexOf(letter)] ?? 0.1) ** 2 * (text.charAt(i) === "b" ? 2 : i), 0);

test("methods of strings", () => {
  for (const text of ["abba", "", "xyz"]) expectAlike(spelled, [[1, 2, 3], text], true);
});

test("a method of strings that is replaced", () => {
  const gradient = by(grad, spelled);
  for (let k = 0; k < 3; k++) gradient(...([[1, 2, 3], "ab"] as never[]));
  const { prototype } = String;
  const own = Object.getOwnPropertyDescriptor(prototype, "indexOf") as PropertyDescriptor;
  Object.defineProperty(prototype, "indexOf", { ...own, value: () => 2 });
  try {
    expect(gradient(...([[1, 2, 3], "ab"] as never[]))).toEqual([0, 0, 12]);
  } finally {
    Object.defineProperty(prototype, "indexOf", own);
  }
});

test("a method that throws, whose result is not used", () => {
  const repeated = (x: number[], text: string, n: Int32Array): number => {
    text.repeat(n[0] as number);
    return (x[0] as number) ** 2;
  };
  expectAlike(repeated, [[3], "ab", Int32Array.of(-1)], false);
});

test("the greatest of all elements, with ties", () => {
  expectAlike((x: number[]) => Math.max(...x) * Math.min(...x.map((v) => v * v)), [[3, 3, 1]], true);
  expectAlike((x: number[]) => Math.max(...x.filter((v) => v > 5)), [[3, 3, 1]], true);
  expectAlike((x: Float64Array) => Math.max(...x), [Float64Array.of(1, 2)], true);
});

test("methods that write to the array that is spread", () => {
  const pushed = (x: number[]): number => {
    const y = x.map((v) => v * v);
    y.push(...y);
    return (y[y.length - 1] as number) * y.length;
  };
  const spliced = (x: number[]): number => {
    const y = [0, 1];
    for (const v of x) y.push(v);
    y.splice(...(y as [number, number]));
    return y.reduce((s, v, i) => s + v * (i + 1), 0);
  };
  for (const f of [pushed, spliced])
    for (let k = 0; k < 3; k++)
      expect(by(grad, f)(...([[2, 3]] as never[]))).toEqual(by(general.grad, f)(...([[2, 3]] as never[])));
});

test("numbers read from a text have no derivative, in recursion that is differentiated forwards", () => {
  const term = (text: string, x: number): number => {
    if (text.startsWith("sin(")) return Math.sin(term(text.slice(4, -1), x));
    const [base, power] = text.split("^");
    const value = base === "x" ? x : Number.parseFloat(base!);
    return power === undefined ? value : Math.pow(value, Number(power));
  };
  const f = (x: number, text: string): number => text.split("+").reduce((s, part) => s + term(part, x), 0);
  const args = [2, "x^2+sin(x^3)+1.5^2+sin(x)"] as const;
  expect(isAnswered(jvp, f, args, [1, null])).toBe(true);
  for (let k = 0; k < 3; k++)
    expect(jvp(f, args as never, [1, null])[1]).toBeCloseTo(4 + 12 * Math.cos(8) + Math.cos(2), 10);
});
