// The methods that change an array in place: push, pop, shift, unshift, splice, fill, reverse, copyWithin.

import { arrayNew, classMade, isWalked, pop, push } from "../host/intrinsics.ts";
import { countOf, receiverOf, requireRoom, resize } from "./array-likes.ts";
import { clampIndex, copyPart, makeHole, moveElements, toInteger } from "./indices.ts";

export function pushItems(this: unknown[], ...items: readonly unknown[]): number {
  if (!Array.isArray(this)) return pushLike(receiverOf(this), items);
  // The primitive calls the array's own method, which may be the program's.
  if (!isWalked(this, "push")) return pushLike(this, items);
  for (let i = 0; i < items.length; i++) push(this, items[i]);
  return this.length;
}

function pushLike(array: unknown[], items: readonly unknown[]): number {
  const n = countOf(array);
  const end = n + items.length;
  requireRoom(end);
  for (let i = 0; i < items.length; i++) array[n + i] = items[i];
  resize(array, end);
  return end;
}

export function popItem(this: unknown[]): unknown {
  return Array.isArray(this) && isWalked(this, "pop") ? pop(this) : popLike(receiverOf(this));
}

function popLike(array: unknown[]): unknown {
  const n = countOf(array);
  const last = n === 0 ? undefined : array[n - 1];
  if (n > 0) makeHole(array, n - 1);
  resize(array, Math.max(n - 1, 0));
  return last;
}

export function shift(this: unknown[]): unknown {
  const array = receiverOf(this);
  const n = countOf(array);
  if (n === 0) {
    resize(array, 0);
    return undefined;
  }
  const first = array[0];
  moveElements(array, 0, 1, n - 1);
  if (Array.isArray(array) && isWalked(array, "pop")) pop(array);
  else popLike(array);
  return first;
}

export function unshift(this: unknown[], ...items: readonly unknown[]): number {
  const array = receiverOf(this);
  const count = items.length;
  const n = countOf(array);
  if (count > 0) {
    requireRoom(n + count);
    moveElements(array, count, 0, n);
  }
  if (count > 0 || !Array.isArray(array)) resize(array, n + count);
  for (let i = 0; i < count; i++) array[i] = items[i];
  return n + count;
}

export function splice(this: unknown[], ...args: readonly unknown[]): unknown[] {
  const array = receiverOf(this);
  classMade(array, "splice");
  return insertAndRemove(array, args);
}

/** Does what `splice` does with these arguments, and returns the removed elements. */
export function insertAndRemove(array: unknown[], args: readonly unknown[]): unknown[] {
  const n = countOf(array);
  const start = args.length > 0 ? clampIndex(toInteger(args[0]), n, 0) : 0;
  const count = removedCount(args, n - start);
  const inserted = Math.max(args.length - 2, 0);
  requireRoom(n - count + inserted);
  const removed = count > 0 ? copyPart(array, start, count) : arrayNew(0);
  if (inserted !== count) moveElements(array, start + inserted, start + count, n - start - count);
  if (!Array.isArray(array)) for (let k = n; k > n - count + inserted; k--) makeHole(array, k - 1);
  resize(array, n - count + inserted);
  for (let i = 0; i < inserted; i++) array[start + i] = args[i + 2];
  return removed;
}

function removedCount(args: readonly unknown[], available: number): number {
  if (args.length === 0) return 0;
  return args.length === 1 ? available : Math.min(Math.max(toInteger(args[1]), 0), available);
}

export function fill(this: unknown[], value: unknown, start?: unknown, end?: unknown): unknown[] {
  const array = receiverOf(this);
  const n = countOf(array);
  const from = clampIndex(start, n, 0);
  const to = clampIndex(end, n, n);
  for (let k = from; k < to; k++) array[k] = value;
  return array;
}

export function copyWithin(this: unknown[], target: unknown, start?: unknown, end?: unknown): unknown[] {
  const array = receiverOf(this);
  const n = countOf(array);
  const to = clampIndex(target, n, 0);
  const from = clampIndex(start, n, 0);
  const count = Math.min(clampIndex(end, n, n) - from, n - to);
  moveElements(array, to, from, count);
  return array;
}

export function reverse(this: unknown[]): unknown[] {
  const array = receiverOf(this);
  reverseElements(array);
  return array;
}

export function reverseElements(array: unknown[]): void {
  const n = countOf(array);
  const last = n - 1;
  const half = Math.floor(n / 2);
  let k = 0;
  while (+(k < half) & +(k in array) & +(last - k in array)) {
    const value = array[k];
    array[k] = array[last - k];
    array[last - k] = value;
    k++;
  }
  for (; k < half; k++) exchange(array, k, last - k);
}

/** Swaps two elements, either of which may be a hole. */
function exchange(array: unknown[], a: number, b: number): void {
  const hasA = a in array;
  const hasB = b in array;
  const valueA = array[a];
  const valueB = array[b];
  if (hasB) array[a] = valueB;
  else makeHole(array, a);
  if (hasA) array[b] = valueA;
  else makeHole(array, b);
}
