// Unit tests of the two ways to solve linear equations.

import { describe, expect, test } from "vitest";
import { expectClose } from "../test-support/expect-close.ts";
import { eliminate } from "./eliminate.ts";
import { minimizeResidual } from "./minimize-residual.ts";

/** Numbers between -1 and 1, the same each time. */
function randoms(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return state / 2 ** 31;
  };
}

const times = (matrix: readonly number[], x: readonly number[]): number[] =>
  x.map((_, i) => x.reduce((sum, v, j) => sum + (matrix[i * x.length + j] as number) * v, 0));

describe("elimination", () => {
  test.each([1, 2, 3, 7, 20])("of %i unknowns, in equations of any unit", (n) => {
    const random = randoms(n);
    const x = Array.from({ length: n }, random);
    const units = x.map(() => 10 ** Math.round(8 * random()));
    const matrix = Array.from({ length: n * n }, (_, k) => random() * (units[Math.floor(k / n)] as number));
    expectClose(eliminate(matrix, times(matrix, x)), x, 1e-10, `seed ${n}`);
  });

  test("with zeros where pivots would be", () => {
    expect(eliminate([0, 1, 0, 0, 0, 2, 4, 0, 0], [3, 10, 8])).toEqual([2, 3, 5]);
    expect(eliminate([1, 1, 0, 1, 1, 1, 0, 1, 1], [3, 8, 7])).toEqual([1, 2, 5]);
  });

  test("leaves what it is given", () => {
    const matrix = [1, 2, 3, 4];
    const b = [5, 6];
    eliminate(matrix, b);
    expect([matrix, b]).toEqual([
      [1, 2, 3, 4],
      [5, 6],
    ]);
  });

  test.each([[[0]], [[1, 2, 2, 4]], [[1, 2, 3, 4, 5, 6, 7, 8, 9]], [[0, 0, 1, 1]], [[NaN]], [[Infinity]]])(
    "refuses %j",
    (matrix) => {
      const n = Math.sqrt(matrix.length);
      expect(() =>
        eliminate(
          matrix,
          Array.from({ length: n }, (_, i) => i + 1),
        ),
      ).toThrow(/singular or not finite/);
    },
  );
});

describe("the least residual", () => {
  const counted = (
    product: (v: readonly number[]) => number[],
  ): { readonly product: typeof product; count: number } => {
    const result = {
      count: 0,
      product: (v: readonly number[]): number[] => {
        result.count++;
        return product(v);
      },
    };
    return result;
  };

  test("takes as many products as there are different eigenvalues", () => {
    const values = [-3, -1, 0.5, 2, 7];
    const b = Array.from({ length: 200 }, randoms(1));
    const diagonal = counted((v) => v.map((x, i) => x * (values[i % 5] as number)));
    expectClose(
      minimizeResidual(diagonal.product, b),
      b.map((x, i) => x / (values[i % 5] as number)),
      1e-12,
      "solution",
    );
    // One more product computes the residual.
    expect(diagonal.count).toBeLessThanOrEqual(6);
  });

  test("of matrices that are not symmetric", () => {
    const n = 130;
    const random = randoms(2);
    const matrix = Array.from({ length: n * n }, (_, k) => random() / n + (k % (n + 1) === 0 ? 1 + random() / 2 : 0));
    const x = Array.from({ length: n }, random);
    expectClose(
      minimizeResidual((v) => times(matrix, v), times(matrix, x)),
      x,
      1e-11,
      "seed 2",
    );
  });

  test("beyond one round of vectors", () => {
    // A Laplacian: its eigenvalues are all different.
    const n = 150;
    const laplacian = (v: readonly number[]): number[] => v.map((a, i) => 2.01 * a - (v[i - 1] ?? 0) - (v[i + 1] ?? 0));
    const x = Array.from({ length: n }, randoms(3));
    /** How many unit vectors each round multiplied. */
    const rounds = [0];
    const watched = (v: readonly number[]): number[] => {
      if (Math.abs(Math.hypot(...v) - 1) > 1e-6) rounds.push(0);
      else rounds.push((rounds.pop() as number) + 1);
      return laplacian(v);
    };
    expectClose(minimizeResidual(watched, laplacian(x)), x, 1e-9, "seed 3");
    expect(Math.max(...rounds)).toBe(100);
  });

  test("refuses what has no solution", () => {
    const ring = (v: readonly number[]): number[] => v.map((a, i) => a - (v[(i + 1) % v.length] as number));
    expect(() =>
      minimizeResidual(
        ring,
        Array.from({ length: 120 }, (_, i) => (i === 0 ? 1 : 0)),
      ),
    ).toThrow(/singular/);
    expect(() => minimizeResidual((v) => v.map(() => NaN), [1, 2])).toThrow(/singular or not finite/);
    expect(() => minimizeResidual((v) => v.map(() => 0), [1, 2])).toThrow(/singular/);
  });
});
