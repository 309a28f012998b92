// Sorting: sort and toSorted, of arrays and of typed arrays.
//
// The order is found first, as a permutation, by JavaScript's own sort calling the comparison as an ordinary function;
// then the elements are moved by it. So what a comparison computes carries no derivative, what is sorted does.

import { arrayNew, callWith, foreignCall, push, tuple } from "../host/intrinsics.ts";
import { copyFilled } from "./array-parts.ts";
import { makeHole } from "./indices.ts";
import { alike, type Typed } from "./typed-arrays.ts";

export type Comparison = (a: unknown, b: unknown) => unknown;
type IndexComparison = (i: number, j: number) => unknown;

const nativeSort: unknown = Array.prototype.sort;

/** Holes end up last, after the elements that are `undefined`; neither is compared. */
export function sort(this: unknown[], compare?: Comparison): unknown[] {
  requireComparison(compare);
  const n = this.length;
  const values: unknown[] = [];
  let present = 0;
  for (let k = 0; k < n; k++) {
    if (k in this) {
      present++;
      const value = this[k];
      if (value !== undefined) push(values, value);
    }
  }
  const order = sortedOrder(values.length, compare === undefined ? byText(values) : byComparison(values, compare));
  for (let k = 0; k < values.length; k++) this[k] = values[order[k] as number];
  for (let k = values.length; k < present; k++) this[k] = undefined;
  for (let k = present; k < n; k++) makeHole(this, k);
  return this;
}

export function toSorted(this: readonly unknown[], compare?: Comparison): unknown[] {
  requireComparison(compare);
  return callWith(sort, copyFilled(this), compare) as unknown[];
}

/** Numbers in their order, −0 before 0 and NaN last, unless there is a comparison. */
export function typedSort(this: Typed, compare?: Comparison): Typed {
  requireComparison(compare);
  sortNumbers(this, this, compare);
  return this;
}

export function typedToSorted(this: Typed, compare?: Comparison): Typed {
  requireComparison(compare);
  const result = alike(this, this.length);
  sortNumbers(result, this, compare);
  return result;
}

function sortNumbers(target: Typed, source: Typed, compare: Comparison | undefined): void {
  const n = source.length;
  const values = arrayNew<number>(n);
  for (let k = 0; k < n; k++) values[k] = source[k] as number;
  const order = sortedOrder(n, compare === undefined ? byNumber(values) : byComparison(values, compare));
  for (let k = 0; k < n; k++) target[k] = values[order[k] as number] as number;
}

function sortedOrder(n: number, compare: IndexComparison): number[] {
  const order = arrayNew<number>(n);
  for (let k = 0; k < n; k++) order[k] = k;
  foreignCall(nativeSort, order, tuple(compare));
  return order;
}

function byComparison(values: readonly unknown[], compare: Comparison): IndexComparison {
  return (i, j) => compare(values[i], values[j]);
}

function byText(values: readonly unknown[]): IndexComparison {
  return (i, j) => {
    const a = String(values[i]);
    const b = String(values[j]);
    return a < b ? -1 : a > b ? 1 : 0;
  };
}

function byNumber(values: readonly number[]): IndexComparison {
  return (i, j) => {
    const a = values[i] as number;
    const b = values[j] as number;
    if (a < b) return -1;
    if (a > b) return 1;
    if (a === b) return Object.is(a, b) ? 0 : Object.is(a, -0) ? -1 : 1;
    return (Number.isNaN(a) ? 1 : 0) - (Number.isNaN(b) ? 1 : 0);
  };
}

function requireComparison(compare: unknown): void {
  if (compare !== undefined && typeof compare !== "function") {
    throw new TypeError("The comparison function must be either a function or undefined");
  }
}
