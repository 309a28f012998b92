// Functions that use `arguments`.

import { describe, expect, test } from "vitest";
import { compile, grad, hvp, jvp } from "zeroth";
import * as zeroth from "zeroth";
import { checkGradients } from "zeroth/testing";

/** Text, so that types and linters do not object. Each function takes x, and its value at 2 is of the closed form. */
const cases: Readonly<Record<string, readonly [text: string, value: number, slope: number, bend: number]>> = {
  elements: ["function g() { return arguments[0] * arguments[1] * arguments.length } return g(x, x)", 8, 8, 4],
  "more than parameters": ["function g(a) { return a * arguments[2] } return g(x, 1, x * x)", 8, 12, 12],
  "fewer than parameters": [
    "function g(a, b) { return arguments.length * (b === undefined ? a : b) } return g(x * x)",
    4,
    4,
    2,
  ],
  "a loop": [
    "function g() { let s = 0; for (let i = 0; i < arguments.length; i++) s += arguments[i] ** i; return s } return g(1, x, x)",
    1 + 2 + 4,
    1 + 4,
    2,
  ],
  apply: ["function h(a, b) { return a * b } function g() { return h.apply(null, arguments) } return g(x, x)", 4, 4, 2],
  spread: ["function h(a, b) { return a * b } function g() { return h(...arguments) } return g(x, x * x)", 8, 12, 12],
  "for-of": ["function g() { let p = 1; for (const a of arguments) p *= a; return p } return g(x, x, x)", 8, 12, 12],
  slice: [
    "function g() { return Array.prototype.slice.call(arguments, 1).reduce((s, y) => s + y * y, 0) } return g(9, x, 1)",
    5,
    4,
    2,
  ],
  from: ["function g() { return Array.from(arguments, (y) => y * y)[1] } return g(9, x)", 4, 4, 2],
  "an arrow within": ["function g() { return [1, 2].map((k) => k * arguments[0])[1] ** 2 } return g(x)", 16, 16, 8],
  "passed on": [
    "function h(list) { return list[0] * list[1] * list.length } function g() { return h(arguments) } return g(x, x)",
    8,
    8,
    4,
  ],
  "not an array": [
    "function g() { return [].concat(arguments)[0][1] * (Array.isArray(arguments) ? 0 : 1) } return g(1, x * x)",
    4,
    4,
    2,
  ],
  "what the engine calls it": [
    "function g() { return Object.prototype.toString.call(arguments) === '[object Arguments]' ? x * x : 0 } return g(1)",
    4,
    4,
    2,
  ],
  "an element written": ["function g(a) { arguments[0] = a * a; return arguments[0] * a } return g(x)", 8, 12, 12],
  "a parameter assigned": ["function g(a) { a = a * a; return arguments[0] * a } return g(x)", 8, 12, 12],
  "a rest parameter": [
    "function g(a, ...r) { return a * r[0] * r.length * arguments.length } return g(x, x, 1)",
    24,
    24,
    12,
  ],
  defaults: ["function g(a, b = a * arguments.length) { return a * b } return g(x)", 4, 4, 2],
  destructured: ["function g({ a }, [b]) { return a * b * arguments[0].a } return g({ a: x }, [x])", 8, 12, 12],
  "a method": ["const o = { k: x, m() { return this.k * arguments[0] } }; return o.m(x)", 4, 4, 2],
  "an object within": [
    "function g() { const o = { arguments: x }; return o.arguments * arguments[0] } return g(x)",
    4,
    4,
    2,
  ],
  "a variable of that name": [
    "const g = (y) => { const o = { f: (a) => a * y }; return o.f(y) }; return g(x)",
    4,
    4,
    2,
  ],
};

describe("the derivative of a function that uses arguments:", () => {
  test.each(Object.entries(cases))("%s", async (_, [text, value, slope, bend]) => {
    const { f } = (await compile(`export function f(x: any): any { ${text} }`, { imports: { zeroth } })) as {
      f: (x: number) => number;
    };
    expect(f(2)).toBe(value);
    expect(grad(f)(2)).toBeCloseTo(slope, 12);
    expect(jvp(f, [2], [1])).toEqual([value, slope]);
    expect(grad(grad(f))(2)).toBeCloseTo(bend, 12);
    expect(hvp(f)(2, 1)).toBeCloseTo(bend, 12);
    checkGradients(f, [2]);
  });

  test("of all that it is given", () => {
    const f = function (): number {
      // oxlint-disable-next-line prefer-rest-params
      return (arguments[0] as number) ** 2 * (arguments[1] as number);
    } as (x: number, y: number) => number;
    expect(grad(f, { argnums: [0, 1] })(2, 3)).toEqual([12, 4]);
  });
});
