// Code that is asked for ahead is there at the first call.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { explain, grad, hessian, jvp, ready } from "../index.ts";

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

/** Asks for the code, and expects that the call itself makes none. */
async function expectReady<A extends readonly unknown[]>(f: (...args: A) => unknown, ...args: A): Promise<unknown> {
  expect(await ready(f as never, ...(args as readonly unknown[] as never[]))).toBe("specialised");
  expect(scripts).toBeGreaterThan(0);
  scripts = 0;
  const result = f(...args);
  expect(scripts).toBe(0);
  return result;
}

const sum = (xs: readonly number[]): number => xs.reduce((s, x) => s + x ** 3, 0);

test("of a gradient", async () => {
  expect(await expectReady(grad(sum), [1, 2])).toEqual([3, 12]);
  expect(explain(grad(sum), [1, 2])).not.toContain("General code");
});

test("of a fresh closure, for the closures that follow", async () => {
  const scaled = (k: number) => grad((x: number) => k * x * x * x);
  expect(await expectReady(scaled(2), 1)).toBe(6);
  expect(scaled(3)(1)).toBe(9);
  expect(scripts).toBe(0);
});

test("of a product with a Jacobian, which is one call", async () => {
  const f = (x: number, y: number): number => x * x * y;
  expect(await ready(jvp as never, ...([f, [2, 3], [1, 0]] as never[]))).toBe("specialised");
  scripts = 0;
  expect(jvp(f, [2, 3], [1, 0])).toEqual([12, 12]);
  expect(scripts).toBe(0);
});

test("of a Hessian", async () => {
  expect(await expectReady(hessian(sum), [1, 2])).toEqual([
    [6, 0],
    [0, 12],
  ]);
});

test("the call is not made, and errors come with the call", async () => {
  const seen: number[] = [];
  const fails = grad((x: number): number => {
    seen.push(x);
    throw new RangeError("always");
  });
  await ready(fails, 1);
  expect(seen).toEqual([]);
  expect(() => fails(1)).toThrow(RangeError);
  expect(seen).toEqual([1]);
});

test("what cannot be specialised", async () => {
  const labelled = grad((x: number, label: symbol): number => (label.description === "square" ? x * x : x));
  expect(await ready(labelled, 2, Symbol("square"))).toBe("general");
  expect(labelled(2, Symbol("square"))).toBe(4);
  expect(await ready(sum, [1])).toBe("general");
  await expect(ready(5 as never)).rejects.toThrow("ready takes a function that an operator returned");
});
