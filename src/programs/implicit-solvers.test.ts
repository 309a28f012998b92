// How implicit functions are solved: large systems, what is stored, and what is refused.

import { describe, expect, test, vi } from "vitest";
import { fixedPoint, grad, hessian, implicit, jacobian, jvp, root, taylor, vjp, ZerothError } from "zeroth";
import { prims } from "../ir/index.ts";
import { expectClose } from "../test-support/expect-close.ts";
import { interpreted } from "../test-support/meanings.ts";

describe("large systems", () => {
  // (2 + c) x_i - x_{i-1} - x_{i+1} = b_i on a ring: a circulant matrix, so a constant b has the solution b / c.
  const ring = (n: number): ((b: number, c: number) => number[]) => {
    const solve = root((x: number[], b: number, c: number) =>
      x.map((v, i) => (2 + c) * v - (x[(i + n - 1) % n] as number) - (x[(i + 1) % n] as number) - b),
    );
    return (b, c) =>
      solve(
        Array.from({ length: n }, (_, i) => i % 3),
        b,
        c,
      );
  };
  for (const n of [100, 101, 300])
    test(`of ${n} unknowns`, () => {
      const f = ring(n);
      const sum = (b: number, c: number): number => f(b, c).reduce((s, x, i) => s + x * (i === 7 ? 2 : 1), 0);
      const [b, c] = [3, 0.5];
      expectClose(sum(b, c), ((n + 1) * b) / c, 1e-11, "value");
      const slope = [(n + 1) / c, (-(n + 1) * b) / c ** 2];
      expectClose(grad(sum, { argnums: [0, 1] })(b, c), slope, 1e-10, "reverse");
      expectClose(jvp(sum, [b, c], [0, 1])[1], slope[1], 1e-10, "forward");
      expectClose(hessian((k: number) => sum(b, k))(c), (2 * (n + 1) * b) / c ** 3, 1e-9, "second derivative");
    }, 60_000);

  test("a zero on the diagonal", () => {
    const solve = root((x: number[], a: number) => [
      (x[1] as number) - a,
      (x[2] as number) * 1e-9 - a * a,
      (x[0] as number) * 1e9 - 1,
    ]);
    expectClose(jacobian((a: number) => solve([1, 1, 1], a))(3), [0, 1, 6e9], 1e-14, "equations of any unit");
  });

  test("a large singular one is refused", () => {
    const solve = implicit(
      (b: number[]) => b.map(() => 0),
      (x: number[], b: number[]) => x.map((v, i) => v - (x[(i + 1) % x.length] as number) - (b[i] as number)),
    );
    const f = (k: number): number =>
      solve(Array.from({ length: 120 }, (_, i) => (i === 3 ? k : 0))).reduce((s, x) => s + x);
    expect(() => grad(f)(0)).toThrow(/singular/);
  });

  test("a nonlinear one against a small one", () => {
    // Copies of one equation, coupled by nothing: each is x³ + x = a.
    const solve = root((x: number[], a: number) => x.map((v) => v ** 3 + v - a));
    const f = (a: number): number =>
      solve(
        Array.from({ length: 150 }, () => 1),
        a,
      )[149] as number;
    expectClose(f(10), 2, 1e-14, "value");
    expectClose(grad(f)(10), 1 / 13, 1e-13, "gradient");
    // x″ = -6 x x′² / (3 x² + 1)
    expectClose(hessian(f)(10), -12 / 13 ** 3, 1e-12, "second derivative");
  }, 60_000);
});

describe("what is stored and run", () => {
  /** Records on tapes, by the interpreter; and how often the function is run, by how often it rounds. */
  function costs(f: (a: number) => number): { readonly records: number; readonly runs: number } {
    let records = 0;
    let runs = 0;
    const push = prims["tape-push"] as unknown as { evaluate: (rest: unknown, record: unknown) => unknown };
    const original = push.evaluate;
    const spies = [
      vi.spyOn(push, "evaluate").mockImplementation((rest, record) => {
        records++;
        return original(rest, record);
      }),
      vi.spyOn(prims["floor"] as unknown as { evaluate: (x: number) => number }, "evaluate").mockImplementation((x) => {
        runs++;
        return x - (((x % 1) + 1) % 1);
      }),
    ];
    (interpreted(vjp) as unknown as typeof vjp)(f, 4)[1](1);
    for (const spy of spies) spy.mockRestore();
    return { records, runs };
  }

  test("the iteration is not", () => {
    // Converges by a factor of `rate` a step.
    const solver =
      (rate: number) =>
      (a: number): number =>
        fixedPoint((x: number) => rate * x + (1 - rate) * a + Math.floor(x / 1e9))(0);
    const slow = costs(solver(0.9));
    const fast = costs(solver(0.1));
    expect(slow.runs).toBeGreaterThan(200);
    expect(fast.runs).toBeLessThan(25);
    expect(slow.records).toBe(fast.records);
    expectClose(grad(solver(0.9))(4), 1, 1e-12, "gradient");
  });
});

describe("refused is", () => {
  const refusal = (f: () => unknown): string => {
    try {
      f();
    } catch (error) {
      if (error instanceof ZerothError) return error.message;
      throw error;
    }
    return "nothing";
  };

  test("a start that is infinite or NaN is as good as any, if the step leaves it", () => {
    const toHalf = fixedPoint((x: number, a: number) => (Number.isFinite(x) ? a * Math.cos(x) : 0.5));
    for (const start of [Infinity, NaN, -1e308]) expect(toHalf(start, 0.5)).toBeCloseTo(0.450183611294874, 12);
  });

  test("a search that does not end", () => {
    expect(refusal(() => fixedPoint((x: number) => 1 - x)(0.25))).toMatch(/did not settle in 10000 iterations/);
    expect(refusal(() => fixedPoint((x: number) => x / 2 + 1, { iterations: 3 })(0))).toMatch(
      /did not settle in 3 iterations/,
    );
    expect(refusal(() => fixedPoint((x: number) => x * x)(3))).toMatch(
      /after \d+ iterations a number is infinite or NaN/,
    );
    expect(refusal(() => fixedPoint((x: number) => Math.log(x - 2))(1))).toMatch(
      /after 1 iteration a number is infinite or NaN/,
    );
    expect(refusal(() => root((x: number) => x * x + 1)(2))).toMatch(/root/);
    expect(refusal(() => root((x: number) => Math.log(x))(-1))).toMatch(/infinite or NaN at the start/);
    expect(refusal(() => root((x: number) => x ** 9, { iterations: 4 })(1))).toMatch(/did not settle in 4 iterations/);
  });

  test("a singular Jacobian", () => {
    expect(refusal(() => root((x: number) => x * x - 1)(0))).toMatch(/singular/);
    // A double root: found, but it does not move smoothly.
    const double = implicit(
      (a: number) => a,
      (x: number, a: number) => (x - a) ** 2,
      { tolerance: Infinity },
    );
    expect(double(3)).toBe(3);
    expect(refusal(() => grad(double)(3))).toMatch(/singular/);
    expect(refusal(() => jvp((a: number) => double(a) ** 2, [3], [1]))).toBe("nothing");
    const twice = root((p: number[]) => [
      (p[0] as number) + (p[1] as number),
      2 * (p[0] as number) + 2 * (p[1] as number) - 1,
    ]);
    expect(refusal(() => twice([1, 1]))).toMatch(/singular/);
    // What no result depends on is not asked for.
    expect(grad((a: number) => (double(a) > 0 ? 2 * a : a))(3)).toBe(2);
  });

  test("a solution that is none", () => {
    const wrong = implicit(
      (a: number) => a * 1.001,
      (x: number, a: number) => x - a,
    );
    expect(wrong(1)).toBe(1.001);
    expect(refusal(() => grad(wrong)(1))).toMatch(
      /does not satisfy the condition: a Newton step would move it by 1\.0e-3/,
    );
    expect(refusal(() => jvp(wrong, [1], [1]))).toMatch(/does not satisfy the condition/);
    expect(refusal(() => taylor(wrong, 2)(1))).toMatch(/does not satisfy the condition/);
    expect(
      grad(
        implicit(
          (a: number) => a * 1.001,
          (x: number, a: number) => x - a,
          { tolerance: 0.01 },
        ),
      )(1),
    ).toBe(1);
  });

  test("to write", () => {
    const writes = /write to their parameters or to variables outside of them/;
    const seen = (a: number): number => {
      const out = [0, a];
      const x = fixedPoint((v: number, p: number[]) => {
        p[0] = v;
        return (v + (p[1] as number) / v) / 2;
      })(1, out);
      return x + (out[0] as number);
    };
    expect(seen(4)).toBeCloseTo(4, 12);
    for (const derivative of [grad(seen), jacobian(seen), hessian(seen), taylor(seen, 2)])
      expect(refusal(() => derivative(4))).toMatch(writes);
    expect(refusal(() => jvp(seen, [4], [1]))).toMatch(writes);
    let count = 0;
    const counting = implicit(
      (a: number) => (++count > 0 ? a : 0),
      (x: number, a: number) => x - a,
    );
    expect(counting(3)).toBe(3);
    expect(refusal(() => grad(counting)(3))).toMatch(writes);
  });

  test("another number of equations, another shape, other unknowns", () => {
    expect(refusal(() => root((x: number[]) => [x[0] as number, x[1] as number, 0])([1, 2]))).toMatch(
      /as many equations as there are unknowns; here are 3 for 2/,
    );
    const few = implicit(
      (a: number) => [a, a],
      (x: number[], a: number) => [(x[0] as number) - a],
    );
    expect(refusal(() => grad((a: number) => few(a)[0] as number)(1))).toMatch(/here are 1 for 2/);
    expect(refusal(() => fixedPoint((x: number[]) => [...x, 1])([1]))).toMatch(/a value of another shape/);
    expect(refusal(() => fixedPoint((x: unknown) => x)({ a: 1, name: "x" }))).toMatch(/something else in it/);
    expect(refusal(() => root((x: unknown) => x as number)("a"))).toMatch(/something else in it/);
  });

  test("options that make no sense", () => {
    expect(refusal(() => fixedPoint((x: number) => x, { tolerance: -1 }))).toMatch(
      /fixedPoint takes a number from 0 up/,
    );
    expect(refusal(() => root((x: number) => x, { iterations: 0 }))).toMatch(/root takes a whole number of iterations/);
    expect(refusal(() => implicit(3 as never, (x: number) => x))).toMatch(/implicit takes a function/);
  });
});
