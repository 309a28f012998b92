// Records have properties whose names some getter has: they are read as before.

import { describe, expect, test } from "vitest";
import { grad } from "zeroth";
import * as general from "../prelude/derivatives.ts";
import { isAnswered } from "../test-support/is-answered.ts";
import { sameGradients } from "../test-support/same-gradients.ts";

/** Their names are those of the properties below, and of no others: tests share a process, and what it knows of names. */
const accessors = {
  get amount(): number {
    return 1;
  },
  get abscissa(): number {
    return 1;
  },
  set vector(_: number) {
    throw new Error("not called");
  },
  get weights(): readonly number[] {
    return [1];
  },
  get following(): null {
    return null;
  },
  get length(): number {
    return 1;
  },
};

class Doubled {
  half: number;
  constructor(half: number) {
    this.half = half;
  }
  get amount(): number {
    return 2 * this.half;
  }
}

interface List {
  amount: number;
  following: List | null;
}

interface Given {
  amount: number;
  weights: number[];
  vector: { abscissa: number };
}

describe("specialised code answers", () => {
  test("records and arrays of arguments, and records made", () => {
    const f = (r: Given): number => {
      const o = { abscissa: r.amount, vector: 0 };
      o.vector = r.amount * 2;
      return r.weights.reduce((sum, q) => sum + q * r.amount, 0) * o.vector * o.abscissa + r.vector.abscissa;
    };
    expect(Object.keys(accessors)).toHaveLength(6);
    expect(isAnswered(grad(f) as never, { amount: 1, weights: [1, 2], vector: { abscissa: 3 } })).toBe(true);
    sameGradients(
      f,
      [{ amount: 1, weights: [1, 2], vector: { abscissa: 3 } }],
      [{ amount: 2, weights: [], vector: { abscissa: 1 } }],
    );
  });

  test("lengths that are read and assigned", () => {
    const f = (xs: number[]): number => {
      const own = [...xs, 2];
      own.length = xs.length - 1;
      return own.reduce((sum, x) => sum + x * x, 0) * own.length;
    };
    expect(isAnswered(grad(f) as never, [1, 2, 3])).toBe(true);
    sameGradients(f, [[1, 2, 3]], [[4, 5]]);
  });

  test("lengths, amounts and texts in a try statement", () => {
    const f = (xs: number[], r: { amount: number; name: string }): number => {
      try {
        const own = xs.map((x) => x * x);
        let sum = 0;
        for (let k = 0; k < xs.length; k++) sum += own[k]! * r.amount * own.length;
        return sum * r.name.length;
      } catch {
        return 0;
      }
    };
    expect(isAnswered(grad(f) as never, [1, 2, 3], { amount: 2, name: "ab" })).toBe(true);
    sameGradients(f, [[1, 2, 3], { amount: 2, name: "ab" }], [[4, 5], { amount: 3, name: "c" }]);
  });

  test("ends of arrays that move, in general code too", () => {
    const f = (xs: number[]): number => {
      const own = xs.map((x) => x * x);
      own.length = 1;
      own.length = xs.length;
      own[2] ??= 4 * xs[2]!;
      return own.reduce((sum, x) => sum + (x ?? 0) * xs[0]!, 0);
    };
    sameGradients(f, [[1, 2, 3]], [[4, 5, 6]]);
    expect(general.grad(f as never)([1, 2, 3])).toEqual([15, 0, 4]);
  });

  test("lists", () => {
    const f = (list: List | null): number => (list === null ? 0 : list.amount * list.amount + f(list.following));
    expect(isAnswered(grad(f) as never, { amount: 1, following: { amount: 2, following: null } })).toBe(true);
  });
});

test("the length of a record is a property like others, as where no getter is called so", () => {
  const f = (x: number): number => {
    const rod = { length: 2 };
    rod.length = x;
    return rod.length * x;
  };
  expect(f(3)).toBe(9);
  for (const derive of [() => grad(f)(3), () => general.grad(f as never)(3)]) expect(derive()).toBe(6);
});

test("instances that have such a getter, among records", () => {
  const f = (xs: number[]): number => {
    const all = xs.map((x, i) => (i % 2 === 0 ? { amount: x } : new Doubled(x)));
    return all.reduce((sum, item) => sum + item.amount * item.amount, 0);
  };
  for (let call = 0; call < 10; call++) expect(grad(f)([1, 2, 3])).toEqual([2, 16, 6]);
});
