// The public operators on trees.

import * as trees from "../prelude/tree-maps.ts";
import type { TreeFlattenOperator, TreeMapOperator, TreeZipOperator } from "./tree-types.ts";

/**
 * A tree like `tree`, with each number replaced by `fn` of it: numbers in arrays, typed arrays and records, and numbers that
 * functions captured, so a model may be a composition of functions. A function becomes a new one with the same code and its own
 * captured values; what several functions captured they share again. `fn` also gets the numbers of `others` at the same places.
 * These are trees of the same structure, or gradients; where they are null (as gradients are for what cannot be differentiated)
 * the tree's numbers stay unchanged.
 *
 * @example
 * ```ts
 * const line = (a: number, b: number) => (x: number) => a * x + b;
 * const model = line(2, 1);
 * const gradient = grad((f: typeof model) => f(3) ** 2)(model); // { a: 42, b: 14 }
 * const next = treeMap((p, g) => p - 0.01 * g, model, gradient);
 * next(3); // 5.6
 * ```
 */
export const treeMap: TreeMapOperator = trees.treeMap as never;

/**
 * The numbers of trees of one structure side by side: arrays replace numbers; null where one of the trees has null or nothing
 * that could be differentiated. Functions become records of what they captured, as in gradients.
 *
 * @example
 * ```ts
 * treeZip({ w: [1, 2], b: 3 }, { w: [4, 5], b: 6 }); // { w: [[1, 4], [2, 5]], b: [3, 6] }
 * ```
 */
export const treeZip: TreeZipOperator = trees.treeZip as never;

/**
 * All numbers of a tree as one array, in the order of its gradient, and a function that makes a tree of the same structure from
 * such an array.
 *
 * @example
 * ```ts
 * const [numbers, unflatten] = treeFlatten({ w: [1, 2], b: 3 }); // numbers is [1, 2, 3]
 * unflatten([4, 5, 6]); // { w: [4, 5], b: 6 }
 * ```
 */
export const treeFlatten: TreeFlattenOperator = trees.treeFlatten as never;
