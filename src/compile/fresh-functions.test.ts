// Code is found by code: what is made anew in each call, and what a loop of a module's top level makes, compiles nothing again.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { grad, hessian, hvp, jacobian, valueAndGrad } from "../index.ts";

type Unary = (x: number) => number;

/** How many scripts have been made. */
let scripts = 0;

beforeEach(() => {
  scripts = 0;
  const counting = new Proxy(Function, {
    construct: (target, args) => {
      scripts++;
      return Reflect.construct(target, args) as object;
    },
  });
  vi.stubGlobal("Function", counting);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const three = 3;
const weights = [1, 2, 3];

const loop = (a: number): number => {
  let sum = 0;
  for (let k = 0; k < three; k++) sum += a * a * (weights[k] as number);
  return sum;
};

const byBoth = grad((x: number, f: Unary): number => f(x) * x);
const withFirst = valueAndGrad((f: Unary, x: number): number => f(x) * f(x), { argnums: 1 });

const fresh: Readonly<Record<string, (k: number) => unknown>> = {
  "what captures nothing": (k) => grad((x: number) => x * x * x)(k),
  "what captures functions of a module": (k) => grad((a: number) => loop(a) * 2)(k),
  "what captures constants of a module": (k) => grad((x: number) => x ** three * (weights[1] as number))(k),
  "what captures numbers": (k) => grad((x: number) => x * x * k)(k),
  "functions that capture functions": (k) => {
    const square = (x: number): number => x * x;
    const scaled = (x: number): number => square(x) * k;
    return grad((x: number) => scaled(x) + square(scaled(x)))(k);
  },
  "a function for a gradient that stays": (k) => [byBoth(k, (x) => x * x + k), byBoth(k, (x) => x * x)],
  "a function as the first argument": (k) => withFirst((x) => loop(x), k),
  "a product with a Hessian": (k) =>
    hvp((p: readonly number[]) => (p[0] as number) ** 2 * (p[1] as number))([k, 2], [1, 0]),
  "a Hessian": (k) => hessian((p: readonly number[]) => (p[0] as number) ** 2 * (p[1] as number))([k, 2]),
  "a Jacobian": (k) => jacobian((p: readonly number[]) => p.map((x) => x * x))([k, 2]),
  "a gradient of a gradient": (k) => grad(grad((x: number) => x ** 3))(k),
  "a gradient in a gradient": (k) => grad((x: number) => grad((y: number) => y * y * x)(x))(k),
};

test.each(Object.entries(fresh))("%s is compiled once", (_, run) => {
  for (let k = 1; k <= 30; k++) run(k);
  expect(scripts).toBeGreaterThan(0);
  scripts = 0;
  for (let k = 31; k <= 90; k++) run(k);
  expect(scripts).toBe(0);
});

const compiled: number[] = [];
for (let k = 1; k <= 90; k++) {
  const before = countScripts();
  const [factor, power] = [k % 7, 2];
  const own: Unary = (x) => loop(x) * factor;
  grad((x: number) => own(x) + x ** power * factor)(k);
  let assigned = k;
  assigned += 1;
  grad((x: number) => x * x * assigned)(k);
  compiled.push(before());
}

/** Counts scripts until it is asked how many there were. */
function countScripts(): () => number {
  let count = 0;
  const own = globalThis.Function;
  globalThis.Function = new Proxy(own, {
    construct: (target, args) => {
      count++;
      return Reflect.construct(target, args) as object;
    },
  });
  return () => {
    globalThis.Function = own;
    return count;
  };
}

test("what a loop of a module makes is compiled once", () => {
  expect(compiled.slice(0, 30).reduce((a, b) => a + b, 0)).toBeGreaterThan(0);
  expect(compiled.slice(30).filter((count) => count > 0)).toEqual([]);
});

test("errors of code that is not kept for good name their places, too", () => {
  const fails = (x: number): number => {
    if (x > 40) throw new RangeError("too much");
    let sum = 0;
    for (let k = 0; k < 3; k++) sum += x ** k;
    return sum;
  };
  const gradient = grad(fails);
  for (let k = 0; k < 40; k++) gradient(k);
  let stack = "";
  try {
    gradient(50);
  } catch (error) {
    stack = (error as Error).stack ?? "";
  }
  expect(stack).toContain("RangeError: too much");
  expect(stack).toContain("fresh-functions.test.ts");
  expect(stack).not.toContain("zeroth://");
});
