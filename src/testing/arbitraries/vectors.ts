// Random vectors and matrices, as arrays or as typed arrays.

import fc from "fast-check";
import { requireOptions } from "../../prelude/options.ts";
import { reals, type RealsOptions } from "./reals.ts";

/** A number, or the least and the greatest one. */
export type Size = number | readonly [least: number, greatest: number];

/** How vectors are stored: `Float64Array` instead of `Array` if `typed`. */
export interface Stored<T extends boolean> {
  readonly typed?: T;
}

/** A vector as stored. */
export type Vector<T extends boolean> = T extends true ? Float64Array : number[];

/** The length of vectors, and the range of their numbers. */
export interface VectorsOptions<T extends boolean> extends RealsOptions, Stored<T> {
  /** From 1 to 5 if absent. */
  readonly length?: Size;
}

/** The size of matrices, and the range of their numbers. */
export interface MatricesOptions<T extends boolean> extends RealsOptions, Stored<T> {
  /** From 1 to 4 if absent. */
  readonly rows?: Size;
  /** From 1 to 4 if absent. */
  readonly columns?: Size;
}

/** A size as an arbitrary. */
export function sizes(size: Size): fc.Arbitrary<number> {
  const [min, max] = typeof size === "number" ? [size, size] : size;
  if (!Number.isInteger(min) || !Number.isInteger(max) || min < 0 || max < min) {
    throw new RangeError(`no sizes from ${min} to ${max}`);
  }
  return fc.integer({ min, max });
}

/** The numbers in the requested kind of array. */
export function stored<T extends boolean>(numbers: readonly number[], typed: T | undefined): Vector<T> {
  return (typed === true ? Float64Array.from(numbers) : [...numbers]) as Vector<T>;
}

function numbers(length: number, options: RealsOptions): fc.Arbitrary<number[]> {
  return fc.array(reals(options), { minLength: length, maxLength: length, size: "max" });
}

/**
 * Vectors of real numbers. They shrink to fewer and simpler numbers.
 *
 * @example
 * ```ts
 * const norm = (x: readonly number[]) => Math.hypot(...x);
 * checkGradients(norm, { inputs: [vectors({ length: [2, 4], min: 1, max: 5 })] });
 * ```
 */
export function vectors<T extends boolean = false>(options: VectorsOptions<T> = {}): fc.Arbitrary<Vector<T>> {
  requireOptions(options, ["length", "min", "max", "typed"], "vectors");
  const { length = [1, 5], typed, ...range } = options;
  const [minLength, maxLength] = typeof length === "number" ? [length, length] : length;
  sizes(length);
  return fc.array(reals(range), { minLength, maxLength, size: "max" }).map((xs) => stored(xs, typed));
}

/**
 * Matrices as arrays of rows.
 *
 * @example
 * ```ts
 * const trace = (m: readonly (readonly number[])[]) => m.reduce((sum, row, i) => sum + row[i]!, 0);
 * checkGradients(trace, { inputs: [matrices({ rows: 3, columns: 3 })] });
 * ```
 */
export function matrices<T extends boolean = false>(options: MatricesOptions<T> = {}): fc.Arbitrary<Vector<T>[]> {
  requireOptions(options, ["rows", "columns", "min", "max", "typed"], "matrices");
  const { rows = [1, 4], columns = [1, 4], typed, ...range } = options;
  return fc
    .tuple(sizes(rows), sizes(columns))
    .chain(([m, n]) => numbers(m * n, range).map((all) => rowsOf(all, n, m)))
    .map((all) => all.map((row) => stored(row, typed)));
}

function rowsOf(all: readonly number[], columns: number, rows: number): readonly (readonly number[])[] {
  return Array.from({ length: rows }, (_, i) => all.slice(i * columns, (i + 1) * columns));
}

/** The size of matrices, and their distance from singular ones. */
export interface PositiveDefiniteOptions<T extends boolean> extends Stored<T> {
  /** Rows and columns; from 1 to 4 if absent. */
  readonly size?: Size;
  /** The smallest allowed eigenvalue; 0.5 if absent. */
  readonly least?: number;
  /** The size of the numbers in a square root of the matrix; 1 if absent. */
  readonly spread?: number;
}

/**
 * Symmetric positive-definite matrices: L·Lᵀ plus `least` times the identity. They shrink to that multiple of the
 * identity.
 *
 * @example
 * ```ts
 * checkGradients(choleskyLogDeterminant, { inputs: [positiveDefinite({ size: 3 })] });
 * ```
 */
export function positiveDefinite<T extends boolean = false>(
  options: PositiveDefiniteOptions<T> = {},
): fc.Arbitrary<Vector<T>[]> {
  requireOptions(options, ["size", "least", "spread", "typed"], "positiveDefinite");
  const { size = [1, 4], least = 0.5, spread = 1, typed } = options;
  if (!(least > 0)) throw new RangeError("the least eigenvalue must be positive");
  return sizes(size)
    .chain((n) => numbers(n * n, { min: -spread, max: spread }).map((all) => rowsOf(all, n, n)))
    .map((l) =>
      l.map((row, i) =>
        stored(
          l.map((other, j) => dot(row, other) + (i === j ? least : 0)),
          typed,
        ),
      ),
    );
}

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((total, x, k) => total + x * (b[k] as number), 0);

/** How many numbers there are, and the least of them. */
export interface SimplexesOptions<T extends boolean> extends Stored<T> {
  /** From 2 to 5 if absent. */
  readonly length?: Size;
  /** The smallest allowed number; 0.01 if absent. */
  readonly least?: number;
}

const mostWeight = 1000;

/**
 * Positive numbers that sum to 1 (up to rounding): probabilities. They shrink to equal numbers.
 *
 * @example
 * ```ts
 * const entropy = (p: readonly number[]) => -p.reduce((sum, q) => sum + q * Math.log(q), 0);
 * checkGradients(entropy, { inputs: [simplexes({ length: 4 })] });
 * ```
 */
export function simplexes<T extends boolean = false>(options: SimplexesOptions<T> = {}): fc.Arbitrary<Vector<T>> {
  requireOptions(options, ["length", "least", "typed"], "simplexes");
  const { length = [2, 5], least = 0.01, typed } = options;
  const [minLength, maxLength] = typeof length === "number" ? [length, length] : length;
  sizes(length);
  if (!(least > 0) || !(least * maxLength < 1) || minLength < 1) {
    throw new RangeError(`${maxLength} numbers of at least ${least} do not sum to 1`);
  }
  return fc.array(fc.integer({ min: 1, max: mostWeight }), { minLength, maxLength, size: "max" }).map((weights) => {
    const total = weights.reduce((a, b) => a + b, 0);
    const free = 1 - least * weights.length;
    return stored(
      weights.map((w) => least + (free * w) / total),
      typed,
    );
  });
}
