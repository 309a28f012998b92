// Jacobians and Hessians in both modes and in every nesting, against each other and against closed forms.

import { describe, expect, test } from "vitest";
import { grad, hessian, hvp, jacfwd, jacobian, jvp } from "zeroth";
import { expectClose } from "../test-support/expect-close.ts";

interface Model {
  readonly w: Float64Array;
  readonly b: number[];
  readonly name: string;
}

const tree = (m: Model, k: number): { y: Float64Array; s: number[][]; name: string } => ({
  y: m.w.map((v, i) => v * k * (m.b[i] ?? 0)),
  s: [[m.b[0] as number], [k * k, (m.w[0] as number) ** 3]],
  name: m.name,
});

describe("jacfwd", () => {
  test("of numbers and arrays", () => {
    expect(jacfwd((x: number) => [x, x * x, x ** 3])(2)).toEqual([1, 4, 12]);
    expect(jacfwd((x: number[]) => [(x[0] as number) * (x[1] as number), x[1] as number])([2, 3])).toEqual([
      [3, 2],
      [0, 1],
    ]);
    expect(jacfwd((x: number) => x * x)(3)).toBe(6);
  });

  test("of trees is what reverse mode gives", () => {
    const m: Model = { w: Float64Array.of(2, 3), b: [5, 7, 11], name: "m" };
    expect(jacfwd(tree)(m, 0.5)).toEqual(jacobian(tree)(m, 0.5));
    expect(jacfwd(tree, { argnums: [1, 0] })(m, 0.5)).toEqual(jacobian(tree, { argnums: [1, 0] })(m, 0.5));
  });

  test("of a function that writes its argument", () => {
    const f = (x: number[]): number[] => {
      x[0] = (x[0] as number) * (x[1] as number);
      return x;
    };
    const x = [2, 3];
    expect(jacfwd(f)(x)).toEqual([
      [3, 2],
      [0, 1],
    ]);
    expect(x).toEqual([2, 3]);
  });

  test("of nothing that moves", () => {
    expect(jacfwd((x: number[]) => [x.length, 1])([])).toEqual([[], []]);
    expect(() => jacfwd((x: string) => x.length)("a")).toThrow(/jacfwd differentiates argument 0, which is/);
  });

  test("is refused where a second run gives another value", () => {
    let n = 0;
    const counting = (x: number[]): number[] => {
      n++;
      return x.map((v) => v * n);
    };
    expect(() => jacfwd(counting, { width: 1 })([1, 2])).toThrow(/gave another value when it was run again/);
    const random = (x: number[]): number[] => (Math.random() > 2 ? x : [Math.random()]);
    expect(() => jacfwd(random, { width: 1 })([1, 2])).toThrow(/another value/);
  });

  test("is the same with any number of directions in a run", () => {
    const f = (x: number[]): number[] => {
      const y = x.map((v) => Math.sin(v) * x[0]!);
      for (let i = 1; i < y.length; i++) y[i]! += y[i - 1]! * x[i]!;
      return y;
    };
    const at = [0.5, 1.5, 2.5, 3.5, 4.5];
    const expected = jacobian(f)(at);
    for (const width of [1, 2, 3, 5, 8]) expectClose(jacfwd(f, { width })(at), expected, 1e-14, `width ${width}`);
    const sum = (x: number[]): number => f(x).reduce((a, b) => a + b * b, 0);
    const whole = hessian(sum, { width: 5 })(at);
    for (const width of [1, 2, 4]) expectClose(hessian(sum, { width })(at), whole, 1e-14, `Hessian, width ${width}`);
    expect(() => jacfwd(f, { width: 0 })).toThrow(/a whole number of directions as its width, and was given 0/);
  });

  test("runs the function once for each group of directions", () => {
    let runs = 0;
    const f = (x: number[]): number[] => {
      runs++;
      return [x[0]! * x[4]!];
    };
    expect(jacfwd(f, { width: 2 })([1, 2, 3, 4, 5])).toEqual([[5, 0, 0, 0, 1]]);
    expect(runs).toBe(3);
  });

  test("nests with everything", () => {
    const f = (x: number[]): number[] => [(x[0] as number) ** 2 * (x[1] as number), Math.sin(x[1] as number)];
    const at = [2, 0.75];
    const twice = [
      [
        [1.5, 4],
        [4, 0],
      ],
      [
        [0, 0],
        [0, -Math.sin(0.75)],
      ],
    ];
    expectClose(jacfwd(jacfwd(f))(at), twice, 1e-14, "forward over forward");
    expectClose(jacfwd(jacobian(f))(at), twice, 1e-14, "forward over reverse");
    expectClose(jacobian(jacfwd(f))(at), twice, 1e-14, "reverse over forward");
    expectClose(jacobian(jacobian(f))(at), twice, 1e-14, "reverse over reverse");
  });
});

describe("hessian", () => {
  const f = (x: number[], k: number): number => {
    let s = 0;
    for (let i = 0; i < x.length; i++) s += k * (x[i] as number) ** 2 * (x[(i + 1) % x.length] as number);
    return s;
  };

  test("is symmetric, and the same in all four nestings", () => {
    const x = [2, 3, 5];
    const expected = [
      [12, 8, 20],
      [8, 20, 12],
      [20, 12, 8],
    ];
    expect(hessian(f)(x, 2)).toEqual(expected);
    expect(jacobian(grad(f))(x, 2)).toEqual(expected);
    const byForward = (p: number[], k: number): number[] =>
      p.map((_, i) => jvp(f, [p, k], [p.map((_v, j) => (i === j ? 1 : 0)), null])[1]);
    expect(jacobian(byForward)(x, 2)).toEqual(expected);
    expect(jacfwd(byForward)(x, 2)).toEqual(expected);
  });

  test("times a vector is hvp", () => {
    const x = [2, 3, 5];
    const v = [1, -2, 0.5];
    const product = hessian(f)(x, 2).map((row) => row.reduce((s, h, i) => s + h * (v[i] as number), 0));
    expect(hvp(f)(x, v, 2)).toEqual(product);
  });

  test("of records and typed arrays mirrors", () => {
    const g = (m: { a: Float64Array; b: number }): number => (m.a[0] as number) * (m.a[1] as number) * m.b;
    expect(hessian(g)({ a: Float64Array.of(2, 3), b: 5 })).toEqual({
      a: [
        { a: Float64Array.of(0, 5), b: 3 },
        { a: Float64Array.of(5, 0), b: 2 },
      ],
      b: { a: Float64Array.of(3, 2), b: 0 },
    });
    expect(hessian((x: number) => x ** 3)(2)).toBe(12);
  });

  test("takes functions that return a number", () => {
    const wrong = hessian as unknown as (f: unknown) => (x: unknown) => unknown;
    expect(() => wrong((x: number[]) => x)([1])).toThrow(/returns a number/);
    expect(() => wrong(3)).toThrow(/hessian takes a function/);
  });
});
