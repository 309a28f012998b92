// Sorting: sort and toSorted, of arrays and of typed arrays.
//
// The order is found first, as a permutation; then the elements are moved. The result of a comparison carries no derivative, so
// JavaScript's own sort may call a comparison, as an ordinary function, if it provably writes nothing. Other comparisons may
// write numbers that carry a derivative: the merge sort below, which is differentiated, calls them.

import { arrayNew, callWith, foreignCall, push, tuple } from "../host/intrinsics.ts";
import { copyFilled } from "./array-parts.ts";
import { isKnownPacked, orderedBy, orderedByText } from "../host/native-order.ts";
import { writesNothing as provablyWritesNothing } from "../host/writes-nothing.ts";
import { countOf, receiverOf } from "./array-likes.ts";
import { makeHole } from "./indices.ts";
import { alike, type Typed } from "./typed-arrays.ts";

export type Comparison = (a: unknown, b: unknown) => unknown;
type IndexComparison = (i: number, j: number) => unknown;

/** Aliases: functions capture a constant by its value, so the specialiser knows it; they capture an import as a variable. */
const nativeOrder = orderedBy;
const textOrder = orderedByText;
const isPacked = isKnownPacked;
const writesNothing = provablyWritesNothing;

/** Elements that are `undefined` come after the others, holes last; neither is compared. */
export function sort(this: unknown[], compare?: Comparison): unknown[] {
  requireComparison(compare);
  const array = receiverOf(this);
  const n = countOf(array);
  if (foreignCall(isPacked, undefined, tuple(array)) as boolean) {
    const packed = copyFilled(array);
    const order = orderOf(packed, compare);
    for (let k = 0; k < n; k++) array[k] = packed[order[k] as number];
    return array;
  }
  const values: unknown[] = [];
  let present = 0;
  for (let k = 0; k < n; k++) {
    if (k in array) {
      present++;
      const value = array[k];
      if (value !== undefined) push(values, value);
    }
  }
  const order = orderOf(values, compare);
  for (let k = 0; k < values.length; k++) array[k] = values[order[k] as number];
  for (let k = values.length; k < present; k++) array[k] = undefined;
  for (let k = present; k < n; k++) makeHole(array, k);
  return array;
}

export function toSorted(this: readonly unknown[], compare?: Comparison): unknown[] {
  requireComparison(compare);
  return callWith(sort, copyFilled(receiverOf(this)), compare) as unknown[];
}

/** Without a comparison, numbers are sorted by size, with −0 before 0 and NaN last. */
export function typedSort(this: Typed, compare?: Comparison): Typed {
  requireComparison(compare);
  sortNumbers(this, this, compare);
  return this;
}

export function typedToSorted(this: Typed, compare?: Comparison): Typed {
  requireComparison(compare);
  const result = alike(this, this.length, "toSorted");
  sortNumbers(result, this, compare);
  return result;
}

function sortNumbers(target: Typed, source: Typed, compare: Comparison | undefined): void {
  const n = source.length;
  const values = arrayNew<number>(n);
  for (let k = 0; k < n; k++) values[k] = source[k] as number;
  const order = compare === undefined ? ordered(n, byNumber(values)) : orderBy(values, compare);
  for (let k = 0; k < n; k++) target[k] = values[order[k] as number] as number;
}

function orderOf(values: readonly unknown[], compare: Comparison | undefined): number[] {
  if (compare !== undefined) return orderBy(values, compare);
  return foreignCall(textOrder, undefined, tuple(values)) as number[];
}

function orderBy(values: readonly unknown[], compare: Comparison): number[] {
  return (foreignCall(writesNothing, undefined, tuple(compare, values)) as boolean)
    ? ordered(values.length, (i, j) => compare(values[i], values[j]))
    : mergedOrder(values, compare);
}

function ordered(n: number, compare: IndexComparison): number[] {
  return foreignCall(nativeOrder, undefined, tuple(n, compare)) as number[];
}

function identity(n: number): number[] {
  const order = arrayNew<number>(n);
  for (let k = 0; k < n; k++) order[k] = k;
  return order;
}

/** Sorts runs of one element, of two, of four, and so on, by merging neighbours. */
function mergedOrder(values: readonly unknown[], compare: Comparison): number[] {
  const n = values.length;
  let order = identity(n);
  for (let width = 1; width < n; width *= 2) {
    const merged: number[] = [];
    for (let start = 0; start < n; start += 2 * width) {
      const middle = Math.min(start + width, n);
      merge(merged, values, compare, order, start, middle, Math.min(middle + width, n));
    }
    order = merged;
  }
  return order;
}

/** Merges two neighbouring runs. Like V8's sort, it asks if the right element is less; of equal ones the left comes first. */
function merge(
  merged: number[],
  values: readonly unknown[],
  compare: Comparison,
  order: readonly number[],
  start: number,
  middle: number,
  end: number,
): void {
  let left = start;
  let right = middle;
  while (left < middle && right < end) {
    const isLess = +(compare(values[order[right] as number], values[order[left] as number]) as number) < 0;
    push(merged, isLess ? (order[right++] as number) : (order[left++] as number));
  }
  while (left < middle) push(merged, order[left++] as number);
  while (right < end) push(merged, order[right++] as number);
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
