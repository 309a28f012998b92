// The methods that change an array in place: push, pop, shift, unshift, splice, fill, reverse, copyWithin.

import { arrayNew, classMade, pop, push } from "../host/intrinsics.ts";
import { clampIndex, copyPart, makeHole, moveElements, resize, toInteger } from "./indices.ts";

export function pushItems(this: unknown[], ...items: readonly unknown[]): number {
  for (let i = 0; i < items.length; i++) push(this, items[i]);
  return this.length;
}

export function popItem(this: unknown[]): unknown {
  return pop(this);
}

export function shift(this: unknown[]): unknown {
  const n = this.length;
  if (n === 0) return undefined;
  const first = this[0];
  moveElements(this, 0, 1, n - 1);
  pop(this);
  return first;
}

export function unshift(this: unknown[], ...items: readonly unknown[]): number {
  const count = items.length;
  const n = this.length;
  if (count > 0) {
    moveElements(this, count, 0, n);
    resize(this, n + count);
  }
  for (let i = 0; i < count; i++) this[i] = items[i];
  return n + count;
}

export function splice(this: unknown[], ...args: readonly unknown[]): unknown[] {
  classMade(this, "splice");
  return insertAndRemove(this, args);
}

/** Does what `splice` does with these arguments, and returns the removed elements. */
export function insertAndRemove(array: unknown[], args: readonly unknown[]): unknown[] {
  const n = array.length;
  const start = args.length > 0 ? clampIndex(toInteger(args[0]), n, 0) : 0;
  const count = removedCount(args, n - start);
  const inserted = Math.max(args.length - 2, 0);
  const removed = count > 0 ? copyPart(array, start, count) : arrayNew(0);
  if (inserted !== count) moveElements(array, start + inserted, start + count, n - start - count);
  resize(array, n - count + inserted);
  for (let i = 0; i < inserted; i++) array[start + i] = args[i + 2];
  return removed;
}

function removedCount(args: readonly unknown[], available: number): number {
  if (args.length === 0) return 0;
  return args.length === 1 ? available : Math.min(Math.max(toInteger(args[1]), 0), available);
}

export function fill(this: unknown[], value: unknown, start?: unknown, end?: unknown): unknown[] {
  const n = this.length;
  const from = clampIndex(start, n, 0);
  const to = clampIndex(end, n, n);
  for (let k = from; k < to; k++) this[k] = value;
  return this;
}

export function copyWithin(this: unknown[], target: unknown, start?: unknown, end?: unknown): unknown[] {
  const n = this.length;
  const to = clampIndex(target, n, 0);
  const from = clampIndex(start, n, 0);
  const count = Math.min(clampIndex(end, n, n) - from, n - to);
  moveElements(this, to, from, count);
  return this;
}

export function reverse(this: unknown[]): unknown[] {
  reverseElements(this);
  return this;
}

export function reverseElements(array: unknown[]): void {
  const last = array.length - 1;
  const half = Math.floor(array.length / 2);
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
