// Forward mode by its operator: what moves, what does not, how tangents mirror values, and what is refused.

import { describe, expect, test } from "vitest";
import { grad, J, jvp, vjp } from "zeroth";

const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  let total = 0;
  for (let i = 0; i < a.length; i++) total += (a[i] as number) * (b[i] as number);
  return total;
};

describe("values and tangents", () => {
  test("numbers", () => {
    expect(jvp((x: number) => x * x, [3], [1])).toEqual([9, 6]);
    expect(jvp((x: number, y: number) => x * y, [3, 5], [1, 10])).toEqual([15, 35]);
    expect(jvp((x: number, y: number) => x * y, [3, 5], [null, 1])).toEqual([15, 3]);
  });

  test("arrays, typed arrays and records mirror", () => {
    expect(jvp((xs: number[]) => xs.map((x) => x * x), [[1, 2]], [[1, 10]])).toEqual([
      [1, 4],
      [2, 40],
    ]);
    const [y, dy] = jvp((x: Float64Array) => x.map((v) => v * v), [Float64Array.of(1, 2)], [Float64Array.of(1, 10)]);
    expect([y, dy]).toEqual([Float64Array.of(1, 4), Float64Array.of(2, 40)]);
    const narrow = jvp((x: Float32Array) => x.map((v) => v * v), [Float32Array.of(1, 2)], [Float32Array.of(1, 10)]);
    expect(narrow).toEqual([Float32Array.of(1, 4), Float32Array.of(2, 40)]);
    const p = { w: [2, 5], b: 3, name: "p", on: true, none: null };
    const f = (m: typeof p): { s: number; parts: number[][]; name: string } => ({
      s: (m.w[0] as number) * m.b,
      parts: [[m.b], m.w.slice(1)],
      name: m.name,
    });
    expect(jvp(f, [p], [{ w: [1, 0], b: 10, name: null, on: null, none: null }])).toEqual([
      { s: 6, parts: [[3], [5]], name: "p" },
      { s: 23, parts: [[10], [0]], name: null },
    ]);
  });

  test("of functions of the engine", () => {
    expect(jvp(Math.sin, [0], [2])).toEqual([0, 2]);
    expect(jvp((xs: number[]) => Math.max(...xs) * Math.hypot(...xs), [[3, 4]], [[1, 10]])).toEqual([20, 50 + 4 * 8.6]);
    expect(jvp((xs: number[]) => xs.map(Math.abs), [[-2, 3]], [[1, 1]])[1]).toEqual([-1, 1]);
    expect(jvp((x: number) => Number(x) + parseFloat(String(x)) - x, [3], [7])).toEqual([3, 0]);
  });

  test("what is left out does not move", () => {
    const f = (m: { a: number; b: { c: number }; d: number[] }): number => m.a * m.b.c * (m.d[1] as number);
    const m = { a: 2, b: { c: 3 }, d: [7, 5] };
    expect(jvp(f, [m], [{ a: 1 }])).toEqual([30, 15]);
    expect(jvp(f, [m], [{ b: null, d: [null, 1] }])).toEqual([30, 6]);
    expect(jvp(f, [m], [null])).toEqual([30, 0]);
  });

  test("a result that is an argument, twice", () => {
    expect(jvp((a: number[]) => [a, a], [[1, 2]], [[3, 4]])[1]).toEqual([
      [3, 4],
      [3, 4],
    ]);
  });

  test("results without a tangent", () => {
    expect(jvp((x: number) => (x > 1 ? "big" : "small"), [3], [1])).toEqual(["big", null]);
    expect(jvp((x: number) => Math.round(x), [3.2], [1])).toEqual([3, 0]);
    expect(jvp(() => undefined, [], [])).toEqual([undefined, null]);
  });

  test("closures as arguments and results", () => {
    const scaled = (k: number, w: number[]) => (x: number) => k * x * (w[0] as number);
    const apply = (f: (x: number) => number): number => f(10);
    expect(jvp(apply, [scaled(2, [3])], [{ k: 1, w: [100] }])).toEqual([60, 30 + 2000]);
    const [f, df] = jvp((k: number) => scaled(k, [k]), [3], [1]);
    expect(f(10)).toBe(90);
    expect(df).toEqual({ k: 1, w: [1] });
  });

  test("what the function captured does not move", () => {
    const a = [1, 2];
    const k = 3;
    expect(jvp((x: number) => x * k * (a[1] as number), [5], [1])).toEqual([30, 6]);
  });

  test("a direction is only read, and may be the point", () => {
    const x = [1, 2];
    expect(jvp((v: number[]) => dot(v, v), [x], [x])).toEqual([5, 10]);
    expect(x).toEqual([1, 2]);
  });
});

describe("memory", () => {
  const along = (f: (x: number) => number, x = 3): number => jvp(f, [x], [1])[1];

  test("an element that is overwritten loses its tangent", () => {
    expect(
      along((x) => {
        const a = [x, x];
        a[0] = 5;
        return a[0] + (a[1] as number);
      }),
    ).toBe(1);
    expect(
      along((x) => {
        const o: { v: number; w?: number } = { v: x, w: x };
        o.v = 2;
        delete o.w;
        o.w = (o.w ?? 1) * 2;
        return o.v + o.w;
      }),
    ).toBe(0);
  });

  test("what falls off the end comes back without one", () => {
    expect(
      along((x) => {
        const a = [x, x * x];
        a.pop();
        a.push(4);
        return a[1] as number;
      }),
    ).toBe(0);
    expect(
      along((x) => {
        const a = [x, x * x, x];
        a.length = 1;
        a.push(2);
        return dot([a[0] as number], [a[1] ?? 0]);
      }),
    ).toBe(2);
  });

  test("methods move tangents with values", () => {
    const f = (x: number): number => {
      const a = [x, 2 * x, 3 * x, 4];
      a.shift();
      a.unshift(7, x * x);
      a.splice(1, 1, 1, x);
      a.reverse();
      a.sort((p, q) => q - p);
      return dot(a, [1, 10, 100, 1000, 10000, 100000]);
    };
    // 9, 7, 6, 4, 3, 1
    expect(along(f)).toBe(3 * 1 + 2 * 100 + 1 * 10000);
  });

  test("text carries nothing", () => {
    expect(along((x) => Number("1" + String(x)) * x + Number(("" as string) + (x as unknown as string)))).toBe(13);
  });

  test("a key that stands twice", () => {
    const key = "a" as string;
    expect(along((x) => ({ a: x, [key]: 2 }).a)).toBe(0);
    expect(along((x) => ({ a: 2, [key]: x }).a)).toBe(1);
  });

  test("views share a buffer", () => {
    const f = (x: Float64Array): number => {
      const tail = x.subarray(1);
      tail[0] = (tail[0] as number) * 3;
      x[2] = 5;
      return (x[1] as number) + (tail[1] as number);
    };
    expect(jvp(f, [Float64Array.of(1, 2, 3)], [Float64Array.of(1, 10, 100)])).toEqual([11, 30]);
  });

  test("integer arrays and writes out of range carry nothing", () => {
    expect(
      along((x) => {
        const a = new Int32Array(2);
        const b = new Float64Array(1);
        a[0] = x;
        b[5] = x;
        return a[0] * x + (b[5] ?? 1);
      }),
    ).toBe(3);
  });

  test("variables that closures share", () => {
    let n = 1;
    const bump = (x: number): void => {
      n *= x;
    };
    expect(
      along((x) => {
        bump(x);
        bump(x);
        return n * x;
      }),
    ).toBe(27);
    expect(n).toBe(9);
  });

  test("aliases", () => {
    const f = (x: number): number => {
      const a = [1, x];
      const b = { a, again: a };
      b.again[0] = x * x;
      return (a[0] as number) * (b.a[1] as number);
    };
    expect(along(f)).toBe(27);
  });
});

describe("arguments are disjoint", () => {
  test("from captures, from each other, and from themselves", () => {
    const x0 = [1, 2];
    expect(jvp((x: number[]) => dot(x, x0), [x0], [[1, 10]])).toEqual([5, 21]);
    const a = [3, 4];
    expect(jvp((x: number[], y: number[]) => dot(x, y), [a, a], [[1, 10], null])).toEqual([25, 43]);
    expect(
      jvp(
        (x: number[], y: number[]) => dot(x, y),
        [a, a],
        [
          [1, 10],
          [100, 0],
        ],
      ),
    ).toEqual([25, 343]);
    const twice = [a, a];
    expect(jvp((xs: number[][]) => dot(xs[0] as number[], xs[1] as number[]), [twice], [[[1, 0], null]])[1]).toBe(3);
  });

  test("but not where the function writes: then the first path that moves counts", () => {
    const f = (x: number[], y: number[]): number => {
      x[0] = (x[0] as number) * 2;
      return x[0] * (y[0] as number);
    };
    const a = [3];
    const pair: [number[], number[]] = [a, a];
    expect(jvp(f, pair, [[1], [10]])).toEqual([36, 24]);
    const b = [3];
    expect(jvp(f, [b, b], [null, [1]])).toEqual([36, 24]);
    const c = [3];
    const both = (xs: number[][]): number => f(xs[0] as number[], xs[1] as number[]);
    expect(jvp(both, [[c, c]], [[[1], [10]]])).toEqual([36, 24]);
  });
});

describe("zeros are strong", () => {
  test("where a partial derivative is infinite", () => {
    expect(jvp((x: number, y: number) => Math.sqrt(x) + y, [0, 1], [null, 1])).toEqual([1, 1]);
    expect(jvp((xs: number[]) => xs.map(Math.sqrt)[1] as number, [[0, 4]], [[1, 1]])).toEqual([2, 0.25]);
    expect(jvp((x: number) => (x > 0 ? x : Math.log(x)), [1], [1])).toEqual([1, 1]);
  });
});

describe("pullbacks inside", () => {
  test("are pushed forward, also when they are called again", () => {
    const f = (x: number): number => {
      const [y, back] = vjp((a: number, b: number) => a * a * b, x, 2 * x);
      const [first] = back(1);
      const [, second] = back(x);
      return y + first + second;
    };
    // 2x³ + 4x² + x³
    expect(jvp(f, [3], [1])).toEqual([81 + 36, 81 + 24]);
  });

  test("through loops and memory that is written", () => {
    const f = (y: number): number => {
      const a = [y, y * y];
      a.length = 1;
      a.push(3);
      a[0] = y * y;
      for (let i = 0; i < 3; i++) a[0] = a[0] * y - (a[1] as number);
      return Math.max(a[0], -100);
    };
    // y⁵ − 3 (y² + y + 1)
    expect(jvp(f, [2], [1])).toEqual([11, 65]);
    expect(jvp(grad(f), [2], [1])).toEqual([65, 154]);
    expect(grad((y: number) => jvp(f, [y], [1])[1])(2)).toBe(154);
    expect(jvp((y: number) => jvp(f, [y], [1])[1], [2], [1])).toEqual([65, 154]);
  });

  test("of conventions: partial derivatives that choose", () => {
    const norm = (x: number): number => Math.hypot(x, 1);
    expect(jvp(grad(norm), [1], [1])[1]).toBeCloseTo(8 ** -0.5, 14);
    expect(
      jvp(
        grad((x: number) => Math.hypot(x, x)),
        [0],
        [1],
      ),
    ).toEqual([0, 0]);
    expect(
      jvp(
        grad((x: number) => x ** 2),
        [0],
        [1],
      ),
    ).toEqual([0, 2]);
  });

  test("may be returned", () => {
    const [[y], tangent] = jvp((x: number) => J((a: number) => a * a, x), [3], [1]);
    expect(y).toBe(9);
    expect((tangent as unknown as unknown[])[0]).toBe(6);
  });
});

describe("refusals", () => {
  test("of arguments and tangents of other shapes", () => {
    const f = (x: number[]): number => dot(x, x);
    const wrong = jvp as unknown as (f: unknown, primals: unknown, tangents?: unknown) => unknown;
    expect(() => wrong(3, [1], [1])).toThrow(/jvp takes a function, and was given a value of type number/);
    expect(() => wrong(f, [1, 2], [3])).toThrow(/jvp takes an array of arguments and an array of their tangents/);
    expect(() => wrong(f, 1, 1)).toThrow(/jvp takes an array of arguments/);
    expect(() => wrong(f, [[1, 2]], [[1]])).toThrow(
      /the tangent of argument 0 has an array of length 1 where the value has an array of length 2/,
    );
    expect(() => wrong(f, [[1, 2]], [3])).toThrow(/has a value of type number where .* an array of length 2/);
    expect(() => wrong(f, [[1, 2]], [[1, [2]]])).toThrow(/has an array of length 1 where the value has a number/);
    expect(() => wrong((x: number) => x, [1], ["1"])).toThrow(/has a value of type string .* a number/);
    expect(() => wrong((m: object) => m, [{ a: 1 }], [{ b: 1 }])).toThrow(/value has no `b`/);
    expect(() => wrong((m: object) => m, [{ a: 1 }], [[1]])).toThrow(/where the value has a record/);
    expect(() => wrong((m: object) => m, [{ a: "x" }], [{ a: 1 }])).toThrow(/nothing that can move/);
    expect(() => wrong((s: string) => s, ["x"], [1])).toThrow(
      /jvp differentiates argument 0, which is a value of type/,
    );
    expect(() => wrong((a: unknown) => a, [new Int32Array(2)], [[1, 1]])).toThrow(/which is an array of integers/);
  });

  test("of accessors, instances of classes and functions without code", () => {
    // The name of an accessor that is computed is not known.
    const computed = (name: string): string => name;
    class Point {
      x: number;
      constructor(x: number) {
        this.x = x;
      }
      get [computed("double")](): number {
        return 2 * this.x;
      }
      #key = 1;
      opens(key: number): boolean {
        return this.#key === key;
      }
    }
    const p = new Point(1);
    const read = (x: number): number => {
      p.x = x;
      return (p as unknown as { double: number }).double;
    };
    expect(() => jvp(read, [3], [1])).toThrow(/the accessor "double" of Point/);
    const hold = (x: number): Point => {
      p.x = x * x;
      return p;
    };
    expect(() => jvp(hold, [3], [1])).toThrow(/the tangent of an instance of Point/);
    // Accessors of the engine itself carry nothing.
    const table = new Map([[1, 2]]);
    expect(jvp((x: number) => x * table.size, [3], [1])).toEqual([3, 1]);
    const foreign = [1, 2].values.bind([1]) as unknown as (x: number) => number;
    expect(() => jvp((x: number) => foreign(x), [3], [1])).toThrow(/its code cannot be seen/);
  });

  test("of arrays that are used as numbers", () => {
    expect(() => jvp((x: number) => ([x] as unknown as number) * 2, [3], [1])).toThrow(/an array used as a number/);
  });
});
