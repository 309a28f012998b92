// What the methods of arrays share: relative indices, and copying and moving runs of elements, holes included.
//
// A loop over elements that may be holes is written as two loops. The first runs while the elements exist. Its condition is
// one number, without `&&`, and its body is one path, so the reverse pass needs no record of which way an iteration went.
// The second loop takes over at the first hole and tests every element; it is rarely entered.

import { arrayNew } from "../host/intrinsics.ts";

/** The language's ToIntegerOrInfinity. */
export function toInteger(x: unknown): number {
  return Math.trunc(+(x as number)) || 0;
}

/** An index within 0 … n: a negative one counts from the end, an undefined one means `otherwise`. */
export function clampIndex(index: unknown, n: number, otherwise: number): number {
  if (index === undefined) return otherwise;
  const i = toInteger(index);
  return i < 0 ? Math.max(n + i, 0) : Math.min(i, n);
}

/** The error that JavaScript throws when `f` is called. */
export function notFunction(f: unknown): TypeError {
  return new TypeError(`${typeof f === "object" && f !== null ? "#<Object>" : String(f)} is not a function`);
}

/** Copies `count` elements to another array; holes leave holes. */
export function copyElements(
  target: unknown[],
  at: number,
  source: ArrayLike<unknown>,
  from: number,
  count: number,
): void {
  let k = 0;
  while (+(k < count) & +(from + k in source)) {
    target[at + k] = source[from + k];
    k++;
  }
  for (; k < count; k++) {
    if (from + k in source) target[at + k] = source[from + k];
  }
}

/** A new array of `count` elements of an array, from the index `from` on. */
export function copyPart(source: ArrayLike<unknown>, from: number, count: number): unknown[] {
  const result = arrayNew(count);
  copyElements(result, 0, source, from, count);
  return result;
}

/** Moves `count` elements within an array, as if through a copy; holes move too. */
export function moveElements(array: unknown[], to: number, from: number, count: number): void {
  if (from < to && to < from + count) moveUp(array, to, from, count);
  else moveDown(array, to, from, count);
}

function moveDown(array: unknown[], to: number, from: number, count: number): void {
  let k = 0;
  while (+(k < count) & +(from + k in array)) {
    array[to + k] = array[from + k];
    k++;
  }
  for (; k < count; k++) moveElement(array, to + k, from + k);
}

function moveUp(array: unknown[], to: number, from: number, count: number): void {
  let k = count - 1;
  // Specialised code checks that elements are there up to the end, not before the start.
  while (+(k >= 0) & +(from + (k < 0 ? 0 : k) in array)) {
    array[to + k] = array[from + k];
    k--;
  }
  for (; k >= 0; k--) moveElement(array, to + k, from + k);
}

function moveElement(array: unknown[], to: number, from: number): void {
  if (from in array) array[to] = array[from];
  else makeHole(array, to);
}

export function makeHole(array: Record<number, unknown>, k: number): void {
  delete array[k];
}
