// Errors speak of what the user wrote: the operator that was called, the variable that was iterated over, the method, the rule.

import { expect, test } from "vitest";
import { customVjp, grad, hessian, hvp, vjp } from "../index.ts";

type AnyCall = (...args: unknown[]) => unknown;

const squares = (xs: number[]): number[] => xs.map((x) => x * x);

test.each([
  ["hessian", (hessian as unknown as (f: unknown) => AnyCall)(squares)],
  ["hvp", (hvp as unknown as (f: unknown) => AnyCall)(squares)],
])("%s of a function with several results names itself", (name, operator) => {
  for (let call = 1; call <= 10; call++)
    expect(() => operator([1, 2], [1, 1])).toThrow(`${name} takes a function that returns a number; this one returned`);
});

const iterations: Readonly<Record<string, (p: { readonly a: number }) => number>> = {
  numbers: ({ a }) => {
    const numbers = a as unknown as number[];
    let s = 0;
    for (const x of numbers) s += x;
    return s;
  },
  "p.a": (p) => {
    let s = 0;
    for (const x of p.a as unknown as number[]) s += x;
    return s;
  },
  pair: ({ a }) => {
    const pair = a as unknown as number[];
    const [x] = pair;
    return x as number;
  },
  items: ({ a }) => {
    const items = a as unknown as number[];
    return [0, ...items].length * a;
  },
};

test.each(Object.entries(iterations))("what is not iterable is named: %s", (name, f) => {
  const message = `${name} is not iterable`;
  expect(() => f({ a: 2 })).toThrow(message);
  for (let call = 1; call <= 10; call++) {
    expect(() => grad(f)({ a: 2 })).toThrow(new TypeError(message));
    expect(() => vjp(f, { a: 2 })).toThrow(new TypeError(message));
  }
});

const factor = 3;

type Scalar = (x: number) => number;

/** A name that is computed, so that the method cannot be found in its class. */
const computed = <T extends string>(name: T): T => name;

class Model {
  [key: string]: unknown;
  readonly w = 2;
  [computed("scaled")](x: number): number {
    return (this.w as number) * x * factor;
  }
  [computed("mapped")](x: number): number {
    return [x].map((v) => v * (this.w as number))[0]!;
  }
  static [computed("scaled")](x: number): number {
    return factor * x;
  }
}

test("a method of a class is named, with what it may not use", () => {
  const model = new Model();
  const refused = (f: (x: number) => number): string => {
    try {
      grad(f)(2);
    } catch (error) {
      return (error as Error).message;
    }
    return "no error";
  };
  const uses = "uses more than its parameters, `this` and globals";
  expect(refused((x) => (model["scaled"] as Scalar)(x))).toContain(
    `the method \`scaled\` ${uses}: \`computed\`, \`factor\``,
  );
  expect(refused((x) => (model["mapped"] as Scalar)(x))).toContain(
    `the method \`mapped\` ${uses}: functions of its own`,
  );
  expect(refused((x) => (model["mapped"] as Scalar)(x))).toMatch(/remedy: of a class, write it as a function/);
  expect(refused((Model as unknown as Model)["scaled"] as Scalar)).toContain(
    `the method \`scaled\` ${uses}: \`computed\`, \`factor\``,
  );
});

test("a rule whose cotangents have another shape than the arguments is what errors speak of", () => {
  const first = (back: (g: number) => unknown): ((xs: number[]) => number) =>
    customVjp(
      (xs: number[]) => xs[0]!,
      (xs: number[]) => [xs[0]!, back as never],
    );
  const shapes = [
    [(g: number) => [g], "a value of type number as the cotangent of what is an array"],
    [(g: number) => [[g]], "an array of length 1 as the cotangent of what is an array of length 2"],
    [(g: number) => [["a", g]], "a value of type string as the cotangent of what is a number"],
  ] as const;
  for (const [back, shape] of shapes)
    expect(() => grad(first(back))([2, 3])).toThrow(`the pullback of a derivative rule returned ${shape}`);
  expect(() => vjp(squares, [1, 2])[1](3 as never)).toThrow("a pullback was given a value of type number");
  const scaling = (x: number) => (y: number) => x * y;
  expect(() => vjp(scaling, 2)[1](3 as never)).toThrow("where the function's result has a function");
});
