// Power series of code that the transforms wrote: second and third derivatives, in one run, of functions that contain
// derivatives by each mode. Each coefficient is the derivative of the one before, by dual numbers.

import { describe, expect, test } from "vitest";
import { derivative, grad, jacobian, jvp, linearize, taylor, vjp } from "zeroth";
import { directional } from "../interp/index.ts";
import { oracleHost } from "../testing/oracle-host.ts";
import { expectClose } from "../test-support/expect-close.ts";

type Unary = (x: number) => number;

/** Each function of Math that moves, around the arguments from 0.2 to 0.5 that it gets here. */
const functions: readonly (readonly [name: string, f: (x: number, v: number) => number])[] = [
  ["acos", (x, v) => Math.acos(x * v)],
  ["acosh", (x, v) => Math.acosh(1 + x * v)],
  ["asin", (x, v) => Math.asin(x * v)],
  ["asinh", (x, v) => Math.asinh(x * v)],
  ["atan", (x, v) => Math.atan(x * v)],
  ["atanh", (x, v) => Math.atanh(x * v)],
  ["atan2", (x, v) => Math.atan2(x, v)],
  ["atan2, turned", (x, v) => Math.atan2(v, x)],
  ["cbrt", (x, v) => Math.cbrt(x * v)],
  ["cos", (x, v) => Math.cos(x * v)],
  ["cosh", (x, v) => Math.cosh(x * v)],
  ["exp", (x, v) => Math.exp(x * v)],
  ["expm1", (x, v) => Math.expm1(x * v)],
  ["hypot", (x, v) => Math.hypot(x, v)],
  ["hypot of three", (x, v) => Math.hypot(x, v, x * v)],
  ["log", (x, v) => Math.log(x * v)],
  ["log10", (x, v) => Math.log10(x * v)],
  ["log1p", (x, v) => Math.log1p(x * v)],
  ["log2", (x, v) => Math.log2(x * v)],
  ["max and min", (x, v) => Math.max(x * v, -1) * Math.min(x, v * v)],
  ["sin", (x, v) => Math.sin(x * v)],
  ["sinh", (x, v) => Math.sinh(x * v)],
  ["sqrt", (x, v) => Math.sqrt(x * v)],
  ["tan", (x, v) => Math.tan(x * v)],
  ["tanh", (x, v) => Math.tanh(x * v)],
  ["x ** v", (x, v) => x ** v],
  ["v ** x", (x, v) => v ** x],
  ["x / v", (x, v) => x / (x + v)],
];

/** The slope of a function of x, which is 0.4, at a number that moves. */
const slopes: readonly (readonly [mode: string, slope: (f: (x: number, v: number) => number) => Unary])[] = [
  ["grad", (f) => (v) => grad((x: number) => f(x, v))(0.4)],
  ["jvp", (f) => (v) => jvp((x: number) => f(x, v), [0.4], [1])[1]],
  ["vjp", (f) => (v) => vjp((x: number) => f(x, v), 0.4)[1](1)[0]],
  ["linearize", (f) => (v) => linearize((x: number) => f(x, v), 0.4)[1](1)],
  [
    "jacobian",
    (f) => (v) => (jacobian((xs: readonly number[]) => [f(xs[0] as number, v)])([0.4])[0] as number[])[0] as number,
  ],
  ["derivative", (f) => (v) => derivative((x: number) => f(x, v), 2)(0.4)],
];

/** Of these, each stands for a kind of rule; by two modes all are tried. */
const some = ["atan2", "exp", "hypot", "tanh", "x ** v"];

describe.each(slopes)("of slopes by %s", (mode, slope) => {
  const isTried = (name: string): boolean => mode === "grad" || mode === "jvp" || some.includes(name);
  test.each(functions.filter(([name]) => isTried(name)))("%s", (name, f) => {
    const series = taylor(slope(f), 3);
    const coefficients = series(0.7);
    const slopesOfThese = directional(series, [0.7], [1], oracleHost).tangent as readonly number[];
    // General code transposes a pullback for `linearize`, specialised code runs forward.
    expectClose(coefficients[0], slope(f)(0.7), mode === "linearize" ? 1e-15 : 0, `${name}, order 0`);
    coefficients.slice(1).forEach((c, k) => {
      expectClose((k + 1) * c, slopesOfThese[k], 1e-11, `${name}, order ${k + 1}`);
    });
  });
});

test("where only the second factor of a carried derivative moves", () => {
  const g = (v: number): number => grad((x: number) => Math.hypot(x, v))(1.2);
  expect(derivative(g, 2)(1)).toBeCloseTo((1.2 * (2 - 1.44)) / 2.44 ** 2.5, 14);
});
