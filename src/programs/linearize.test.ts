// The tangent map at a point, by the pullback transposed: against forward mode and dual numbers, nested with everything,
// and without running the function again. Beside it vhp, the other nesting of the two modes.

import { describe, expect, test } from "vitest";
import { customJvp, customVjp, grad, hessian, hvp, jacobian, jvp, linearize, vhp, vjp } from "zeroth";
import { byGeneralCode } from "../host/code-modes.ts";
import { withLeastWork } from "../specialise/index.ts";
import { checkProgram, program, type AnyProgram } from "../test-support/check-program.ts";
import { expectClose } from "../test-support/expect-close.ts";
import { interpreted } from "../test-support/meanings.ts";

const numbers = (xs: readonly number[]): number => xs.reduce((s, x) => s + Math.sin(x) * x, 0);

/**
 * Runs a check of derivatives of the map, many of which take more work than specialising is worth. With less work that turns out
 * sooner, and as many are specialised.
 */
const withLittleWork = <T>(check: () => T): T => withLeastWork(7500, check);

interface Model {
  readonly w: Float64Array;
  readonly b: number[];
  readonly name: string;
}

const spread = (m: Model, k: number): { y: Float64Array; s: number[][]; name: string } => ({
  y: m.w.map((v, i) => v * k * (m.b[i] ?? 0)),
  s: [[m.b[0] as number], [k * k, (m.w[0] as number) ** 3]],
  name: m.name,
});

const programs: readonly AnyProgram[] = [
  program(
    "the map, of the point and of the tangent",
    (x: number, v: number) => linearize((y: number) => Math.sin(y) * y, x)[1](v),
    [[0.7, 1.3]],
    (x, v) => [(2 * Math.cos(x) - x * Math.sin(x)) * v, Math.sin(x) + x * Math.cos(x)],
  ),
  program(
    "the map applied many times",
    (x: number[], v: number[]) => {
      const [y, map] = linearize((z: number[]) => z.map((a, i) => a * a * (z[(i + 1) % z.length] as number)), x);
      let s = 0;
      let direction = v;
      for (let k = 0; k < 3; k++) {
        direction = map(direction).map((d) => d * 0.5);
        s += (direction[0] as number) * (y[1] as number);
      }
      return s;
    },
    [
      [
        [0.5, 1.1, -0.7],
        [1, 0.3, 0.2],
      ],
    ],
  ),
  program(
    "a map that closes over a variable that moves",
    (x: number, c: number) => {
      const f = (y: number): number => c * y * y * x;
      return linearize(f, x)[1](c);
    },
    [[1.2, 0.7]],
    (x, c) => [2 * c * c * 2 * x, 4 * c * x * x],
  ),
  program(
    "of a gradient",
    (x: number[]) => {
      const [, map] = linearize(
        grad((y: number[]) => (y[0] as number) ** 3 * (y[1] as number)),
        x,
      );
      const h = map(x);
      return (h[0] as number) + 2 * (h[1] as number);
    },
    [[[0.8, 1.5]]],
    undefined,
    // Its second derivative would be of the fourth order: props/matrix nests operators that deep.
    { order: 1 },
  ),
  program(
    "the gradient of its pullback",
    (x: number) => {
      const map = linearize((y: number) => [Math.exp(y), y ** 3], x)[1];
      return vjp((v: number) => (map(v)[0] as number) * (map(v)[1] as number), 2)[1](1)[0];
    },
    [[0.6]],
    (x) => [4 * (6 * x + 3 * x * x) * Math.exp(x)],
  ),
  program(
    "loops, branches, writes and recursion inside",
    (x: number[]) => {
      const f = (z: number[], k: number): number => {
        const out = [0, 0];
        for (let i = 0; i < z.length; i++) {
          if ((z[i] as number) > 0) out[i % 2] = (out[i % 2] as number) + (z[i] as number) * k;
          else out[0] = (out[0] as number) * (z[i] as number);
        }
        const power = (n: number): number => (n === 0 ? 1 : (out[0] as number) * power(n - 1));
        return power(3) + (out[1] as number);
      };
      const [y, map] = linearize(f, x, x[0] as number);
      return y * map(x, 0.5);
    },
    [[[0.5, 1.1, -0.7, 0.4]]],
  ),
  program(
    "of linearize",
    (x: number) => {
      const inner = (y: number): number => linearize((z: number) => z ** 4, y)[1](y);
      return linearize(inner, x)[1](2);
    },
    [[0.9]],
    (x) => [4 * 4 * 3 * 2 * x * x],
    { order: 1 },
  ),
  program("vhp", (x: number[], v: number[]) => vhp(numbers)(x, v).reduce((s, h) => s + h * h, 0), [
    [
      [0.5, 1.1],
      [1, 0.3],
    ],
  ]),
  program(
    "vhp along the argument itself",
    (x: number[]) => {
      const h = vhp((y: number[]) => (y[0] as number) ** 2 * (y[1] as number))(x, x);
      return (h[0] as number) * (h[1] as number);
    },
    [[[1.5, 0.7]]],
    (x) => [
      // (2 a b x₀ + …) at v = x: h = (4 a b, 2 a²).
      [24 * (x[0] as number) ** 2 * (x[1] as number), 8 * (x[0] as number) ** 3],
    ],
  ),
];

describe("linearize", () => {
  // Four transforms deep: specialised, most of these would take more code than is worth it.
  test.each(programs)("$name", (program) => byGeneralCode(() => checkProgram(program)));

  test("of trees is what forward mode gives", () => {
    const m: Model = { w: Float64Array.of(2, 3), b: [5, 7, 11], name: "m" };
    const [y, map] = linearize(spread, m, 0.5);
    expect(y).toEqual(spread(m, 0.5));
    const v = { w: Float64Array.of(1, -1), b: [0.5, 0, 2], name: null };
    expect(map(v, 0.25)).toEqual(jvp(spread, [m, 0.5], [v, 0.25])[1]);
    expect(map({ b: [1, null, 0] })).toEqual(jvp(spread, [m, 0.5], [{ b: [1, null, 0] }, null])[1]);
    expect(map(null, 1)).toEqual(jvp(spread, [m, 0.5], [null, 1])[1]);
    expect(map()).toEqual(jvp(spread, [m, 0.5], [null, null])[1]);
    const typed = (map(v, 0.25) as { y: unknown }).y;
    expect(typed).toBeInstanceOf(Float64Array);
  });

  test("of functions moves what they captured", () => {
    const line =
      (a: number, b: number[]) =>
      (x: number): number =>
        a * x + (b[0] as number);
    const apply = (f: (x: number) => number, x: number): number => f(x) ** 2;
    const f = line(2, [1]);
    const [y, map] = linearize(apply, f, 3);
    expect(y).toBe(49);
    expect(map({ a: 1, b: [10] }, null)).toBe(14 * 13);
    expect(map({ b: [10] }, 1)).toBe(14 * 12);
    expect(linearize((x: number) => [(z: number) => z * x, "s", x] as const, 2)[1](1)).toEqual([{ x: 1 }, null, 1]);
    expect(linearize((x: number) => String(x), 2)[1](1)).toBeNull();
  });

  test("treats one array at two arguments as forward mode does", () => {
    const f = (x: number[], y: number[]): number => (x[0] as number) * (y[1] as number);
    const a = [2, 3];
    for (const tangents of [
      [[1, 10], null],
      [null, [1, 10]],
      [
        [1, 10],
        [2, 20],
      ],
    ] as [number[] | null, number[] | null][]) {
      expect(linearize(f, a, a)[1](...tangents)).toBe(jvp(f, [a, a], tangents)[1]);
    }
    const g = (x: number[], y: number[]): number => {
      x[0] = (x[0] as number) * 2;
      return (y[0] as number) * (y[1] as number);
    };
    expect(linearize(g, [2, 3], [2, 3])[1]([1, 0], [0, 1])).toBe(
      jvp(
        g,
        [
          [2, 3],
          [2, 3],
        ],
        [
          [1, 0],
          [0, 1],
        ],
      )[1],
    );
    // Where the function may write, one array stays one, and moves as the first argument that moves it says.
    for (const [tangents, expected] of [
      [[[1, 10], null], 46],
      [[null, [1, 10]], 46],
      [
        [
          [1, 10],
          [5, 5],
        ],
        46,
      ],
    ] as [[number[] | null, number[] | null], number][]) {
      const [b, c] = [
        [2, 3],
        [2, 3],
      ];
      expect(jvp(g, [b, b], tangents)[1]).toBe(expected);
      expect(linearize(g, c, c)[1](...tangents)).toBe(expected);
    }
  });

  test("runs the function once", () => {
    let runs = 0;
    const counting = (x: number[]): number[] => {
      runs++;
      return x.map((v) => Math.exp(v) * runs);
    };
    const [y, map] = linearize(counting, [0, 1]);
    expect(y).toEqual([1, Math.E]);
    for (let k = 0; k < 5; k++) expect(map([1, k])).toEqual([1, k * Math.E]);
    expect(runs).toBe(1);
  });

  test("the map runs nothing of the function, interpreted and in a gradient", () => {
    let calls = 0;
    const square = (x: number): number => {
      calls++;
      return x * x;
    };
    const f = (x: number): number => {
      let s = x;
      for (let i = 0; i < 10; i++) s = Math.sin(square(s));
      return s;
    };
    const often = (x: number): number => {
      const map = linearize(f, x)[1];
      return map(1) + map(2) + map(3);
    };
    const value = 6 * grad(f)(1.2);
    for (const run of [often, interpreted(often), grad(often), hvp(often)] as ((x: number, v: number) => number)[]) {
      calls = 0;
      const result = run(1.2, 1);
      expect(calls).toBe(10);
      expect(Number.isFinite(result)).toBe(true);
    }
    expectClose(often(1.2), value, 1e-14, "the map");
  });

  test("each application takes the same number of steps, a small multiple of the function's", () => {
    const f = (x: number[]): number => {
      let s = 0;
      for (let i = 0; i < 100; i++) s += Math.sin((x[i % x.length] as number) + s) * (x[0] as number);
      return s;
    };
    const stepsOf = (run: (x: number[]) => unknown): number => {
      const steps = { count: 0 };
      interpreted(run, steps)(...([[0.1, 0.2, 0.3]] as never[]));
      return steps.count;
    };
    const times = (n: number) => (x: number[]) => {
      const map = linearize(f, x)[1];
      for (let k = 0; k < n; k++) map([k, 1, 0]);
    };
    const [zero, one, nine] = [0, 1, 9].map((n) => stepsOf(times(n))) as [number, number, number];
    expect(nine - one).toBe(8 * (one - zero));
    expect(one - zero).toBeLessThan(5 * stepsOf(f));
  });

  test("refuses tangents of another shape, by the argument", () => {
    const map = linearize((x: number, w: { a: number[] }) => x * (w.a[0] as number), 2, { a: [3] })[1] as (
      ...tangents: unknown[]
    ) => unknown;
    expect(() => map([1])).toThrow(
      /the tangent of argument 0 has an array of length 1 where the value has a number|tangent/,
    );
    expect(() => map(1, { a: [1, 2] })).toThrow(/of argument 1/);
    expect(() => map(1, { b: [1] })).toThrow(/of argument 1/);
    expect(() => map(1, null, 3)).toThrow(
      /takes a tangent for each of the function's arguments, here 2, and was given 3/,
    );
    expect(() => (linearize as unknown as (f: unknown) => unknown)(3)).toThrow(/linearize takes a function/);
  });

  test("refuses what a pullback refuses", () => {
    class Point {
      x = 2;
      #key = 1;
      opens(key: number): boolean {
        return this.#key === key;
      }
    }
    expect(() => linearize((p: Point) => p.x * p.x, new Point())[1](null)).toThrow(/an instance of Point/);
  });

  test("through rules given by hand", () => {
    const byPullback = customVjp(
      (x: number) => Math.exp(x),
      (x) => [Math.exp(x), (g) => [g === 0 ? 0 : g * Math.exp(x)]],
    );
    const byTangent = customJvp(
      (x: number) => Math.exp(x),
      ([x], [dx]) => [Math.exp(x), dx * Math.exp(x)],
    );
    for (const f of [byPullback, byTangent]) {
      expectClose(linearize((x: number) => f(x) * x, 0.5)[1](2), 3 * Math.exp(0.5), 1e-14, "the map");
      const slope = withLittleWork(() => grad((x: number) => linearize(f, x)[1](x))(0.5));
      expectClose(slope, 1.5 * Math.exp(0.5), 1e-14, "its gradient");
    }
  });

  const f = (x: number[]): number => Math.sin(x[0] as number) * (x[1] as number) ** 2;
  const at = [0.4, 1.3];
  const v = [0.7, -0.2];
  const along = (x: number[]): number => linearize(f, x)[1](v);

  test("nests with every operator", () => {
    withLittleWork(() => {
      const product = hvp(f)(at, v);
      expectClose(grad(along)(at), product, 1e-13, "gradient of the map");
      expectClose(linearize(grad(f), at)[1](v), product, 1e-13, "map of the gradient");
      expectClose(linearize(along, at)[1](v), jvp(along, [at], [v])[1], 1e-13, "map of the map");
    });
  });

  test("nests to the third order", () => {
    const [product, matrix] = withLittleWork(() => [hvp(along)(at, v), jacobian(grad(along))(at)]);
    const expected = matrix.map((row) => (row[0] as number) * 0.7 + (row[1] as number) * -0.2);
    expectClose(product, expected, 1e-12, "third order");
  });

  test("nests to the third order, in a Hessian", () => {
    const [whole, rows] = withLittleWork(() => [hessian(along)(at), jacobian(grad(along))(at)]);
    expectClose(whole, rows, 1e-12, "third order, whole");
  });
});

describe("vhp", () => {
  const f = (m: { w: Float64Array; b: number[] }, k: number): number =>
    m.w.reduce((s, w, i) => s + Math.sin(w) * (m.b[i] as number) ** 2 * k, 0);
  const m = { w: Float64Array.of(0.4, 1.1), b: [0.7, -0.3] };

  test("is hvp of a smooth function", () => {
    const v = { w: Float64Array.of(1, 0.5), b: [-1, 2] };
    const [left, right] = [vhp(f)(m, v, 1.5), hvp(f)(m, v, 1.5)];
    expect(left.w).toBeInstanceOf(Float64Array);
    expectClose(left, right, 1e-14, "of trees");
    expect(vhp((x: number) => x ** 3)(2, 5)).toBe(60);
    const x = [1.5, 0.7];
    const g = (y: number[]): number => (y[0] as number) ** 2 * (y[1] as number);
    expectClose(vhp(g)(x, x), hvp(g)(x, x), 1e-14, "along the argument itself");
    expect(x).toEqual([1.5, 0.7]);
    // It may write to what it did not make, for all that its code says, so its argument is not copied.
    const h = (y: number[]): number => {
      const rows = [[...y]];
      (rows[0] as number[])[0] = (y[0] as number) ** 2;
      return (rows[0]?.[0] as number) * (y[1] as number);
    };
    expectClose(vhp(h)(x, x), hvp(g)([...x], [...x]), 1e-14, "where the argument is not copied");
  });

  test("refuses what is no function of a number and directions of another shape", () => {
    const wrong = vhp as unknown as (f: unknown) => (x: unknown, v: unknown) => unknown;
    expect(() => wrong(3)).toThrow(/vhp takes a function/);
    expect(() => wrong((x: number[]) => x)([1], [1])).toThrow(/vhp takes a function that returns a number/);
    expect(() => wrong((x: number[]) => x[0])([1], [1, 2])).toThrow(/has another shape than the argument/);
  });
});
