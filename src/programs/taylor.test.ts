import { describe, expect, test } from "vitest";
import { customJvp, customVjp, derivative, grad, hessian, hvp, jvp, taylor } from "zeroth";
import { Series } from "../ad/series.ts";
import { constant, value, valueId, type Operand } from "../ir/index.ts";
import { expectClose } from "../test-support/expect-close.ts";

const orders = Array.from({ length: 21 }, (_, k) => k);
const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1));
/** Binomial coefficient of any real number. */
const binomial = (p: number, k: number): number => (k === 0 ? 1 : (binomial(p, k - 1) * (p - k + 1)) / k);
const odd = (k: number): number => k % 2;
const alternating = (k: number): number => (k % 4 < 2 ? 1 : -1);

/** Coefficients to order 20 by closed form. */
const closedForms: readonly (readonly [name: string, f: (x: number) => number, at: number, (k: number) => number])[] = [
  ["exp", (x) => Math.exp(x), 0.5, (k) => Math.exp(0.5) / factorial(k)],
  ["expm1", (x) => Math.expm1(x), 0, (k) => (k === 0 ? 0 : 1 / factorial(k))],
  ["sin", (x) => Math.sin(x), 0, (k) => (odd(k) * alternating(k)) / factorial(k)],
  ["cos", (x) => Math.cos(x), 0, (k) => ((1 - odd(k)) * alternating(k)) / factorial(k)],
  ["sinh", (x) => Math.sinh(x), 0, (k) => odd(k) / factorial(k)],
  ["cosh", (x) => Math.cosh(x), 0, (k) => (1 - odd(k)) / factorial(k)],
  ["log", (x) => Math.log(x), 2, (k) => (k === 0 ? Math.log(2) : -((-0.5) ** k) / k)],
  ["log1p", (x) => Math.log1p(x), 0, (k) => (k === 0 ? 0 : -((-1) ** k) / k)],
  ["log2", (x) => Math.log2(x), 1, (k) => (k === 0 ? 0 : -((-1) ** k) / k / Math.LN2)],
  ["1 / (1 − x)", (x) => 1 / (1 - x), 0, () => 1],
  ["x / (1 − x)²", (x) => x / (1 - x) ** 2, 0, (k) => k],
  ["atan", (x) => Math.atan(x), 0, (k) => (odd(k) * alternating(k)) / Math.max(k, 1)],
  ["atanh", (x) => Math.atanh(x), 0, (k) => odd(k) / Math.max(k, 1)],
  ["asin", (x) => Math.asin(x), 0, (k) => (odd(k) === 0 ? 0 : Math.abs(binomial(-0.5, (k - 1) / 2)) / k)],
  ["asinh", (x) => Math.asinh(x), 0, (k) => (odd(k) === 0 ? 0 : binomial(-0.5, (k - 1) / 2) / k)],
  ["sqrt", (x) => Math.sqrt(x), 4, (k) => binomial(0.5, k) * 2 * 0.25 ** k],
  ["cbrt", (x) => Math.cbrt(x), 8, (k) => binomial(1 / 3, k) * 2 * 0.125 ** k],
  ["x ** 5 at 0", (x) => x ** 5, 0, (k) => (k === 5 ? 1 : 0)],
  ["x ** 5", (x) => x ** 5, -2, (k) => (k > 5 ? 0 : binomial(5, k) * (-2) ** (5 - k))],
  ["x ** 2.5", (x) => x ** 2.5, 3, (k) => binomial(2.5, k) * 3 ** (2.5 - k)],
  ["2 ** x", (x) => 2 ** x, 1, (k) => (2 * Math.LN2 ** k) / factorial(k)],
  [
    "a loop",
    (x) => {
      let p = 1;
      for (let i = 0; i < 7; i++) p *= x;
      return p;
    },
    0,
    (k) => (k === 7 ? 1 : 0),
  ],
  [
    "memory that is written",
    (x) => {
      const a = [x, 1];
      for (let i = 0; i < 3; i++) a[0]! *= a[0]!;
      return a[0]!;
    },
    0,
    (k) => (k === 8 ? 1 : 0),
  ],
  [
    "recursion",
    (x) => {
      const f = (n: number): number => (n === 0 ? 1 : 1 + x * f(n - 1));
      return f(20);
    },
    0,
    () => 1,
  ],
];

describe("taylor", () => {
  test.each(closedForms)("%s", (_, f, at, closedForm) => {
    const coefficients = taylor(f, 20)(at);
    expect(coefficients).toHaveLength(21);
    orders.forEach((k) => expectClose(coefficients[k], closedForm(k), 1e-11, `order ${k}`));
  });

  test("tan and tanh: Bernoulli numbers", () => {
    const tan = [0, 1, 0, 1 / 3, 0, 2 / 15, 0, 17 / 315, 0, 62 / 2835];
    expectClose(taylor((x: number) => Math.tan(x), 9)(0), tan, 1e-14, "tan");
    expectClose(
      taylor((x: number) => Math.tanh(x), 9)(0),
      tan.map((c, k) => (k % 4 === 3 ? -c : c)),
      1e-14,
      "tanh",
    );
  });

  test("agrees with nested forward mode", () => {
    const f = (x: number): number =>
      Math.hypot(x, 2) * Math.atan2(x, 3) +
      Math.acosh(x + 2) ** (x / 3) -
      Math.max(x, x * x) / Math.log10(x + 3) +
      Math.acos(x / 4);
    const slope =
      (g: (x: number) => number) =>
      (x: number): number =>
        jvp(g, [x], [1])[1];
    const nested = [f, slope(f), slope(slope(f)), slope(slope(slope(f)))];
    const coefficients = taylor(f, 3)(1.5);
    nested.forEach((g, k) => expectClose(coefficients[k]! * factorial(k), g(1.5), 1e-12, `order ${k}`));
    expectClose(derivative(f, 3)(1.5), nested[3]!(1.5), 1e-12, "tanh");
  });

  test("of records and arrays mirrors", () => {
    const f = (x: number, scale: number): unknown => ({ a: [x * x, scale], b: Float64Array.of(x * scale), c: "text" });
    expect(taylor(f, 2)(3, 5)).toEqual([
      { a: [9, 5], b: Float64Array.of(15), c: "text" },
      { a: [6, 0], b: Float64Array.of(5), c: null },
      { a: [1, 0], b: Float64Array.of(0), c: null },
    ]);
    expect(derivative(f, 2)(3, 5)).toEqual({ a: [2, 0], b: Float64Array.of(0), c: null });
  });

  test("nests with every operator", () => {
    const f = (x: number): number => Math.exp(2 * x);
    const third = (x: number): number => taylor(f, 3)(x)[3]!;
    expectClose(third(0.5), (8 / 6) * Math.E, 1e-14, "third");
    expectClose(grad(third)(0.5), (16 / 6) * Math.E, 1e-13, "its gradient");
    expectClose(hvp(third)(0.5, 2), (64 / 6) * Math.E, 1e-13, "its Hessian");
    expectClose(
      taylor(third, 2)(0.5),
      [8 / 6, 16 / 6, 16 / 6].map((c) => c * Math.E),
      1e-13,
      "its series",
    );
    expectClose(
      taylor(grad(f), 2)(0.5),
      [2, 4, 4].map((c) => c * Math.E),
      1e-13,
      "of a gradient",
    );
    expectClose(
      taylor((x: number) => x * grad((y: number) => x * y * y)(x), 4)(2),
      [16, 24, 12, 2, 0],
      1e-13,
      "its Hessian",
    );
    // A perturbation of the outer variable is not one of the inner.
    expect(taylor((x: number) => x * taylor((y: number) => x + y, 1)(2)[1]!, 1)(3)).toEqual([3, 1]);
  });

  test("through derivatives that are given", () => {
    const square = customVjp(
      (x: number, y: number) => x * y,
      (x: number, y: number) => [x * y, (g: number) => [g * y, g * x]],
    );
    expectClose(taylor((x: number) => square(x, Math.sin(x)), 4)(0), [0, 0, 1, 0, -1 / 6], 1e-15, "its series");
    const tripled = customJvp(
      (x: number[]) => [x[0]! ** 2],
      ([x], [dx]: [number[]]) => [[x[0]! ** 2], [6 * x[0]! * dx[0]!]],
    );
    // Its derivative is said to be three times what it is.
    expectClose(taylor((x: number) => tripled([x])[0]!, 3)(2), [4, 12, 3, 0], 1e-14, "of a gradient");
    expectClose(
      grad((x: number) => taylor((z: number) => tripled([z])[0]!, 1)(x)[1]!)(2),
      6,
      1e-14,
      "of a gradient that captures",
    );
  });

  test("of order 0 is the value; other orders and arguments are refused", () => {
    expect(taylor((x: number) => x * x, 0)(3)).toEqual([9]);
    expect(() => taylor((x: number) => x, 1.5)).toThrow(/taylor takes a whole number/);
    expect(() => taylor((x: number) => x, 2)("3" as never)).toThrow(/taylor takes a function of a number/);
  });
});

test("a series asks for each number's code once, so cost grows with the square of the order", () => {
  const emissions = (order: number): number => {
    let next = 100;
    let count = 0;
    const emit = (): Operand => {
      count++;
      return value(valueId(next++));
    };
    const x = valueId(1);
    const series = new Series(emit, new Map([[x, Array.from({ length: order }, (_, k) => constant(k))]]));
    series.define(valueId(2), "sin", [value(x)], false);
    for (let k = 1; k <= order; k++) series.coefficient(value(valueId(2)), k);
    return count;
  };
  expect(emissions(40)).toBeLessThan(4.5 * emissions(20));
});

test("powers at 0 whose exponent is known at run time have all derivatives", () => {
  const sum = (x: number): number => [3, 2, 1].reduce((total, c, i) => total + c * x ** i, 0);
  expect([hessian(sum)(0), derivative(sum, 2)(0), grad(grad(sum))(0)]).toEqual([2, 2, 2]);
  const power = (n: number) => (x: number) => x ** n;
  for (let n = 0; n < 4; n++) expect(taylor(power(n), 4)(0)).toEqual([0, 1, 2, 3, 4].map((k) => (k === n ? 1 : 0)));
  let [reverse, forward] = [power(2), power(2)];
  for (const slope of [0, 2, 0, 0, 0]) {
    const [f, g] = [reverse, forward];
    [reverse, forward] = [grad(f), (x: number) => jvp(g, [x], [1])[1]];
    expect([reverse(0), forward(0)]).toEqual([slope, slope]);
  }
  // The mixed derivative of x ** y at y = 0 is 1 / x.
  expect(hessian((p: number[]) => (p[0] as number) ** (p[1] as number))([2, 0])).toEqual([
    [0, 0.5],
    [0.5, Math.log(2) ** 2],
  ]);
  // Its derivative by y is log(x) / x · 2 there.
  const slope = (y: number): number => grad((x: number) => x ** y)(2);
  const wanted = [1 / 2, Math.log(2)];
  expect([derivative(slope)(0), derivative(slope, 2)(0)]).toEqual(wanted);
  expect([grad(slope)(0), grad(grad(slope))(0)]).toEqual(wanted);
  expect(taylor(slope, 2)(0)).toEqual([0, 1 / 2, Math.log(2) / 2]);
});
