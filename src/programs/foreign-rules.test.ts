// Rules of foreign functions: which functions can have one, and which rule counts.

import { describe, expect, test } from "vitest";
import {
  defineRule,
  derivative,
  grad,
  hvp,
  J,
  jacfwd,
  jacobian,
  jacrev,
  jvp,
  linearize,
  taylor,
  valueAndGrad,
  vjp,
} from "zeroth";

/** A function whose code cannot be seen. */
const foreign = (): ((x: number) => number) =>
  function (this: { rate: number }, x: number): number {
    return x * this.rate;
  }.bind({ rate: 1 });

const ofSlope = (
  f: (x: number) => number,
  slope: number,
): { vjp: (x: number) => [number, (g: number) => [number]] } => ({
  vjp: (x) => [f(x), (g) => [g * slope]],
});

describe("a later rule takes the place of an earlier one", () => {
  const operators: readonly (readonly [string, (f: (x: number) => number) => (x: number) => unknown])[] = [
    ["grad", (f) => grad(f)],
    ["grad of a function that calls it", (f) => grad((x: number) => f(x) + 0)],
    ["valueAndGrad", (f) => (x) => valueAndGrad((y: number) => f(y))(x)[1]],
    ["derivative", (f) => derivative((x: number) => f(x))],
    ["taylor", (f) => (x) => taylor((y: number) => f(y), 1)(x)[1]],
    ["jacobian", (f) => (x) => jacobian((y: number) => [f(y)])(x)[0]],
    ["jacrev", (f) => (x) => jacrev((y: number) => [f(y)])(x)[0]],
    ["jacfwd", (f) => (x) => jacfwd((y: number) => [f(y)])(x)[0]],
    ["J", (f) => (x) => J(f, x)[1](1)[1]],
    ["vjp", (f) => (x) => vjp((y: number) => f(y), x)[1](1)[0]],
    ["jvp", (f) => (x) => jvp((y: number) => f(y), [x], [1])[1]],
    ["linearize", (f) => (x) => linearize((y: number) => f(y), x)[1](1)],
    ["hvp", (f) => (x) => hvp((y: number) => f(y) * y)(x, 0.5)],
  ];

  test.each(operators)("%s, before its first call and after many", (_, of) => {
    const f = foreign();
    const warm = of(f);
    for (let k = 1; k <= 8; k++) {
      defineRule(f, ofSlope(f, k));
      for (let call = 0; call < 5; call++) expect(warm(call)).toBe(k);
      expect(of(f)(k)).toBe(k);
    }
  });

  test("one that runs in place of a native whose result carries no derivative", () => {
    const round = { parse: parseFloat.bind(null) as (x: unknown) => number };
    const slope = grad((x: number) => x * Number.parseInt(String(x)) + round.parse(x));
    expect(() => slope(2.5)).toThrow(/is bound/);
    defineRule(round.parse, { vjp: (x) => [x as number, () => [0]] });
    for (let k = 0; k < 40; k++) expect(slope(k + 0.5)).toBe(k);
  });
});

describe("a function that zeroth differentiates is refused, and customVjp named", () => {
  const rule = { vjp: (x: number) => [x, (g: number) => [g]] } as never;

  test("compiled with its module", () => {
    const rounded = (x: number): number => Math.round(x);
    expect(() => defineRule(rounded, rule)).toThrow(
      /functions that zeroth cannot differentiate, and `rounded` is compiled by it: the rule would have no effect\nremedy: .*customVjp\(f, rule\)/,
    );
    expect(() => defineRule(grad(rounded), rule)).toThrow(/customVjp/);
    expect(grad(rounded)(1.5)).toBe(0);
  });

  test("native, with a derivative of its own", () => {
    for (const native of [Math.sin, Math.round, Number]) {
      expect(() => defineRule(native as never, rule)).toThrow(/has a derivative in it.*\nremedy: .*customVjp/);
    }
  });

  test("compiled from its own text", () => {
    // oxlint-disable-next-line no-new-func, no-implied-eval
    const square = new Function("x", "return x * x") as (x: number) => number;
    expect(grad(square)(3)).toBe(6);
    expect(() => defineRule(square, rule)).toThrow(/is compiled by it/);
  });

  test("what is no function, and rules that are none", () => {
    expect(() => defineRule(3 as never, rule)).toThrow(/defineRule takes a function and an object/);
    expect(() => defineRule(foreign(), { vjp: 3 } as never)).toThrow(/defineRule takes a function and an object/);
    expect(() => defineRule(foreign(), { vjp: rule, jvp: 3 } as never)).toThrow(/takes a function and an object/);
  });
});
