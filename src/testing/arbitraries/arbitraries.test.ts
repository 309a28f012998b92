// The arbitraries keep their promises, shrunk values included, and shrink to simple values.

import fc from "fast-check";
import { expect, test } from "vitest";
import { checkGradients } from "../check-gradients.ts";
import {
  matrices,
  positiveDefinite,
  reals,
  realsAway,
  separatedPoints,
  simplexes,
  smoothFunctions,
  vectors,
} from "./index.ts";

const numRuns = 200;

/** The property holds of generated values, and of all values met while shrinking from those that fail `isSimple`. */
function holdsAlways<T>(
  arbitrary: fc.Arbitrary<T>,
  holds: (value: T) => boolean,
  simplest: (value: T) => boolean,
): void {
  fc.assert(fc.property(arbitrary, holds), { numRuns });
  const broken: T[] = [];
  const details = fc.check(
    fc.property(arbitrary, (value) => {
      if (!holds(value)) broken.push(value);
      return simplest(value);
    }),
    { numRuns },
  );
  expect(broken, `seed ${details.seed}: shrunk to values without the property`).toEqual([]);
}

/** The simplest value that is not among those excluded. */
function shrunk<T>(arbitrary: fc.Arbitrary<T>, excluded: (value: T) => boolean): T | undefined {
  return fc.check(fc.property(arbitrary, excluded), { numRuns: 2000 }).counterexample?.[0];
}

test("reals are in their range, finite, never −0", () => {
  for (const [min, max] of [
    [-10, 10],
    [0.1, 5],
    [-3, -2.5],
    [1e-9, 2e-9],
    [-1e6, 1e-3],
    [2, 2],
  ] as const) {
    const holds = (x: number): boolean => x >= min && x <= max && !Object.is(x, -0);
    holdsAlways(reals({ min, max }), holds, (x) => x < (min + max) / 2);
  }
  // The bound itself is as simple as what comes after it: which of them is met first depends on the seed.
  expect([2.5, 3]).toContain(shrunk(reals(), (x) => x < 2.5));
  // Numbers nearer to 0 would round to 0, which is not excluded.
  expect([-0.5, -1]).toContain(shrunk(reals(), (x) => x > -0.5));
  expect(shrunk(reals({ min: 0.5, max: 4 }), () => false)).toBe(0.5);
  expect(() => reals({ min: 1, max: 0 })).toThrow(RangeError);
});

test("reals are spread over their range, with all decimals", () => {
  const sample = fc.sample(reals({ min: -1, max: 1 }), { numRuns: 2000, seed: 7 });
  for (let low = -1; low < 1; low += 0.25)
    expect(sample.filter((x) => x >= low && x <= low + 0.25).length).toBeGreaterThan(40);
  expect(sample.filter((x) => String(x).length > 12).length).toBeGreaterThan(100);
});

test("reals keep away from points", () => {
  const holds = (x: number): boolean => Math.abs(x) >= 0.5 && Math.abs(x - 1) >= 0.5;
  holdsAlways(realsAway({ from: [0, 1], by: 0.5, min: -2, max: 3 }), holds, (x) => x < 1.2);
  expect(() => realsAway({ by: 20 })).toThrow(RangeError);
});

test("vectors have their length, and numbers in the range", () => {
  const holds = (x: readonly number[]): boolean => x.length >= 2 && x.length <= 4 && x.every((v) => v >= -1 && v <= 1);
  holdsAlways(vectors({ length: [2, 4], min: -1, max: 1 }), holds, (x) => (x[0] ?? 0) < 0.3);
  holdsAlways(
    vectors({ length: 3, typed: true }),
    (x) => x instanceof Float64Array && x.length === 3,
    (x) => (x[1] ?? 0) < 0.3,
  );
  expect(shrunk(vectors(), (x) => x.length < 2)).toEqual([0, 0]);
});

test("matrices are rectangular", () => {
  const holds = (m: readonly (readonly number[])[]): boolean =>
    m.length === 2 && m.every((row) => row.length === m[0]?.length);
  holdsAlways(matrices({ rows: 2, columns: [1, 3] }), holds, (m) => m[0]?.length !== 2);
  expect(shrunk(matrices({ rows: 2, columns: 2, typed: true }), () => false)).toEqual([
    Float64Array.of(0, 0),
    Float64Array.of(0, 0),
  ]);
});

/** Whether Cholesky's factorisation meets only pivots that a least eigenvalue allows. */
function hasLeast(matrix: readonly ArrayLike<number>[], least: number): boolean {
  const l: number[][] = matrix.map(() => []);
  return matrix.every((row, i) => {
    for (let j = 0; j <= i; j++) {
      let rest = (row[j] as number) - (i === j ? 0.999 * least : 0);
      for (let k = 0; k < j; k++) rest -= (l[i]?.[k] as number) * (l[j]?.[k] as number);
      if (i === j && !(rest > 0)) return false;
      (l[i] as number[])[j] = i === j ? Math.sqrt(rest) : rest / (l[j]?.[j] as number);
    }
    return true;
  });
}

test("positive-definite matrices are symmetric, with a least eigenvalue", () => {
  const holds = (m: readonly ArrayLike<number>[]): boolean =>
    m.every((row, i) => row.length === m.length && m.every((other, j) => other[i] === row[j])) && hasLeast(m, 0.5);
  holdsAlways(positiveDefinite(), holds, (m) => m.length < 3);
  holdsAlways(positiveDefinite({ size: 3, typed: true, spread: 5 }), holds, (m) => (m[0]?.[1] as number) < 1);
  expect(shrunk(positiveDefinite({ size: 2 }), () => false)).toEqual([
    [0.5, 0],
    [0, 0.5],
  ]);
});

test("simplexes are positive and sum to 1", () => {
  const holds = (p: readonly number[] | Float64Array): boolean => {
    const total = Array.from(p).reduce((a, b) => a + b, 0);
    return Math.abs(total - 1) < 1e-14 * p.length && Array.from(p).every((q) => q >= 0.05);
  };
  holdsAlways(simplexes({ length: [2, 6], least: 0.05 }), holds, (p) => p.length < 4);
  holdsAlways(simplexes({ length: 3, least: 0.05, typed: true }), holds, (p) => (p[0] as number) < 0.5);
  expect(shrunk(simplexes({ length: 4 }), () => false)).toEqual([0.25, 0.25, 0.25, 0.25]);
  expect(() => simplexes({ length: 4, least: 0.3 })).toThrow(RangeError);
});

test("separated points keep their distance", () => {
  for (const sorted of [false, true]) {
    const holds = (x: readonly number[]): boolean =>
      x.every((a, i) => a >= -1 && a <= 1 && x.every((b, j) => i === j || Math.abs(a - b) >= 0.1)) &&
      (!sorted || x.every((a, i) => i === 0 || a > (x[i - 1] as number)));
    holdsAlways(
      separatedPoints({ length: [1, 8], distance: 0.1, min: -1, max: 1, sorted }),
      holds,
      (x) => x.length < 4,
    );
  }
  const orders = fc
    .sample(separatedPoints({ length: 3 }), { numRuns: 100, seed: 3 })
    .map((x) => (x[0] as number) < (x[1] as number));
  expect(new Set(orders)).toEqual(new Set([true, false]));
  expect(shrunk(separatedPoints({ length: 3, distance: 1 }), () => false)).toEqual([0, 1, 2]);
  expect(() => separatedPoints({ length: 30, distance: 1 })).toThrow(RangeError);
});

test(
  "smooth functions are bounded, print as their text, and zeroth differentiates them twice",
  { timeout: 60_000 },
  () => {
    const input = fc.tuple(smoothFunctions({ arity: 2, depth: 4 }), reals({ min: -100, max: 100 }), reals());
    fc.assert(
      fc.property(input, ([f, x, y]) => {
        // oxlint-disable-next-line no-new-func, no-implied-eval, typescript/no-implied-eval
        const again = new Function(`return ${String(f)}`) as () => typeof f;
        return Math.abs(f(x, y)) <= 1 && Object.is(again()(x, y), f(x, y));
      }),
      { numRuns },
    );
    checkGradients((f: (x: number) => number, x: number) => f(f(x)), {
      inputs: [smoothFunctions(), reals()],
      order: 2,
      runs: 6,
    });
    expect(String(shrunk(smoothFunctions(), () => false))).toBe("(x) => Math.sin(x)");
  },
);
