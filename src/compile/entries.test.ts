// Entries serve all functions of one code: what differs between such functions is read from them, or checked.

import { describe, expect, test } from "vitest";
import { derivative, grad, hvp, jvp, valueAndGrad } from "../index.ts";

type Unary = (x: number) => number;

/** Specialised code runs from the second call on at the latest. */
const turns = [0, 1, 2, 3];

describe("fresh functions of one code", () => {
  const scaled = (by: unknown): Unary => {
    return (x) => {
      if (typeof by === "number") return x * x * by;
      if (typeof by === "string") return x * x * by.length;
      if (typeof by === "function") return x * x * (by as Unary)(3);
      if (Array.isArray(by)) return x * x * (by[0] as number);
      if (typeof by === "object" && by !== null) return x * x * (by as { readonly k: number }).k;
      return by === undefined ? x : x * x * x;
    };
  };
  const other = 5;
  const all: readonly (readonly [unknown, slope: number])[] = [
    [2, 8],
    [3.5, 14],
    ["abcd", 16],
    [undefined, 1],
    [null, 12],
    [true, 12],
    [[7], 28],
    [[8, 1], 32],
    [{ k: 9 }, 36],
    [{ k: 10, l: 1 }, 40],
    [(y: number) => y * y, 36],
    [(y: number) => y * other, 60],
    [Math.sqrt, 4 * Math.sqrt(3)],
  ];

  test("differ by what they capture", () => {
    for (const turn of turns) for (const [by, slope] of all) expect([turn, grad(scaled(by))(2)]).toEqual([turn, slope]);
  });

  test("are arguments", () => {
    const along = grad((x: number, f: Unary) => f(x));
    for (const turn of turns)
      for (const [by, slope] of all) expect([turn, along(2, scaled(by))]).toEqual([turn, slope]);
  });

  test("are in records", () => {
    const along = grad((x: number, p: { readonly f: Unary }) => p.f(x));
    for (const turn of turns)
      for (const [by, slope] of all) expect([turn, along(2, { f: scaled(by) })]).toEqual([turn, slope]);
  });

  test("are compared by identity", () => {
    const compare = grad((x: number, f: Unary, g: Unary) => (f === g ? x : x * x * f(1)));
    for (const k of turns) {
      const [f, g] = [scaled(k + 1), scaled(k + 1)];
      expect([compare(3, f, g), compare(3, f, f), compare(3, g, f), compare(3, g, g)]).toEqual([
        6 * k + 6,
        1,
        6 * k + 6,
        1,
      ]);
    }
  });

  test("capture one function, or two", () => {
    const both = (f: Unary, g: Unary): Unary => {
      return (x) => (f === g ? x : f(x) + g(x));
    };
    for (const k of turns) {
      const [f, g] = [scaled(k), scaled(2 * k)];
      expect([grad(both(f, g))(1), grad(both(f, f))(1)]).toEqual([6 * k, 1]);
    }
  });

  test("capture variables that are assigned", () => {
    for (const k of turns) {
      let by = k;
      const f = (x: number): number => x * by;
      const slope = grad(f);
      expect(slope(1)).toBe(k);
      by += 1;
      expect(slope(1)).toBe(k + 1);
    }
  });

  test("are options apart", () => {
    for (const k of turns) {
      const f = (x: number, y: number): number => x * x * k + y * 3;
      const pair = (x: number): [number, number] => [x * x, k];
      expect([grad(f)(2, 1), grad(f, { argnums: 1 })(2, 1), grad(f, { argnums: [1, 0] })(2, 1)]).toEqual([
        4 * k,
        3,
        [3, 4 * k],
      ]);
      expect([grad(pair, { hasAux: true })(3), valueAndGrad(f)(2, 1)]).toEqual([
        [6, k],
        [4 * k + 3, 4 * k],
      ]);
    }
  });
});

test("operators give one function for one function", () => {
  const f: Unary = (x) => x ** 4;
  const slope = grad(f);
  expect(slope).not.toBe(valueAndGrad(f));
  expect(derivative(f, 2)).toBe(derivative(f, 2));
  expect(grad(f)).toBe(slope);
  expect(derivative(f, 2)).not.toBe(derivative(f, 1));
  expect([derivative(f, 1)(2), derivative(f, 2)(2), derivative(f)(2)]).toEqual([32, 48, 32]);
  expect([grad(f).name, grad(f).length]).toEqual(["", 0]);
});

describe("jvp", () => {
  const f = (x: number, ys: readonly number[] = [1], p = { k: 2 }): number => x * (ys[0] as number) * p.k;
  const many = (...xs: number[]): number => xs.reduce((sum, x, k) => sum + x * x * k, 0);

  test("takes lists of any length, and what does not move", () => {
    for (const turn of turns) {
      expect([turn, jvp(f, [2], [1])]).toEqual([turn, [4, 2]]);
      expect(jvp(f, [2, [3]], [1, [1]])).toEqual([12, 10]);
      expect(jvp(f, [2, [3]], [null, [1]] as never)).toEqual([12, 4]);
      expect(jvp(f, [2, [3], { k: 5 }], [1, [0], { k: 1 }])).toEqual([30, 21]);
      const xs = Array.from({ length: 20 }, (_, k) => k);
      expect(jvp(many, xs, xs)[1]).toBe(2 * many(...xs));
    }
  });

  test("takes one list twice, and memory that is shared", () => {
    const g = (xs: readonly number[], ys: readonly number[]): number => (xs[0] as number) * (ys[0] as number);
    const [xs, list] = [[3], [2]];
    for (const turn of turns) {
      expect([turn, jvp(g, [xs, xs], [[1], [0]])]).toEqual([turn, [9, 3]]);
      expect(jvp((x: number) => x * x, list as [number], list as [number])).toEqual([4, 8]);
    }
  });

  test("refuses what it refuses in general code", () => {
    for (const turn of turns) {
      expect(() => jvp(f, [2], [[1]] as never), String(turn)).toThrow(/tangent of argument 0/);
      expect(() => jvp(f, 2 as never, [1])).toThrow(/arrays?/);
      expect(() => (jvp as (...args: unknown[]) => unknown)(f, [2], [1], 3)).toThrow(/jvp/);
      expect(() => jvp(undefined as never, [2], [1])).toThrow(/function/);
    }
  });

  test("sees how a product with a Hessian changes", () => {
    const g = (x: readonly number[]): number => (x[0] as number) ** 3;
    for (const turn of turns) {
      const along = (x: readonly number[]): number => (hvp(g)(x, [1]) as number[])[0] as number;
      expect([turn, jvp(along, [[2]], [[1]])]).toEqual([turn, [12, 6]]);
    }
  });
});

describe("options are those of the moment when the operator is called", () => {
  const product = (by: number) => (x: number, y: number) => by * x * x * y;

  test("a list that changes later", () => {
    const argnums: number[] = [];
    for (let k = 0; k < 14; k++) {
      argnums.splice(0, argnums.length, 1, 0);
      const both = grad(product(k), { argnums }) as (x: number, y: number) => readonly number[];
      argnums.splice(0, 2, k % 2);
      const one = grad(product(k), { argnums }) as typeof both;
      argnums[0] = 7;
      expect([k, both(3, 5), one(3, 5)]).toEqual([k, [9 * k, 30 * k], [k % 2 === 0 ? 30 * k : 9 * k]]);
    }
  });

  test("options that an object inherits, or computes", () => {
    let reads = 0;
    const computed = {
      get argnums() {
        return reads++ % 2;
      },
    };
    const inherited = Object.create({ argnums: 1 }) as { readonly argnums: number };
    for (let k = 0; k < 14; k++) {
      expect([k, grad(product(k))(3, 5), grad(product(k), inherited)(3, 5)]).toEqual([k, 30 * k, 9 * k]);
      expect([k, grad(product(k), computed)(3, 5), grad(product(k), computed)(3, 5)]).toEqual([k, 30 * k, 9 * k]);
    }
  });
});
