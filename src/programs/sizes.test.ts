// Programs that are long, deep or large; costs as counts of the interpreter's steps, which do not vary.

import { describe, expect, test } from "vitest";
import { derivative, grad, hessian, hvp, jacfwd, jvp, taylor } from "zeroth";
import { interpreted } from "../test-support/meanings.ts";

const squares = (xs: number[]): number => {
  let s = 0;
  for (let i = 0; i < xs.length; i++) s += (xs[i] as number) ** 2;
  return s;
};

function stepsOf(f: (...args: never[]) => unknown, ...args: readonly unknown[]): number {
  const steps = { count: 0 };
  (interpreted(f, steps) as (...args: readonly unknown[]) => unknown)(...args);
  return steps.count;
}

const numbers = (n: number): number[] => Array.from({ length: n }, (_, i) => (i % 7) - 3);

describe("cost", () => {
  const programs: readonly (readonly [string, (xs: number[]) => number])[] = [
    ["a loop over elements", squares],
    ["map and reduce", (xs) => xs.map((x) => x * x).reduce((a, b) => a + b, 0)],
    [
      "writes",
      (xs) => {
        const ys: number[] = [];
        for (let i = 0; i < xs.length; i++) ys[i] = (xs[i] as number) * (i > 0 ? (ys[i - 1] as number) : 1);
        return ys[ys.length - 1] as number;
      },
    ],
    [
      "push and pop",
      (xs) => {
        const ys = [...xs];
        let s = 0;
        while (ys.length > 0) s = s * 0.5 + (ys.pop() as number);
        return s;
      },
    ],
  ];
  /** At most so many times the steps of the function, for any n; a small part does not depend on n. */
  const expectLinear = (f: (xs: number[]) => number, steps: (n: number) => number, most: number): void => {
    const [a, b, c] = [100, 200, 400].map(steps) as [number, number, number];
    expect(c - b).toBeLessThanOrEqual(2 * (b - a) + 8);
    expect(c - b).toBeGreaterThanOrEqual(2 * (b - a) - 8);
    expect(b - a).toBeLessThan(most * (stepsOf(f, numbers(200)) - stepsOf(f, numbers(100))));
  };
  for (const [name, f] of programs) {
    test(`the gradient of ${name} takes linearly many steps`, () => {
      expectLinear(f, (n) => stepsOf(grad(f), numbers(n)), 25);
    });
    test(`forward mode of ${name} takes linearly many steps`, () => {
      expectLinear(f, (n) => stepsOf(jvp, f, [numbers(n)], [numbers(n)]), 15);
    });
    test(`a Hessian-vector product of ${name} takes linearly many steps`, () => {
      expectLinear(f, (n) => stepsOf(hvp(f), numbers(n), numbers(n)), 60);
    });
  }
});

describe("cost of higher derivatives", () => {
  const chained = (xs: number[]): number => {
    let s = 0;
    for (let i = 1; i < xs.length; i++) s += Math.sin(xs[i]! * xs[i - 1]!) ** 2;
    return s;
  };

  test("a Hessian-vector product takes at most a constant times the steps of the function, whatever the dimension", () => {
    for (const n of [10, 100, 1000])
      expect(stepsOf(hvp(chained), numbers(n), numbers(n))).toBeLessThan(22 * stepsOf(chained, numbers(n)));
  });

  test("a Hessian of n numbers takes at most a constant times n gradients", () => {
    for (const n of [8, 16, 32, 64])
      expect(stepsOf(hessian(chained), numbers(n))).toBeLessThan(3 * n * stepsOf(grad(chained), numbers(n)));
  });

  test("directions in one run share the function's own steps", () => {
    const f = (xs: number[]): number[] => xs.map((x) => Math.exp(Math.sin(x * xs[0]!)) / (1 + x * x));
    const [one, four] = [1, 4].map((width) => stepsOf(jacfwd(f, { width }), numbers(16))) as [number, number];
    expect(four).toBeLessThan(0.75 * one);
  });

  test("derivatives of order n grow with the square of n", () => {
    const f = (x: number): number => Math.exp(Math.sin(x) * x) / (1 + x * x);
    for (const operator of [derivative, taylor] as (typeof derivative)[]) {
      const [a, b, c] = [10, 20, 40].map((n) => stepsOf(operator(f, n), 0.5)) as [number, number, number];
      expect(b).toBeLessThan(4.2 * a);
      expect(c).toBeLessThan(4.2 * b);
    }
  });
});

describe("size", () => {
  test("a loop of a million iterations", () => {
    const f = (x: number, n: number): number => {
      let y = x;
      for (let i = 0; i < n; i++) y = y * 0.999999 + x * 1e-6;
      return y;
    };
    expect(grad(f)(2, 1_000_000)).toBeCloseTo(1, 9);
  }, 30_000);

  test("arrays of a million elements", () => {
    const xs = numbers(1_000_000);
    const gradient = grad(squares)(xs);
    expect(gradient.length).toBe(1_000_000);
    expect(gradient.every((g, i) => g === 2 * (xs[i] as number))).toBe(true);
  }, 30_000);

  test("arrays of three million elements, which the reverse pass enters at the far end", () => {
    const f = (xs: number[]): number => {
      let s = 0;
      for (let i = 0; i < xs.length; i++) s += (xs[i] as number) * i;
      return s;
    };
    const gradient = grad(f)(Array.from({ length: 3_000_000 }, () => 1));
    expect(gradient.every((g, i) => g === i)).toBe(true);
  }, 60_000);

  test("typed arrays of a million elements, through map and reduce", () => {
    const xs = Float64Array.from(numbers(1_000_000));
    const gradient = grad((ys: Float64Array) => ys.map((y) => y * y).reduce((a, b) => a + b))(xs);
    expect(gradient.every((g, i) => g === 2 * (xs[i] as number))).toBe(true);
  }, 30_000);

  test("second order over a hundred thousand elements", () => {
    const xs = numbers(100_000);
    const product = hvp((ys: number[]) => ys.reduce((s, y) => s + y ** 3, 0))(
      xs,
      xs.map(() => 1),
    );
    expect(product.every((g, i) => g === 6 * (xs[i] as number))).toBe(true);
  }, 30_000);

  test("forward mode over arrays of three million elements, and over a loop that makes them", () => {
    const xs = numbers(3_000_000);
    expect(jvp(squares, [xs], [xs])[1]).toBe(2 * squares(xs));
    const f = (x: number, n: number): number => {
      let y = x;
      for (let i = 0; i < n; i++) {
        const a = [y, x];
        y = (a[0] as number) * 0.999999 + (a[1] as number) * 1e-6;
      }
      return y;
    };
    expect(jvp(f, [2, 1_000_000], [1, null])[1]).toBeCloseTo(1, 9);
  }, 60_000);

  test("recursion 2,000 deep, forward", () => {
    const f = (x: number, n: number): number => (n === 0 ? x : f(x, n - 1) * 0.5 + x);
    expect(jvp(f, [1, 2000], [1, null])[1]).toBeCloseTo(2, 12);
  }, 30_000);

  test("recursion 5,000 deep", () => {
    const f = (x: number, n: number): number => (n === 0 ? x : f(x, n - 1) * 0.5 + x);
    expect(grad(f)(1, 5000)).toBeCloseTo(2, 12);
  }, 30_000);

  test("running out of stack is a clear error", () => {
    const forever = (x: number): number => forever(x + 1) * 2;
    expect(() => grad(forever)(1)).toThrow(/stack|recursion/i);
    expect(grad((x: number) => x * x)(3)).toBe(6);
  }, 30_000);
});
