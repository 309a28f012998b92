// Every differentiable function of Math and every numeric operator, at several points, in first and second order; and
// the conventions where a derivative is a choice.

import { describe, expect, test } from "vitest";
import { grad } from "zeroth";
import { checkProgram, program, type AnyProgram } from "../test-support/check-program.ts";

const one = (
  name: string,
  f: (x: number) => number,
  slope: (x: number) => number,
  points: readonly number[],
): AnyProgram =>
  program(
    name,
    f,
    points.map((x): [number] => [x]),
    (x) => [slope(x)],
  );

const smooth: readonly AnyProgram[] = [
  one(
    "abs",
    (x) => Math.abs(x) * x,
    (x) => 2 * Math.abs(x),
    [1.5, -2],
  ),
  one(
    "acos",
    (x) => Math.acos(x),
    (x) => -1 / Math.sqrt(1 - x * x),
    [0.3, -0.75],
  ),
  one(
    "acosh",
    (x) => Math.acosh(x),
    (x) => 1 / Math.sqrt(x * x - 1),
    [1.5, 20],
  ),
  one(
    "asin",
    (x) => Math.asin(x),
    (x) => 1 / Math.sqrt(1 - x * x),
    [0.3, -0.75],
  ),
  one(
    "asinh",
    (x) => Math.asinh(x),
    (x) => 1 / Math.sqrt(x * x + 1),
    [0.3, -7],
  ),
  one(
    "atan",
    (x) => Math.atan(x),
    (x) => 1 / (1 + x * x),
    [0.3, -7],
  ),
  one(
    "atanh",
    (x) => Math.atanh(x),
    (x) => 1 / (1 - x * x),
    [0.3, -0.75],
  ),
  one(
    "cbrt",
    (x) => Math.cbrt(x),
    (x) => 1 / (3 * Math.cbrt(x) ** 2),
    [2, -5],
  ),
  one(
    "cos",
    (x) => Math.cos(x),
    (x) => -Math.sin(x),
    [0, 1, -20],
  ),
  one(
    "cosh",
    (x) => Math.cosh(x),
    (x) => Math.sinh(x),
    [0.3, -2],
  ),
  one(
    "exp",
    (x) => Math.exp(x),
    (x) => Math.exp(x),
    [0, 1.5, -3],
  ),
  one(
    "expm1",
    (x) => Math.expm1(x),
    (x) => Math.exp(x),
    [0, 1.5, -3],
  ),
  one(
    "log",
    (x) => Math.log(x),
    (x) => 1 / x,
    [0.1, 1, 20],
  ),
  one(
    "log10",
    (x) => Math.log10(x),
    (x) => 1 / (x * Math.LN10),
    [0.1, 20],
  ),
  one(
    "log1p",
    (x) => Math.log1p(x),
    (x) => 1 / (1 + x),
    [0, -0.5, 20],
  ),
  one(
    "log2",
    (x) => Math.log2(x),
    (x) => 1 / (x * Math.LN2),
    [0.1, 20],
  ),
  one(
    "sin",
    (x) => Math.sin(x),
    (x) => Math.cos(x),
    [0, 1, -20],
  ),
  one(
    "sinh",
    (x) => Math.sinh(x),
    (x) => Math.cosh(x),
    [0, -2],
  ),
  one(
    "sqrt",
    (x) => Math.sqrt(x),
    (x) => 0.5 / Math.sqrt(x),
    [0.25, 7],
  ),
  one(
    "tan",
    (x) => Math.tan(x),
    (x) => 1 + Math.tan(x) ** 2,
    [0, 1, -2],
  ),
  one(
    "tanh",
    (x) => Math.tanh(x),
    (x) => 1 - Math.tanh(x) ** 2,
    [0, 1, -2],
  ),
  one(
    "rounding functions",
    (x) =>
      x * (Math.floor(x) + Math.ceil(x) * 2 + Math.round(x) * 3 + Math.trunc(x) * 4 + Math.sign(x) * 5 + Math.clz32(x)),
    (x) => Math.floor(x) + Math.ceil(x) * 2 + Math.round(x) * 3 + Math.trunc(x) * 4 + Math.sign(x) * 5 + Math.clz32(x),
    [1.7, -2.3],
  ),
  one(
    "imul",
    (x) => x * Math.imul(x, 3),
    (x) => Math.imul(x, 3),
    [2.5],
  ),
  program(
    "atan2",
    (y: number, x: number) => Math.atan2(y, x),
    [
      [1, 2],
      [-1, -2],
      [3, -0.5],
    ],
    (y, x) => [x / (x * x + y * y), -y / (x * x + y * y)],
  ),
  program(
    "hypot of one, two, three",
    (x: number, y: number, z: number) => Math.hypot(x, y, z) * Math.hypot(x, y) + Math.hypot(x),
    [
      [1, 2, 3],
      [-1, 0.5, 2],
    ],
    (x, y, z) => {
      const a = Math.hypot(x, y, z);
      const b = Math.hypot(x, y);
      return [(x * b) / a + (x * a) / b + Math.sign(x), (y * b) / a + (y * a) / b, (z * b) / a];
    },
  ),
  program(
    "max and min",
    (x: number, y: number) => Math.max(x, y, 1) * Math.min(x, y),
    [
      [2, 3],
      [3, 2],
    ],
    (x, y) => [y, x],
  ),
  program(
    "pow",
    (x: number, y: number) => Math.pow(x, y),
    [
      [1.5, 2.5],
      [3, -1],
    ],
    (x, y) => [y * x ** (y - 1), x ** y * Math.log(x)],
  ),
  program(
    "quotients of quotients",
    (x: number, y: number) => (x / y / x) * (y / (x + y)),
    [[2, 3]],
    (x, y) => [-1 / (x + y) ** 2, -1 / (x + y) ** 2],
  ),
];

describe("rules", () => {
  test.each(smooth)("$name", checkProgram);

  test("fround rounds, with derivative 1", () => {
    expect(grad((x: number) => Math.fround(x) * 3)(1.5)).toBe(3);
  });
  test("random has no derivative", () => {
    expect(grad((x: number) => x * Math.sign(Math.random() + 1))(2)).toBe(1);
  });
});

describe("conventions", () => {
  const both = { argnums: [0, 1] } as const;
  test("abs at 0", () => {
    expect(grad((x: number) => Math.abs(x))(0)).toBe(0);
  });
  test("ties of max and min share", () => {
    expect(grad((x: number, y: number) => Math.max(x, y), both)(1, 1)).toEqual([0.5, 0.5]);
    expect(grad((x: number, y: number, z: number) => Math.min(x, y, z, 5), { argnums: [0, 1, 2] })(1, 1, 1)).toEqual([
      1 / 3,
      1 / 3,
      1 / 3,
    ]);
    expect(grad((xs: number[]) => Math.max(...xs))([2, 1, 2, 2])).toEqual([1 / 3, 0, 1 / 3, 1 / 3]);
    expect(grad((xs: number[]) => xs.reduce((a, b) => Math.max(a, b)))([1, 3, 2])).toEqual([0, 1, 0]);
  });
  test("x ** 0 at 0", () => {
    expect(grad((x: number, n: number) => x ** n)(0, 0)).toBe(0);
    expect(grad((x: number) => x ** 0)(0)).toBe(0);
    expect(grad((x: number) => x ** 1)(0)).toBe(1);
    expect(grad((x: number) => x ** 2)(0)).toBe(0);
    expect(grad(grad((x: number) => x ** 2))(0)).toBe(2);
    expect(grad(grad(grad((x: number) => x ** 3)))(0)).toBe(6);
    expect(grad((x: number, n: number) => x ** n, both)(0, 2)).toEqual([0, 0]);
  });
  test("hypot and atan2 at the origin", () => {
    expect(grad((x: number, y: number) => Math.hypot(x, y), both)(0, 0)).toEqual([0, 0]);
    expect(grad((xs: number[]) => Math.hypot(...xs))([0, 0, 0])).toEqual([0, 0, 0]);
    expect(grad((x: number, y: number) => Math.atan2(x, y), both)(0, 0).map((g) => g + 0)).toEqual([0, 0]);
  });
  test("sqrt at 0", () => {
    expect(grad((x: number) => Math.sqrt(x))(0)).toBe(Infinity);
  });
  test("remainder", () => {
    expect(grad((x: number, y: number) => x % y, both)(-7, 2)).toEqual([1, 3]);
    expect(grad((x: number, y: number) => x % y, both)(6, 3)).toEqual([1, -2]);
  });
  test("rounding functions", () => {
    for (const f of [Math.floor, Math.ceil, Math.round, Math.trunc, Math.sign])
      expect(grad((x: number) => f(x))(1)).toBe(0);
  });
  test("zeros are strong", () => {
    const nothing = 0;
    expect(grad((x: number) => Math.sqrt(x) * nothing + x)(0)).toBe(1);
    expect(grad((x: number) => (x > 0 ? Math.log(x) : x))(0)).toBe(1);
    expect(grad((xs: number[]) => xs.map((x) => Math.sqrt(x))[1] as number)([0, 4])).toEqual([0, 0.25]);
    expect(grad((x: number, y: number) => (y === 0 ? 0 : x / y), both)(1, 0)).toEqual([0, 0]);
  });
  test("NaN propagates", () => {
    expect(grad((x: number) => x * x)(NaN)).toBeNaN();
    expect(grad((xs: number[]) => xs.reduce((a, b) => a + b * b, 0))([1, NaN, 2])).toEqual([2, NaN, 4]);
    expect(grad((xs: number[]) => Math.max(...xs))([1, NaN])).toEqual([NaN, NaN]);
    expect(grad((x: number, y: number) => Math.max(x, y), both)(1, NaN)).toEqual([NaN, NaN]);
  });
});

test("every function of Math has its derivatives, or is refused by name", () => {
  const functions = Math as unknown as Record<string, (x: number, y: number) => number>;
  const slopeOf = (name: string): unknown => {
    const f = functions[name] as (x: number, y: number) => number;
    try {
      return grad((x: number) => f(x, 2))(0.5);
    } catch (error) {
      return (error as Error).message;
    }
  };
  const others = Object.getOwnPropertyNames(Math)
    .filter((name) => typeof functions[name] === "function" && typeof slopeOf(name) !== "number")
    // Newer than the language that zeroth compiles to.
    .filter((name) => !["f16round", "sumPrecise"].includes(name) || !String(slopeOf(name)).includes(`\`${name}\``));
  expect(others).toEqual([]);
});
