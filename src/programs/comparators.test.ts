// Comparisons that write: what a comparator of `sort` writes keeps its derivative.

import { describe, expect, test } from "vitest";
import { derivative, grad, hessian, jvp, ZerothError } from "zeroth";
import { checkProgram, program, type AnyProgram } from "../test-support/check-program.ts";

interface Keyed {
  readonly x: number;
  key?: number;
}

const programs: readonly AnyProgram[] = [
  program(
    "a key that a comparator keeps in the elements",
    (v: number[]) => {
      const a: Keyed[] = v.map((x) => ({ x }));
      const key = (p: Keyed): number => (p.key ??= p.x ** 2);
      a.sort((p, q) => key(p) - key(q));
      return (a[0]?.key as number) + 3 * (a[1]?.key as number);
    },
    [[[3, 2]], [[2, 3]]],
    ([p = 0, q = 0]) => [p > q ? [6 * p, 2 * q] : [2 * p, 6 * q]],
  ),
  program(
    "a variable that a comparator assigns",
    (x: number) => {
      let z = 0;
      const [first = 0] = [3, 1].toSorted((a, b) => {
        z = x * x;
        return a - b;
      });
      return z * x * first;
    },
    [[2]],
    (x) => [3 * x * x],
  ),
  program(
    "a comparator that sums what it meets",
    (v: number[]) => {
      let sum = 0;
      const sorted = v.toSorted((a, b) => {
        sum += a * b;
        return a - b;
      });
      return sum + 2 * (sorted[0] as number);
    },
    [[[3, 2]], [[2, 3]]],
    ([p = 0, q = 0]) => [[q + (p < q ? 2 : 0), p + (q < p ? 2 : 0)]],
  ),
  program(
    "a function that a comparator calls, and that writes",
    (v: Float64Array) => {
      const seen: number[] = [];
      const less = (a: number, b: number): boolean => {
        seen.push(a * b);
        return a < b;
      };
      const sorted = v.sort((a, b) => (less(a, b) ? -1 : 1));
      return (seen[0] as number) * (sorted[0] as number);
    },
    [[Float64Array.of(3, 2)]],
    ([p = 0, q = 0]) => [Float64Array.of(q * q, 2 * p * q)],
  ),
];

test.each(programs.map((p) => [p.name, p] as const))("%s", (_, p) => {
  checkProgram(p);
});

test("derivatives of every mode and order", () => {
  const f = (x: number): number => {
    let z = 0;
    [3, 1].toSorted((a, b) => {
      z = x * x;
      return a - b;
    });
    return z * x;
  };
  expect(grad(f)(2)).toBe(12);
  expect(jvp(f, [2], [1])).toEqual([8, 12]);
  expect(derivative(f, 3)(2)).toBeCloseTo(6);
  expect(hessian((v: number[]) => f(v[0] as number))([2])).toEqual([[12]]);
});

test("a native function that writes for a comparator", () => {
  const { assign } = Object;
  const f = (x: number): number => {
    const kept = { z: 0 };
    [3, 1].toSorted((a, b) => {
      assign(kept, { z: x * x });
      return a - b;
    });
    return kept.z * x;
  };
  expect(grad(f)(2)).toBe(12);
  expect(jvp(f, [2], [1])).toEqual([8, 12]);
});

describe("the order is that of JavaScript", () => {
  type Comparator = (a: number, b: number) => unknown;
  const comparators: Readonly<Record<string, Comparator>> = {
    ascending: (a, b) => a - b,
    "by last digit": (a, b) => (a % 10) - (b % 10),
    "of booleans": (a, b) => a > b,
    "of text": (a, b) => (a < b ? "-1" : "1"),
    "of nothing": () => undefined,
    "of NaN": () => NaN,
  };
  test.each(Object.entries(comparators))("%s", (_, comparator) => {
    for (const n of [0, 1, 2, 3, 7, 8, 31, 100]) {
      const v = Array.from({ length: n }, (_, k) => (k * 7919) % 97);
      let calls = 0;
      const sorted = (xs: number[]): number[] =>
        xs.toSorted((a, b) => {
          calls++;
          return comparator(a, b) as number;
        });
      expect(jvp(sorted, [v], [v])).toEqual([sorted(v), sorted(v)]);
      expect(calls).toBeGreaterThan(n > 1 ? 1 : -1);
    }
  });
  test("undefined elements and holes come last", () => {
    const f = (x: number): unknown[] => {
      let z = 0;
      // oxlint-disable-next-line no-sparse-arrays
      const xs = [2 * x, , undefined, x].sort((a, b) => {
        z += 1;
        return (a as number) - (b as number);
      });
      return [...xs, z];
    };
    expect(jvp(f as never, [3] as never, [1] as never)[0]).toEqual(f(3));
  });
});

test("a comparator that cannot be differentiated is refused if it may write", () => {
  const seen = new DataView(new ArrayBuffer(8));
  const f = (x: number): number => {
    const [least = 0] = [x, 2 * x].sort((a, b) => {
      seen.setFloat64(0, a - b);
      return a - b;
    });
    return least;
  };
  expect(() => grad(f)(1)).toThrow(ZerothError);
  expect(() => grad(f)(1)).toThrow(/comparators\.test\.ts:\d+/);
  const { compare } = new Intl.Collator("en");
  expect(grad((x: number) => ["b", "a"].sort(compare).indexOf("b") * x)(2)).toBe(1);
});
