// Derivatives that are ordinary numbers, of programs whose parts have derivatives that over- or underflow.

import { describe, expect, test } from "vitest";
import { derivative, grad, hessian, jacfwd, jvp, taylor } from "zeroth";

type Curve = (x: number) => number;

const forward =
  (f: Curve): Curve =>
  (x) =>
    jvp(f, [x], [1])[1];
const backward: (f: Curve) => Curve = grad as never;
const series =
  (n: number) =>
  (f: Curve): Curve => {
    const coefficients = taylor(f, 3);
    return (x) => (coefficients(x)[n] as number) * (n === 3 ? 6 : n);
  };

/** By order, with names. */
const ways: readonly (readonly (readonly [name: string, operator: (f: Curve) => Curve])[])[] = [
  [
    ["forward", forward],
    ["reverse", backward],
    ["series", series(1)],
  ],
  [
    ["forward over forward", (f) => forward(forward(f))],
    ["forward over reverse", (f) => forward(backward(f))],
    ["reverse over forward", (f) => backward(forward(f))],
    ["reverse over reverse", (f) => backward(backward(f))],
    ["series", series(2)],
  ],
  [
    ["forward", (f) => forward(forward(forward(f)))],
    ["reverse", (f) => backward(backward(backward(f)))],
    ["series", series(3)],
  ],
];

/** Near up to rounding of numbers of the size given. */
function expectNear(actual: number, expected: number, size: number, at: string): void {
  const error = Object.is(actual, expected) ? 0 : Math.abs(actual - expected);
  expect(error, `${at}: ${actual}`).toBeLessThanOrEqual(1e-13 * size);
}

interface Program {
  readonly text: string;
  readonly f: Curve;
  readonly x: number;
  readonly derivatives: readonly number[];
  /** What they are rounded by, where that is not their own size. */
  readonly size?: number;
}

const programs: readonly Program[] = [
  {
    text: "log(1 / (1 + exp(-x)))",
    f: (x) => Math.log(1 / (1 + Math.exp(-x))),
    x: -400,
    derivatives: [1, 0, 0],
    size: 10,
  },
  {
    text: "log(1 / (1 + exp(-x)))",
    f: (x) => Math.log(1 / (1 + Math.exp(-x))),
    x: -372,
    derivatives: [1, 0, 0],
    size: 10,
  },
  { text: "log(1 + exp(x))", f: (x) => Math.log(1 + Math.exp(x)), x: 372, derivatives: [1, 0, 0], size: 10 },
  { text: "log(1 + exp(x))", f: (x) => Math.log(1 + Math.exp(x)), x: 709, derivatives: [1, 0, 0], size: 10 },
  { text: "log(1e200 * x)", f: (x) => Math.log(1e200 * x), x: 2, derivatives: [0.5, -0.25, 0.25] },
  { text: "log(1e-200 * x)", f: (x) => Math.log(1e-200 * x), x: 2, derivatives: [0.5, -0.25, 0.25] },
  { text: "x ** 2", f: (x) => x ** 2, x: 1e-160, derivatives: [2e-160, 2, 0] },
  { text: "x ** 3", f: (x) => x ** 3, x: 1e-100, derivatives: [3e-200, 6e-100, 6] },
  { text: "x ** 2", f: (x) => x ** 2, x: 0, derivatives: [0, 2, 0] },
  { text: "x ** 5", f: (x) => x ** 5, x: -0, derivatives: [0, 0, 0] },
  { text: "x ** x", f: (x) => x ** x, x: 1e-150, derivatives: [1 + Math.log(1e-150), 1e150, -1e300] },
  { text: "x ** x", f: (x) => x ** x, x: 1e-160, derivatives: [1 + Math.log(1e-160), 1e160] },
  { text: "hypot(x, 1)", f: (x) => Math.hypot(x, 1), x: 1e7, derivatives: [1 - 5e-15, 1e-21, -3e-28] },
  { text: "hypot(x, 1)", f: (x) => Math.hypot(x, 1), x: 1e12, derivatives: [1, 1e-36, -3e-48] },
  { text: "hypot(x)", f: (x) => Math.hypot(x), x: -3, derivatives: [-1, 0, 0] },
  { text: "asin(x)", f: (x) => Math.asin(x), x: 1e-20, derivatives: [1, 1e-20, 1] },
  { text: "acos(x)", f: (x) => Math.acos(x), x: 1e-20, derivatives: [-1, -1e-20, -1] },
  { text: "atanh(x)", f: (x) => Math.atanh(x), x: -1e-20, derivatives: [1, -2e-20, 2] },
  { text: "atan(x)", f: (x) => Math.atan(x), x: 1e70, derivatives: [1e-140, -2e-210, 6e-280] },
  { text: "tanh(x)", f: (x) => Math.tanh(x), x: 720, derivatives: [0, 0, 0] },
  {
    text: "log(tanh(x))",
    f: (x) => Math.log(Math.tanh(x)),
    x: 300,
    derivatives: [4 * Math.exp(-600), -8 * Math.exp(-600), 16 * Math.exp(-600)],
  },
  { text: "log(cosh(x))", f: (x) => Math.log(Math.cosh(x)), x: 700, derivatives: [1, 0, 0], size: 10 },
  { text: "(1e200 * x) / 1e200", f: (x) => (1e200 * x) / 1e200, x: 3, derivatives: [1, 0, 0] },
  {
    text: "1 / (1e-200 + 1e-200 * x)",
    f: (x) => 1e-200 / (1e-200 + 1e-200 * x),
    x: 1,
    derivatives: [-0.25, 0.25, -0.375],
  },
];

describe("of one number", () => {
  test.each(programs)("$text at $x", ({ text, f, x, derivatives, size }) => {
    derivatives.forEach((slope, k) => {
      for (const [name, operator] of ways[k] ?? []) {
        const made = operator(f);
        for (let call = 1; call <= 3; call++)
          expectNear(
            made(x),
            slope,
            size ?? Math.abs(slope),
            `order ${k + 1} of ${text} at ${x} by ${name}, call ${call}`,
          );
      }
    });
  });

  test("the fourth derivative of a square near zero, and 40 calls", () => {
    const fourth = derivative((x: number) => x ** 2, 4);
    const logistic = grad((x: number) => Math.log(1 / (1 + Math.exp(-x))));
    for (let call = 1; call <= 40; call++) {
      expect(fourth(1e-160 * call)).toBe(0);
      expect(logistic(-360 - call)).toBeCloseTo(1, 14);
    }
  });

  test("what has a cotangent on the way that no double is, in forward mode", () => {
    expect(forward((x) => Math.atan(1e200 * x))(2) / 0.25e-200).toBeCloseTo(1, 14);
    expect(forward((x) => 1 / (1e200 * x))(2) / -0.25e-200).toBeCloseTo(1, 14);
    expect(forward((x) => (1e200 * x) ** -1)(2) / -0.25e-200).toBeCloseTo(1, 14);
  });
});

type Field = (p: readonly number[]) => number;

/** Programs of two numbers beside what they are equal to, where nothing is large or small. */
const pairs: readonly (readonly [
  text: string,
  f: Field,
  same: Field,
  at: readonly number[],
  sameAt: readonly number[],
])[] = [
  [
    "log(exp(a) + exp(b))",
    (p) => Math.log(Math.exp(p[0]!) + Math.exp(p[1]!)),
    (p) => Math.log(Math.exp(p[0]!) + Math.exp(p[1]!)),
    [380, 381],
    [0, 1],
  ],
  [
    "log(exp(a) + exp(b)) of small ones",
    (p) => Math.log(Math.exp(p[0]!) + Math.exp(p[1]!)),
    (p) => Math.log(Math.exp(p[0]!) + Math.exp(p[1]!)),
    [-381, -380],
    [0, 1],
  ],
  ["(1e200 a) / (1e200 b)", (p) => (1e200 * p[0]!) / (1e200 * p[1]!), (p) => p[0]! / p[1]!, [1.5, 0.7], [1.5, 0.7]],
  [
    "atan2(1e200 a, 1e200 b)",
    (p) => Math.atan2(1e200 * p[0]!, 1e200 * p[1]!),
    (p) => Math.atan2(p[0]!, p[1]!),
    [1.5, 0.7],
    [1.5, 0.7],
  ],
  [
    "atan2(1e-200 a, 1e-200 b)",
    (p) => Math.atan2(1e-200 * p[0]!, 1e-200 * p[1]!),
    (p) => Math.atan2(p[0]!, p[1]!),
    [1.5, 0.7],
    [1.5, 0.7],
  ],
  [
    "hypot(1e-200 a, 1e-200 b) / 1e-200",
    (p) => Math.hypot(1e-200 * p[0]!, 1e-200 * p[1]!) / 1e-200,
    (p) => Math.hypot(p[0]!, p[1]!),
    [1.5, 0.7],
    [1.5, 0.7],
  ],
  [
    "a mixture of normal densities far from both",
    (p) => Math.log(0.3 * Math.exp(-((p[0]! - 1) ** 2) / 2 - 400) + 0.7 * Math.exp(-((p[1]! + 1) ** 2) / 2 - 400)),
    (p) => Math.log(0.3 * Math.exp(-((p[0]! - 1) ** 2) / 2) + 0.7 * Math.exp(-((p[1]! + 1) ** 2) / 2)),
    [0.3, 0.4],
    [0.3, 0.4],
  ],
];

const flat = (rows: unknown): readonly number[] => (rows as readonly (readonly number[])[]).flat();
type Second = (f: Field) => (p: readonly number[]) => unknown;
const nestings: readonly (readonly [string, Second])[] = [
  ["forward over reverse", hessian],
  ["forward over forward", (f) => jacfwd(jacfwd(f as never) as never)],
];

describe("of two numbers, to second order", () => {
  test.each(pairs)("%s", (text, f, same, at, sameAt) => {
    for (const [name, operator] of nestings) {
      const actual = flat(operator(f)([...at]));
      const expected = flat(operator(same)([...sameAt]));
      expected.forEach((entry, k) => {
        expectNear(actual[k] as number, entry, 1 + Math.abs(entry), `${text} by ${name}, entry ${k}`);
      });
    }
    const slopes = grad(f as (p: number[]) => number)([...at]);
    grad(same as (p: number[]) => number)([...sameAt]).forEach((slope, k) => {
      expectNear(slopes[k] as number, slope, 1, `gradient of ${text}`);
    });
  });

  test("atan2 at tiny numbers: infinite where it is, and zero where it is", () => {
    const second = hessian(([y = 0, x = 0]: readonly number[]) => Math.atan2(y, x));
    expect(second([1e-200, 2e-200])).toEqual([
      [-Infinity, -Infinity],
      [-Infinity, Infinity],
    ]);
    expect(second([1e-200, 1e-200])).toEqual([
      [-Infinity, 0],
      [0, Infinity],
    ]);
  });
});
