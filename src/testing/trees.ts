// Trees of numbers: copies, their numbers in order, comparison within a tolerance.

import { defineProperty, isOfCompiledClass, isPlainPrototype } from "../runtime/index.ts";

type Keyed = Record<PropertyKey, unknown>;

const isTree = (x: unknown): x is object =>
  typeof x === "object" && x !== null && (Array.isArray(x) || ArrayBuffer.isView(x) || isRecord(x));

function isRecord(x: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(x);
  return isPlainPrototype(prototype) || isOfCompiledClass(x);
}

/** A copy that shares nothing; functions are not copied. */
export function copyTree<T>(x: T): T {
  if (!isTree(x)) return x;
  if (ArrayBuffer.isView(x)) return (x as unknown as Float64Array).slice() as T;
  const copy = (
    Array.isArray(x) ? new Array<unknown>(x.length) : Object.create(Object.getPrototypeOf(x) as object | null)
  ) as object;
  for (const key of Object.keys(x)) defineProperty(copy, key, copyTree((x as Keyed)[key]));
  return copy as T;
}

/** The numbers of a tree, in order. */
export function leavesOf(x: unknown): readonly number[] {
  if (typeof x === "number") return [x];
  return isTree(x) ? Object.keys(x).flatMap((key) => leavesOf((x as Keyed)[key])) : [];
}

/** A copy whose numbers are taken from `leaves`, in order. */
export function withLeaves<T>(x: T, leaves: readonly number[]): T {
  let next = 0;
  const replace = (node: unknown): unknown => {
    if (typeof node === "number") return leaves[next++];
    if (!isTree(node)) return node;
    const copy = copyTree(node) as Keyed;
    for (const key of Object.keys(node)) defineProperty(copy, key, replace((node as Keyed)[key]));
    return copy;
  };
  return replace(x) as T;
}

/** |actual − expected| ≤ tolerance · max(1, |expected|), or the same infinity, or both NaN. */
export function isClose(actual: number, expected: number, tolerance: number): boolean {
  if (Object.is(actual, expected)) return true;
  // Only the same infinity is close to an infinity.
  const error = Math.abs(actual - expected);
  return error < Infinity && error <= tolerance * Math.max(1, Math.abs(expected));
}
