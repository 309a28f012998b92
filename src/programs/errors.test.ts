// What users are told when something cannot be differentiated: what, where and what to do.

import { basename } from "node:path";
import { describe, expect, test } from "vitest";
import { customVjp, defineRule, grad, hvp, jacobian, valueAndGrad, vjp, ZerothError } from "zeroth";
import { transformFile } from "../plugin/transform-file.ts";
import { thrownBy } from "../test-support/thrown-by.ts";

const errorOf = (action: () => unknown): ZerothError => thrownBy(ZerothError, action);

type Real = (x: number) => number;

/** A function that no plugin has seen. */
// oxlint-disable-next-line typescript/no-implied-eval
const foreign = (body: string): Real => new Function("x", body) as Real;

const hidden = foreign("return x * x * outside");
const closed = foreign("return x * x");

describe("compile errors", () => {
  test("a syntax error has its place and a frame", () => {
    const error = errorOf(() => transformFile("export const f = (x: number) => {\n  return x +* 2;\n};\n", "f.ts"));
    expect(error.kind).toBe("invalid");
    expect(error.message).toContain("f.ts:2:");
    expect(error.message).toContain("return x +* 2;");
    expect(error.message).toContain("^");
  });
  test("an unsupported construct is an error where it is differentiated, not before", () => {
    const f = (x: number): number => {
      const held = { v: 0 };
      delete (held as { v?: number } | undefined)?.v;
      return x;
    };
    expect(f(3)).toBe(3);
    const error = errorOf(() => grad(f)(3));
    expect(error.kind).toBe("unsupported");
    expect(error.message).toMatch(/delete/);
    expect(error.message).toContain(`${basename(import.meta.filename)}:`);
  });
});

describe("foreign functions", () => {
  test("are named, with the place of the call, a frame and remedies", () => {
    const f = (x: number): number => hidden(x) + 1;
    const error = errorOf(() => grad(f)(2));
    expect(error.message).toContain("errors.test.ts:");
    expect(error.message).toContain("hidden(x) + 1");
    expect(error.message).toContain("^^^");
    expect(error.message).toMatch(/outside/);
    expect(error.message).toMatch(/defineRule/);
  });
  test("that are closed are compiled from their text", () => {
    expect(grad((x: number) => closed(x) * x)(2)).toBe(12);
    expect(grad(closed)(2)).toBe(4);
  });
  test("with a rule are fine", () => {
    const erf = foreign("return Math.tanh(1.2 * x) + hidden");
    (globalThis as Record<string, unknown>)["hidden"] = 0;
    defineRule(erf, { vjp: (x) => [erf(x), (g) => [(g * 2 * Math.exp(-x * x)) / Math.sqrt(Math.PI)]] });
    expect(grad((x: number) => 3 * erf(x))(0.5)).toBeCloseTo((6 * Math.exp(-0.25)) / Math.sqrt(Math.PI), 14);
    expect(grad(grad(erf))(0.5)).toBeCloseTo((-2 * 0.5 * 2 * Math.exp(-0.25)) / Math.sqrt(Math.PI), 14);
  });
  test("that carry no derivative may be called", () => {
    const f = (x: number): number => {
      console.debug("x is", x.toFixed(1), JSON.stringify([x]), Array.isArray(x));
      return x * x;
    };
    expect(grad(f)(2)).toBe(4);
  });
});

describe("operators", () => {
  test("grad of what is not scalar", () => {
    const error = errorOf(() => grad(((x: number[]) => x) as never)([1, 2] as never));
    expect(error.message).toContain("an array of length 2");
    expect(error.message).toMatch(/jacobian/);
    expect(errorOf(() => valueAndGrad((() => undefined) as never)(1)).message).toContain("undefined");
  });
  test("argnums that does not exist", () => {
    const f = (x: number): number => x;
    expect(errorOf(() => (grad(f) as () => unknown)()).message).toMatch(/0 arguments/);
    expect(errorOf(() => grad(f, { argnums: 2 as never })(1)).message).toMatch(/argument 2.*1 argument/);
    expect(errorOf(() => grad(f, { argnums: -1 as never })(1)).message).toMatch(/argument -1/);
  });
  test("what is not a function", () => {
    for (const operator of [grad, valueAndGrad, jacobian, hvp, vjp] as readonly ((f: never) => unknown)[]) {
      expect(errorOf(() => operator(3 as never)).message).toMatch(/takes a function/);
    }
  });
  test("a cotangent of another shape", () => {
    const [, pullback] = vjp((x: number) => [x, x], 1);
    expect(errorOf(() => pullback([1])).message).toMatch(/array of length 1/);
    expect(errorOf(() => pullback(1 as never)).message).toMatch(/number/);
  });
  test("a custom rule is used, also in second order", () => {
    const f = customVjp(
      (x: number) => x * x,
      (x) => [x * x, (g) => [g * 3 * x]],
    );
    expect(grad(f)(2)).toBe(6);
    expect(grad(grad(f))(2)).toBe(3);
    expect(f(5)).toBe(25);
  });
});

describe("what the language itself throws", () => {
  test("the user's own errors come through", () => {
    const f = (x: number): number => {
      if (x < 0) throw new RangeError(`negative: ${x}`);
      return Math.sqrt(x);
    };
    expect(() => grad(f)(-1)).toThrow(new RangeError("negative: -1"));
  });
  test("calls of what is not a function", () => {
    const f = (x: number): number => (undefined as unknown as (x: number) => number)(x);
    expect(() => grad(f)(1)).toThrow(TypeError);
    expect(() => grad((xs: number[]) => xs.map(3 as never).length)([1])).toThrow("3 is not a function");
    expect(() => grad((xs: number[]) => xs.reduce((a, b) => a + b))([])).toThrow(
      "Reduce of empty array with no initial value",
    );
    expect(() => grad((p: { a?: { b: number } }) => (p.a as { b: number }).b)({})).toThrow(TypeError);
  });
  test("stack traces name the user's file", () => {
    const f = (xs: number[]): number => (xs as unknown as { missing: { length: number } }).missing.length;
    let error: unknown;
    try {
      grad(f)([1]);
    } catch (thrown) {
      error = thrown;
    }
    expect((error as Error).stack).toContain("errors.test.ts");
  });
});
