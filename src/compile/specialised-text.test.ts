// Text and spread arrays in specialised code.

import { describe, expect, test } from "vitest";
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
  expectAlike(repeated, [[3], "ab", Int32Array.of(-1)], true);
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

describe("functions and methods that look at primitive values", () => {
  type Look = (x: number, t: string, n: number) => unknown;
  const looks: Readonly<Record<string, Look>> = {
    "Number.isNaN": (x) => Number.isNaN(x),
    isNaN: (x) => isNaN(x),
    "Number.isFinite": (x) => Number.isFinite(x),
    isFinite: (x) => isFinite(x),
    "Number.isInteger": (x) => Number.isInteger(x),
    "Number.isSafeInteger": (x) => Number.isSafeInteger(x),
    "Number.isNaN of a text": (_, t) => Number.isNaN(t),
    "isNaN of a text": (_, t) => isNaN(t as unknown as number),
    Boolean: (x) => Boolean(x),
    "Boolean of a text": (_, t) => Boolean(t),
    "Object.is": (x, _, n) => Object.is(x, n),
    "Object.is of zeros": (x) => Object.is(x, -0),
    String: (x) => String(x),
    "a number.toString": (x, _, n) => x.toString() + n.toString(2),
    toFixed: (x) => x.toFixed(1),
    "toPrecision, toExponential": (x) => x.toPrecision(3) + x.toExponential(2),
    "digits that cannot be": (x, _, n) => x.toFixed(n * 100),
    localeCompare: (_, t) => t.localeCompare("1"),
    "padStart, padEnd": (_, t, n) => t.padStart(n, "0").padEnd(4),
    "repeat, fewer than no times": (x, t) => t.repeat(x),
    "replace, replaceAll": (x, t) => t.replace("1", String(x)).replaceAll("2", "$&$&"),
  };
  const numbers = [1.5, -0, 0, 2, Number.NaN, Infinity, -Infinity, 1e305];

  test.each(Object.entries(looks))("%s", (_name, look) => {
    const f = (xs: number[], texts: string[], n: number): number => {
      let sum = 0;
      for (const [i, x] of xs.entries()) {
        const seen = look(x, texts[i % texts.length]!, n);
        sum += (typeof seen === "string" ? seen.length : Number(seen) + 2) * (i + 1) * (Math.abs(x) < 9 ? x : 1) ** 2;
      }
      return sum;
    };
    for (let k = 2; k <= numbers.length; k += 2) expectAlike(f, [numbers.slice(0, k), ["12", "", "abc"], 3], true);
  });

  test("as callbacks, which get more than they look at", () => {
    const kept = (xs: number[]): number =>
      xs
        .filter(Boolean)
        .filter(Number.isFinite)
        .reduce((s, x) => s + x * x, 0);
    expectAlike(kept, [numbers], true);
    const read = (xs: number[], text: string): number =>
      text
        .split(" ")
        .map(parseFloat)
        .concat(text.split(" ").map(parseInt))
        .reduce((s, v, i) => s + (v || 1) * xs[i % xs.length]!, 0);
    expectAlike(read, [[1, 2, 3], "10 11 12.5 x"], true);
    expectAlike((xs: number[]) => xs.map(String).reduce((s, t, i) => s + t.length * xs[i]!, 0), [[1, 2.5, 30]], true);
  });

  test("a method of numbers that is replaced", () => {
    const f = (xs: number[]): number => xs.reduce((s, x) => s + x * x.toFixed(1).length, 0);
    const gradient = by(grad, f);
    for (let k = 0; k < 3; k++) expect(gradient(...([[1, 20]] as never[]))).toEqual([3, 4]);
    const { prototype } = Number;
    const own = Object.getOwnPropertyDescriptor(prototype, "toFixed") as PropertyDescriptor;
    Object.defineProperty(prototype, "toFixed", { ...own, value: () => "1" });
    try {
      expect(gradient(...([[1, 20]] as never[]))).toEqual([1, 1]);
    } finally {
      Object.defineProperty(prototype, "toFixed", own);
    }
  });
});
