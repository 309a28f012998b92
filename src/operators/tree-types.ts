// The types of the operators on trees: what may be passed beside a tree, and what is returned.

import type { Gradient, Tangent } from "./types.ts";

/** The type to which a literal type belongs. */
type Widened<T> = T extends number ? number : T;

/** What may be passed beside a tree of type `T`: a tree like it, or its gradient. Null leaves out the numbers below it. */
export type Beside<T> = T | Tangent<T> | null;

/** The type of `treeMap`. */
export type TreeMapOperator = <T>(
  fn: (x: number, ...others: number[]) => number,
  tree: T,
  ...others: readonly Beside<NoInfer<T>>[]
) => Widened<T>;

/**
 * What `treeZip` gives for a tree of type `T`: arrays in the places of numbers.
 *
 * @example
 * ```ts
 * type Z = Zipped<{ w: Float64Array; name: string }>; // { w: number[][]; name: null }
 * ```
 */
export type Zipped<T> = Rows<Gradient<T>>;

type Rows<G> = G extends number
  ? number[]
  : G extends null
    ? null
    : G extends Float64Array | Float32Array
      ? number[][]
      : { [K in keyof G]: Rows<G[K]> };

/** The type of `treeZip`. */
export type TreeZipOperator = <T>(tree: T, ...others: readonly Beside<NoInfer<T>>[]) => Zipped<T>;

/** The type of `treeFlatten`. */
export type TreeFlattenOperator = <T>(
  tree: T,
) => [
  numbers: ReturnType<typeof Float64Array.of>,
  unflatten: (numbers: Float64Array | readonly number[]) => Widened<T>,
];
