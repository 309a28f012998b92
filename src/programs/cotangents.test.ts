// Cotangents seen and changed in the middle of a program: what a hook sees, what its answer does, in every nesting.

import { describe, expect, test } from "vitest";
import {
  checkpoint,
  grad,
  hessian,
  hvp,
  J,
  jacfwd,
  jacobian,
  jvp,
  onCotangent,
  taylor,
  vjp,
  ZerothError,
} from "zeroth";
import { checkProgram, program, type AnyProgram } from "../test-support/check-program.ts";
import { expectClose } from "../test-support/expect-close.ts";

const look = (): void => {
  // Sees the cotangent and leaves it.
};

const programs: readonly AnyProgram[] = [
  program(
    "a number",
    (x: number) => onCotangent(x * x, look) * x,
    [[3]],
    (x) => [3 * x * x],
  ),
  program(
    "in a loop",
    (x: number) => {
      let y = x;
      for (let i = 0; i < 4; i++) y = onCotangent(Math.sin(y), look) * x;
      return y;
    },
    [[0.7]],
  ),
  program(
    "an array",
    (xs: number[]) => {
      const ys = onCotangent(xs, look);
      return (ys[0] as number) * (xs[1] as number) + (ys[1] as number) ** 2;
    },
    [[[2, 3]]],
  ),
  program(
    "an array that is written to before and after",
    (x: number) => {
      const xs = [x, 2];
      xs[1] = (xs[0] as number) * x;
      onCotangent(xs, look);
      xs[0] = (xs[0] as number) * xs[1];
      xs.push(x);
      onCotangent(xs, look);
      return xs[0] * (xs[2] as number) * xs[1];
    },
    [[1.5]],
    (x) => [6 * x ** 5],
  ),
  program(
    "typed arrays",
    (xs: Float64Array) =>
      onCotangent(
        onCotangent(xs, look).map((x) => x * x),
        look,
      ).reduce((a, b) => a + b, 0),
    [[Float64Array.of(1, 2)]],
  ),
  program(
    "a record",
    (m: { w: number[]; b: number; name: string }, x: number) => {
      const { w, b } = onCotangent(m, look);
      return onCotangent((w[0] as number) * x + b, look) * (w[1] as number);
    },
    [[{ w: [2, 3], b: 5, name: "m" }, 7]],
  ),
  program(
    "one array at two places",
    (x: number) => {
      const own = [x];
      const pair = onCotangent([own, own], look);
      return (pair[0]?.[0] as number) * (pair[1]?.[0] as number) * x;
    },
    [[2]],
    (x) => [3 * x * x],
  ),
];

describe("a hook that looks leaves everything as it is", () => {
  test.each(programs)("$name", (p) => {
    checkProgram(p);
  });

  test("the value is the value itself", () => {
    const xs = [1, 2];
    expect(onCotangent(xs, look)).toBe(xs);
    expect(onCotangent("a", look)).toBe("a");
    expect(vjp((ys: number[]) => [onCotangent(ys, look) === ys], xs)[0]).toEqual([true]);
  });
});

describe("what the hook sees", () => {
  test("mirrors the value", () => {
    const seen: unknown[] = [];
    const f = (m: { w: Float64Array; b: number[]; k: number; name: string }, x: number): number => {
      onCotangent(m, (g) => {
        seen.push(structuredClone(g));
      });
      return (m.w[0] as number) * (m.b[1] as number) * x * m.k;
    };
    grad(f)({ w: Float64Array.of(2, 3), b: [5, 7], k: 11, name: "m" }, 13);
    expect(seen).toEqual([{ w: Float64Array.of(7 * 13 * 11, 0), b: [0, 2 * 13 * 11], k: 2 * 7 * 13, name: null }]);
  });

  test("is what the program after it contributes, by whatever name", () => {
    const seen: unknown[] = [];
    const f = (xs: number[]): number => {
      const before = (xs[0] as number) * 100;
      const ys = onCotangent(xs, (g) => {
        seen.push([...g]);
      });
      return before + (xs[0] as number) * 3 + (ys[1] as number) * 5;
    };
    expect(grad(f)([1, 2])).toEqual([103, 5]);
    expect(seen).toEqual([[3, 5]]);
  });

  test("comes once for each pass, last first, and as zero where nothing depends on the value", () => {
    const seen: unknown[] = [];
    const note =
      (name: string) =>
      (g: number): void => {
        seen.push([name, g]);
      };
    const f = (x: number): number => {
      onCotangent(x, note("unused"));
      return onCotangent(onCotangent(x * x, note("a")) * 5, note("b")) * 2;
    };
    expect(grad(f)(3)).toBe(60);
    expect(seen).toEqual([
      ["b", 2],
      ["a", 10],
      ["unused", 0],
    ]);
    const [, back] = vjp(f, 3);
    seen.length = 0;
    back(1);
    back(10);
    expect(seen.length).toBe(6);
    expect(seen[4]).toEqual(["a", 100]);
  });
});

describe("what the hook returns", () => {
  test("replaces a number", () => {
    expect(grad((x: number) => onCotangent(x, (g) => Math.min(g, 1)) ** 2)(3)).toBe(1);
    expect(grad((x: number) => onCotangent(x, () => 0) ** 2)(3)).toBe(0);
    expect(grad((x: number) => onCotangent(x, () => null) ** 2)(3)).toBe(0);
  });

  test("replaces the cotangent of an array, whole or changed in place", () => {
    const f =
      (hook: (g: number[]) => number[] | null | undefined) =>
      (xs: number[]): number => {
        const ys = onCotangent(xs, hook);
        return (ys[0] as number) * (ys[1] as number);
      };
    expect(grad(f((g) => g.map((v) => 2 * v)))([3, 5])).toEqual([10, 6]);
    expect(grad(f(() => [1, 2]))([3, 5])).toEqual([1, 2]);
    expect(grad(f(() => null))([3, 5])).toEqual([0, 0]);
    expect(
      grad(
        f((g) => {
          g[0] = 7;
          return undefined;
        }),
      )([3, 5]),
    ).toEqual([7, 3]);
  });

  test("clips the norm of a record's cotangent", () => {
    const clip = (g: { w: Float64Array; b: number }): { w: Float64Array; b: number } => {
      const norm = Math.sqrt(g.w.reduce((s, v) => s + v * v, g.b * g.b));
      const part = Math.min(1, 1 / norm);
      return { w: g.w.map((v) => v * part), b: g.b * part };
    };
    const f = (m: { w: Float64Array; b: number }): number => {
      const n = onCotangent(m, clip);
      return (n.w[0] as number) * 3 + n.b * 4;
    };
    expect(grad(f)({ w: Float64Array.of(1, 1), b: 1 })).toEqual({ w: Float64Array.of(0.6000000000000001, 0), b: 0.8 });
  });

  test("counts for aliases and for what is captured", () => {
    const w = [2, 3];
    const [, back] = J((x: number) => onCotangent(w, (g) => g.map((v) => 10 * v)).length * x * (w[0] as number), 5);
    expect(back(1)).toEqual([{ w: [100, 0] }, 4]);
  });

  test("is seen by what stands around: a checkpoint", () => {
    expect(grad(checkpoint((x: number) => onCotangent(x * x, (g) => 2 * g) * 3))(5)).toBe(60);
  });
});

describe("nested", () => {
  const c = 5;
  /** x³ with its gradient scaled. */
  const scaled = (x: number): number => onCotangent(x, (g) => g * c) ** 3;
  const along =
    (f: (x: number) => number) =>
    (x: number): number =>
      jvp(f, [x], [1])[1];

  test("forward mode passes", () => {
    expect(jvp(scaled, [2], [1])).toEqual([8, 12]);
    expect(jacfwd(scaled)(2)).toBe(12);
    expect(taylor(scaled, 3)(2)).toEqual([8, 12, 6, 1]);
    expect(along(along(scaled))(2)).toBe(12);
  });

  test("wherever there is a reverse pass, the hook is met once", () => {
    expect(grad(scaled)(2)).toBe(12 * c);
    expect(along(grad(scaled))(2)).toBe(12 * c);
    expect(grad(grad(scaled))(2)).toBe(12 * c);
    expect(grad(along(scaled))(2)).toBe(12 * c);
    expect(jacobian(jacfwd(scaled))(2)).toBe(12 * c);
    expect(taylor(grad(scaled), 2)(2)).toEqual([12 * c, 12 * c, 3 * c]);
    expect(grad(grad(grad(scaled)))(2)).toBe(6 * c);
    expect(grad(along(along(scaled)))(2)).toBe(6 * c);
  });

  test("the second derivative is that of the changed gradient", () => {
    const squashed = (x: number): number => onCotangent(x, Math.tanh) ** 3;
    const x = 0.4;
    expect(grad(squashed)(x)).toBe(Math.tanh(3 * x * x));
    const expected = 6 * x * (1 - Math.tanh(3 * x * x) ** 2);
    expectClose(hvp(squashed)(x, 1), expected, 1e-14, "forward over reverse");
    expectClose(grad(grad(squashed))(x), expected, 1e-14, "reverse over reverse");
    const clipped = (y: number): number => onCotangent(y, (g) => Math.min(g, 1)) ** 3;
    expect([hvp(clipped)(2, 1), grad(grad(clipped))(2), hvp(clipped)(0.5, 1)]).toEqual([0, 0, 3]);
  });

  test("a hessian with a hook on an array", () => {
    const f = (xs: number[]): number => {
      const [a = 0, b = 0] = onCotangent(xs, (g) => [(g[0] as number) * (g[1] as number), g[1] as number]);
      return a * a * b;
    };
    // The gradient is (2ab · a², a²).
    expect(grad(f)([2, 3])).toEqual([48, 4]);
    const expected = [
      [6 * 4 * 3, 2 * 8],
      [4, 0],
    ];
    expect(hessian(f)([2, 3])).toEqual(expected);
    expect(jacobian(grad(f))([2, 3])).toEqual(expected);
  });

  test("what the hook captures moves the gradient", () => {
    const slope = (k: number): number => grad((x: number) => onCotangent(x * x, (g) => g * k))(3);
    expect(slope(7)).toBe(42);
    expect(grad(slope)(7)).toBe(6);
    expect(jvp(slope, [7], [1])).toEqual([42, 6]);
    // It is no part of the value.
    expect(grad((k: number) => onCotangent(3 * k, (g) => g * k * k))(2)).toBe(12);
  });
});

describe("refused is", () => {
  const refusal = (x: unknown, answer: unknown): string => {
    try {
      grad((k: number) => {
        const y = onCotangent(x as { a: number[] }, () => answer as never);
        return k * (y.a === undefined ? 1 : (y.a[0] as number));
      })(1);
    } catch (error) {
      if (error instanceof ZerothError) return error.message;
      throw error;
    }
    return "nothing";
  };

  test("another shape", () => {
    expect(refusal({ a: [1, 2] }, { a: [1, 2, 3] })).toMatch(
      /returned an array of length 3 where the value has an array of length 2/,
    );
    expect(refusal({ a: [1, 2] }, { a: [1, "b"] })).toMatch(/a value of type string where the value has a number/);
    expect(refusal({ a: [1, 2] }, {})).toMatch(/where the value has `a`/);
    expect(refusal({ a: [1, 2], b: 1 }, { a: [1, 2], b: undefined })).toMatch(/undefined where the value has a number/);
    expect(refusal({ a: [1, 2] }, { a: [1, 2], b: 1 })).toMatch(/where the value has no `b`/);
    expect(refusal({ a: [1, 2] }, 3)).toMatch(/a value of type number where the value has a record/);
    expect(refusal({ a: [1, 2] }, [1])).toMatch(/an array of length 1 where the value has a record/);
    expect(refusal({ a: [1, 2], name: "m" }, { a: [1, 2], name: 1 })).toMatch(
      /where the value has nothing that has a cotangent/,
    );
    expect(refusal({ a: [1, 2], name: "m" }, { a: [null, 2], name: null })).toBe("nothing");
    expect(refusal({ a: Float64Array.of(1, 2) }, { a: [1, 2] })).toBe("nothing");
  });

  test("functions", () => {
    const k = 3;
    expect(() => grad((x: number) => onCotangent({ f: (y: number) => y * k }, look).f(x))(1)).toThrow(
      /a function with captured values/,
    );
    expect(() => onCotangent(1, 2 as never)).toThrow(/onCotangent takes a function/);
  });
});
