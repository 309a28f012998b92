// Jacobians and Hessians in both modes and in every nesting, against each other and against closed forms.

import { describe, expect, test, vi } from "vitest";
import { defineRule, grad, hessian, hvp, jacfwd, jacobian, jacrev, jvp } from "zeroth";
import { mayTellRuns } from "../runtime/index.ts";
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

  test("of a function without a build step that writes its argument", () => {
    // oxlint-disable-next-line typescript/no-implied-eval -- what no build step has met
    const closed = new Function("xs", "xs[0] *= 2; return xs[0] ** 3 * xs[1] + xs[5];") as (xs: number[]) => number;
    const xs = (): number[] => [1, 2, 3, 4, 5, 6];
    const product = [96, 24, 0, 0, 0, 0];
    expect(hessian(closed)(xs())[0]).toEqual(product);
    expect(jacfwd((x: number[]) => [closed(x)])(xs())).toEqual([[48, 8, 0, 0, 0, 1]]);
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

describe("of results with functions", () => {
  const curves = (x: number[]) => {
    const [a, b] = x as [number, number];
    const product = a * b;
    const weights = [a * a, 3 * b];
    let last = b;
    const inner = (v: number): number => product * v + last;
    last = 2 * b;
    return {
      y: a ** 3,
      f: (v: number) => weights[0]! * v + weights[1]! + inner(v),
      list: [(v: number) => v * product],
    };
  };

  test("the rows of a function are those of the numbers that it captured, by name", () => {
    const rows = {
      y: [12, 0],
      f: {
        inner: { product: [3, 2], last: [0, 2] },
        weights: [
          [4, 0],
          [0, 3],
        ],
      },
      list: [{ product: [3, 2] }],
    };
    for (const operator of [jacobian, jacrev, jacfwd, (f: typeof curves) => jacfwd(f, { width: 1 })])
      for (let call = 1; call <= 40; call++) expect(operator(curves)([2, 3])).toEqual(rows);
  });

  test("they are differentiated again", () => {
    const cube = (z: number) => {
      const c = z ** 3;
      return (v: number) => v + c;
    };
    const second = jacrev((y: number) => (jacrev(cube)(y) as unknown as { c: number }).c);
    expect(second(2)).toBe(12);
  });

  test("a function that captured another number when it ran again is refused", () => {
    let n = 0;
    const f = (x: number[]) => {
      const k = n++ * x[0]! + x[1]!;
      return (v: number) => v * k;
    };
    expect(() => jacfwd(f, { width: 1 })([1, 2])).toThrow(/gave another value when it was run again/);
  });

  test("what holds no numbers has no rows", () => {
    const f = (x: number) => ({
      y: x * x,
      table: new Map([["a", "b"]]),
      at: new Date(0),
      counts: new Int32Array(2),
      sine: Math.sin,
    });
    for (const operator of [jacrev, jacfwd])
      expect(operator(f)(3)).toEqual({ y: 6, table: null, at: null, counts: null, sine: null });
  });

  test("instances whose methods captured no numbers are shown", () => {
    const f = (x: number): unknown => {
      const prefix = "v";
      const double = (v: number): number => 2 * v;
      class Named {
        v = x * x;
        name(): string {
          return prefix + String(double(1));
        }
      }
      return new Named();
    };
    for (const operator of [jacrev, jacfwd]) expect(operator(f as never)(3)).toEqual({ v: 6 });
  });

  test("numbers that no row can show are refused", () => {
    const make = (x: number): unknown => {
      class Scaled {
        by(v: number): number {
          return v * x;
        }
      }
      return Scaled;
    };
    const tagged = (x: number): unknown => Object.assign((v: number) => v * x, { tag: x });
    for (const f of [make, tagged])
      expect(() => jacrev(f as never)(2)).toThrow(
        /the Jacobian of a property of a function, or of what a class captured/,
      );
    const instance = (x: number): unknown => {
      class Scaled {
        shift = x;
        by(v: number): number {
          return v * x;
        }
      }
      return { scaled: new Scaled() };
    };
    expect(() => jacrev(instance as never)(2)).toThrow(/the Jacobian of an instance of Scaled/);
    expect(() => jacfwd(instance as never)(2)).toThrow(/the tangent of an instance of Scaled/);
    const inherits = (x: number): unknown => Object.create({ a: x * x });
    expect(() => jacrev(inherits as never)(2)).toThrow(/the Jacobian of an instance of Object/);
    const failure = (x: number): unknown => new Error("e", { cause: x * x });
    expect(() => jacrev(failure as never)(2)).toThrow(/the Jacobian of an instance of Error/);
    const table = (x: number): unknown => ({ y: x, table: new Map([["a", [x]]]) });
    expect(() => jacrev(table as never)(2)).toThrow(/the Jacobian of an instance of Map/);
    for (const f of [table, (x: number) => new Set([x]), (x: number) => new WeakMap([[Math, x]])])
      expect(() => jacfwd(f as never)(2)).toThrow(/the tangent of an instance of (Map|Set|WeakMap)/);
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

describe("jacrev", () => {
  test("runs the function once, and pulls back once for each number of its result", () => {
    const { foreign, count } = counted();
    let runs = 0;
    const f = (x: number[], k: number): { y: number[]; s: number } => {
      runs++;
      return { y: x.map((v) => foreign(v) * k), s: k * k };
    };
    expect(jacrev(f, { argnums: [0, 1] })([2, 3], 5)).toEqual([
      {
        y: [
          [20, 0],
          [0, 30],
        ],
        s: [0, 0],
      },
      { y: [4, 9], s: 10 },
    ]);
    expect(runs).toBe(1);
    // The two calls of the rule, for each of the three numbers of the result; both arguments at once.
    expect(count).toEqual({ pullbacks: 6, tangents: 0 });
    expect(jacrev((x: number) => x ** 3)(2)).toBe(12);
  });

  test("of trees is what forward mode gives", () => {
    const m: Model = { w: Float64Array.of(2, 3), b: [5, 7, 11], name: "m" };
    expect(jacrev(tree)(m, 0.5)).toEqual(jacfwd(tree)(m, 0.5));
    expect(jacrev(tree, { argnums: [1, 0] })(m, 0.5)).toEqual(jacfwd(tree, { argnums: [1, 0] })(m, 0.5));
  });

  test("refuses what it cannot be taken of", () => {
    const wrong = jacrev as unknown as (f: unknown, options?: object) => (x: unknown) => unknown;
    expect(() => wrong(3)).toThrow(/jacrev takes a function/);
    expect(() => wrong((x: number) => x, { argnums: 1 })(2)).toThrow(/jacrev differentiates argument 1/);
  });
});

interface Count {
  pullbacks: number;
  tangents: number;
}

/** A foreign function that squares, and what was asked of its rule. */
function counted(): { readonly foreign: (x: number) => number; readonly count: Count } {
  // oxlint-disable-next-line no-new-func, no-implied-eval
  const foreign = new Function("x", "return x * x") as (x: number) => number;
  const count: Count = { pullbacks: 0, tangents: 0 };
  defineRule(foreign, {
    vjp: (x) => [
      x * x,
      (g) => {
        count.pullbacks++;
        return [2 * x * g];
      },
    ],
    jvp: ([x], [dx]) => {
      count.tangents++;
      return [x * x, 2 * x * dx];
    },
  });
  return { foreign, count };
}

describe("jacobian", () => {
  const many = Array.from({ length: 12 }, (_, i) => i);

  test("goes forward where the result is large, and back where it is small", () => {
    const { foreign, count } = counted();
    const large = (x: number): number[] => many.map((i) => foreign(x) * i);
    expect(jacobian(large)(3)).toEqual(many.map((i) => 6 * i));
    expect(count.tangents).toBeGreaterThan(0);
    expect(count.pullbacks).toBe(0);
    count.tangents = 0;
    const small = (x: number[]): number[] => [foreign(x[0] as number), x[1] as number];
    expect(jacobian(small)([3, 4])).toEqual([
      [6, 0],
      [0, 1],
    ]);
    expect(count.pullbacks).toBeGreaterThan(0);
    expect(count.tangents).toBe(0);
  });

  test("counts the numbers of all arguments that it differentiates", () => {
    const { foreign, count } = counted();
    const f = (x: number, w: Float64Array): number[] => many.map((i) => foreign(x) * i + (w[i] ?? 0));
    const w = Float64Array.from({ length: 8 }, () => 1);
    const both = jacobian(f, { argnums: [0, 1] })(3, w);
    expect(count.tangents).toBe(0);
    expect(both).toEqual(jacfwd(f, { argnums: [0, 1] })(3, w));
    expect(both[1][0]).toBeInstanceOf(Float64Array);
    count.tangents = 0;
    expect(jacobian(f)(3, w)).toEqual(both[0]);
    expect(count.tangents).toBeGreaterThan(0);
  });

  test("has one structure, whichever way it goes", () => {
    const spread = (m: Model, k: number): ReturnType<typeof tree>[] => many.map((i) => tree(m, k * i));
    const m: Model = { w: Float64Array.of(2, 3), b: [5, 7, 11], name: "m" };
    expect(jacobian(spread)(m, 0.5)).toEqual(jacrev(spread)(m, 0.5));
    expect(jacobian(spread, { argnums: [1] })(m, 0.5)).toEqual(jacrev(spread, { argnums: [1] })(m, 0.5));
    expect(jacobian(spread)(m, 0.5)[1]?.y[0]?.w).toBeInstanceOf(Float64Array);
    const typed = (x: Float32Array): Float64Array => Float64Array.from(many, (i) => (x[0] as number) * i);
    expect(jacobian(typed)(Float32Array.of(0.5))).toEqual(many.map((i) => Float32Array.of(i)));
  });

  test("runs a function that writes elsewhere once", () => {
    const log: number[] = [];
    let runs = 0;
    const writes = (x: number): number[] => {
      runs++;
      log.push(x);
      return many.map((i) => x * i * runs);
    };
    expect(jacobian(writes)(3)).toEqual(many);
    expect([runs, log.length]).toEqual([1, 1]);
    const queue = [7];
    const takes = (x: number): number[] => {
      const first = queue.pop() as number;
      return many.map((i) => x * i * first);
    };
    expect(jacobian(takes)(3)).toEqual(many.map((i) => 7 * i));
    const overwrites = (x: number[]): number[] => {
      x[0] = (x[0] as number) ** 2;
      return many.map((i) => (x[0] as number) * i);
    };
    expect(jacobian(overwrites)([3])).toEqual(many.map((i) => [6 * i]));
  });

  test("goes back where another run gives another value", () => {
    let next = 0;
    const random = vi.spyOn(Math, "random").mockImplementation(() => ++next);
    const chance = (x: number): number[] => {
      const factor = Math.random();
      return many.map((i) => x * i * factor);
    };
    // The runs are the first one, that of the columns, and the one that is pulled back.
    expect(jacobian(chance)(3)).toEqual(many.map((i) => 3 * i));
    const length = (x: number): number[] => Array.from({ length: 20 + Math.random() }, () => x);
    expect(jacobian(length)(3).length).toBe(20 + 6);
    random.mockRestore();
  });

  test("runs a function once that assigns a variable of others", () => {
    let runs = 0;
    const counted = (x: number): number[] => {
      runs++;
      return many.map((i) => x * i * runs);
    };
    expect(jacobian(counted)(3)).toEqual(many);
    let seed = 1;
    const next = (): number => (seed = (seed * 16807) % 2147483647);
    expect(jacobian((x: number) => many.map(() => x * next()))(3)[0]).toBe(16807);
    let kept: number[] | null = null;
    const cached = (x: number): number[] => (kept ??= many.map((i) => x * i));
    expect(jacobian(cached)(3)).toEqual(many);
    // Variables of its own do not count.
    const own = (x: number): number[] => {
      let s = 0;
      const add = (y: number): number => (s += y);
      return many.map((i) => add(x * i));
    };
    expect(mayTellRuns([own])).toBe(false);
    expect(mayTellRuns([counted])).toBe(true);
    expect(runs).toBe(1);
    expect(jacobian(own)(3)).toEqual(many.map((i) => (i * (i + 1)) / 2));
  });

  test("of functions counts shared memory once", () => {
    const w = [2];
    const pair = { f: (x: number) => (w[0] as number) * x, g: (x: number) => (w[0] as number) + x };
    const both = (p: typeof pair): number[] => many.map((i) => p.f(i) * p.g(i));
    expect(jacobian(both)(pair)).toEqual(jacrev(both)(pair));
  });

  test("nests, going either way", () => {
    const f = (x: number): number[] => many.map((i) => Math.sin(x * i));
    const second = many.map((i) => -i * i * Math.sin(0.3 * i));
    expectClose(jacobian(jacobian(f))(0.3), second, 1e-13, "over itself");
    expectClose(jacrev(jacobian(f))(0.3), second, 1e-13, "reverse over it");
    expectClose(jacfwd(jacobian(f))(0.3), second, 1e-13, "forward over it");
    expectClose(jacobian(jacrev(f))(0.3), second, 1e-13, "over reverse");
    const total = (x: number): number => jacobian(f)(x).reduce((s, d, i) => s + d * i, 0);
    const expected = second.reduce((s, d, i) => s + d * i, 0);
    expectClose(grad(total)(0.3), expected, 1e-13, "in a gradient");
    expectClose(jvp(total, [0.3], [2])[1], 2 * expected, 1e-13, "pushed forward");
  });
});

describe("hessian", () => {
  const logistic = (w: ArrayLike<number>, xs: readonly ArrayLike<number>[]): number => {
    let total = 0;
    for (const x of xs) {
      let z = 0.5;
      for (let j = 0; j < w.length; j++) z += (w[j] as number) * (x[j] as number);
      total += Math.log(1 + Math.exp(z));
    }
    return total;
  };

  test("of functions that make their argument shorter or longer", () => {
    const shorter = (x: number[]): number => x.pop()! ** 2 * x[0]!;
    const longer = (x: number[]): number => {
      x.push(1);
      return x[0]! ** 2 * x[1]!;
    };
    for (const options of [{}, { width: 1 }]) {
      expect(hessian(shorter, options)([2, 3])).toEqual([
        [0, 6],
        [6, 4],
      ]);
      expect(hessian(longer, options)([2, 3])).toEqual([
        [6, 4],
        [4, 0],
      ]);
    }
  });

  test.each([1, 2, 10, 11, 23])("of %i weights of linear predictors", (n) => {
    const row = (i: number): number[] => Array.from({ length: n }, (_, j) => Math.sin(1 + 3 * i + 7 * j));
    const [w, xs] = [row(9), [0, 1, 2, 3].map(row)];
    const curvatures = xs.map((x) => {
      const p = 1 / (1 + Math.exp(-0.5 - x.reduce((z, v, j) => z + v * (w[j] as number), 0)));
      return p * (1 - p);
    });
    const expected = w.map((_, j) =>
      w.map((__, k) => xs.reduce((s, x, i) => s + (curvatures[i] as number) * (x[j] as number) * (x[k] as number), 0)),
    );
    const typed = (x: readonly number[]): Float64Array => Float64Array.from(x);
    for (let call = 0; call < 2; call++) {
      expectClose(hessian(logistic)(w, xs), expected, 1e-14, "arrays");
      expectClose(hessian(logistic)(typed(w), xs.map(typed)), expected.map(typed), 1e-14, "typed arrays");
    }
  });

  test("of a function whose arguments write", () => {
    const f = (x: number[], change: (xs: number[]) => void): number => {
      change(x);
      return (x[0] as number) ** 2 * (x[1] as number);
    };
    const double = (xs: number[]): void => {
      xs[0] = 2 * (xs[0] as number);
    };
    const x = [3, 5];
    const expected = [
      [40, 24],
      [24, 0],
    ];
    for (let call = 0; call < 2; call++) expect(hessian(f)(x, double)).toEqual(expected);
    expect(x).toEqual([3, 5]);
    // Nothing is read, so there is nothing that general code would have to run for.
    const g = (y: Float64Array, change: (xs: Float64Array) => void): number => {
      change(y);
      return 2;
    };
    const filling = (v: number) => (xs: Float64Array) => {
      xs[0] = v;
    };
    const clear = (xs: Float64Array): void => {
      xs[0] = 0;
    };
    const y = Float64Array.of(3, 5);
    for (const change of [clear, filling(7), clear, filling(8)]) hessian(g)(y, change);
    expect(y).toEqual(Float64Array.of(3, 5));
  });

  test("of a function that reads what a record's own method gives", () => {
    const memory = [1, 1];
    const own = { map: (): number[] => memory };
    const f = (x: number[], source: typeof own): number => {
      const y = source.map();
      y[0] = (x[0] as number) * (x[1] as number);
      return y[0] * (x[0] as number);
    };
    expect(hessian(f)([3, 5], own)).toEqual([
      [10, 6],
      [6, 0],
    ]);
  });
});

test("of a Float32Array, rows are of the argument's kind, and only they are rounded", () => {
  const f = (p: ArrayLike<number>): Float32Array => {
    const out = new Float32Array(2);
    out[0] = p[0]! / 3;
    out[1] = p[0]! * p[1]! * 0.1;
    return out;
  };
  const [a, b] = [0.7, 0.3];
  for (let call = 0; call < 3; call++) {
    for (const operator of [jacobian, jacfwd, jacrev]) {
      const rows = operator(f as (p: number[]) => Float32Array)([a, b]);
      expect(rows[0]).toEqual([1 / 3, 0]);
      expect(rows[1]![0]).toBeCloseTo(0.1 * b, 15);
      expect(rows[1]![1]).toBeCloseTo(0.1 * a, 15);
      const rounded = operator(f as (p: Float32Array) => Float32Array)(new Float32Array([0.5, 0.25]));
      expect(rounded).toEqual([new Float32Array([1 / 3, 0]), new Float32Array([0.1 * 0.25, 0.1 * 0.5])]);
    }
  }
});
