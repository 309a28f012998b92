// The methods of typed arrays. Typed arrays have no holes and a fixed length, so the loops are plain.
//
// A result has the class that the language prescribes. Arrays of integers need no code of their own: their shadows hold
// nothing.

import { arrayLength, callWith, classMade, push, typedNew } from "../host/intrinsics.ts";
import { clampIndex, notFunction, toInteger } from "./indices.ts";
import { likeLength } from "./array-likes.ts";
import type { Callback, Reducer } from "./iteration.ts";

export type Typed = Float64Array;
export type TypedClass = new (n: number) => Typed;

export function typedForEach(this: Typed, callback: Callback, thisArg?: unknown): void {
  const n = this.length;
  if (typeof callback !== "function") throw notFunction(callback);
  for (let k = 0; k < n; k++) callWith(callback, thisArg, this[k], k, this);
}

export function typedMap(this: Typed, callback: Callback, thisArg?: unknown): Typed {
  const n = this.length;
  if (typeof callback !== "function") throw notFunction(callback);
  const result = alike(this, n, "map");
  for (let k = 0; k < n; k++) result[k] = callWith(callback, thisArg, this[k], k, this) as number;
  return result;
}

export function typedFilter(this: Typed, callback: Callback, thisArg?: unknown): Typed {
  const n = this.length;
  if (typeof callback !== "function") throw notFunction(callback);
  const kept: number[] = [];
  for (let k = 0; k < n; k++) {
    const value = this[k] as number;
    if (callWith(callback, thisArg, value, k, this)) push(kept, value);
  }
  const result = alike(this, kept.length, "filter");
  copyNumbers(result, 0, kept, 0, kept.length);
  return result;
}

export function typedSome(this: Typed, callback: Callback, thisArg?: unknown): boolean {
  const n = this.length;
  if (typeof callback !== "function") throw notFunction(callback);
  for (let k = 0; k < n; k++) {
    if (callWith(callback, thisArg, this[k], k, this)) return true;
  }
  return false;
}

export function typedEvery(this: Typed, callback: Callback, thisArg?: unknown): boolean {
  const n = this.length;
  if (typeof callback !== "function") throw notFunction(callback);
  for (let k = 0; k < n; k++) {
    if (!callWith(callback, thisArg, this[k], k, this)) return false;
  }
  return true;
}

export function typedReduce(this: Typed, callback: Reducer, ...initial: readonly unknown[]): unknown {
  const n = this.length;
  if (typeof callback !== "function") throw notFunction(callback);
  if (initial.length === 0 && n === 0) throw new TypeError("Reduce of empty array with no initial value");
  let result = initial.length > 0 ? initial[0] : this[0];
  for (let k = initial.length > 0 ? 0 : 1; k < n; k++) result = callWith(callback, undefined, result, this[k], k, this);
  return result;
}

export function typedReduceRight(this: Typed, callback: Reducer, ...initial: readonly unknown[]): unknown {
  const n = this.length;
  if (typeof callback !== "function") throw notFunction(callback);
  if (initial.length === 0 && n === 0) throw new TypeError("Reduce of empty array with no initial value");
  let result = initial.length > 0 ? initial[0] : this[n - 1];
  for (let k = initial.length > 0 ? n - 1 : n - 2; k >= 0; k--) {
    result = callWith(callback, undefined, result, this[k], k, this);
  }
  return result;
}

export function typedSlice(this: Typed, start?: unknown, end?: unknown): Typed {
  const n = this.length;
  const from = clampIndex(start, n, 0);
  const count = Math.max(clampIndex(end, n, n) - from, 0);
  const result = alike(this, count, "slice");
  copyNumbers(result, 0, this, from, count);
  return result;
}

export function typedFill(this: Typed, value: unknown, start?: unknown, end?: unknown): Typed {
  const n = this.length;
  const element = typeof value === "bigint" ? value : +(value as number);
  const from = clampIndex(start, n, 0);
  const to = clampIndex(end, n, n);
  for (let k = from; k < to; k++) this[k] = element as number;
  return this;
}

export function typedReverse(this: Typed): Typed {
  reverseNumbers(this);
  return this;
}

/** Copies the elements of `source` into this array, through a temporary copy if both are views of one buffer. */
export function set(this: Typed, source: unknown, offset?: unknown): void {
  const at = toInteger(offset);
  const n = at < 0 ? 0 : elementCount(source);
  if (at < 0 || at + n > this.length) throw new RangeError("offset is out of bounds");
  if (ArrayBuffer.isView(source) && source.buffer === this.buffer) {
    copyNumbers(this, at, copyOf(source as Typed, "set"), 0, n);
  } else {
    copyNumbers(this, at, source as Typed, 0, n);
  }
}

export function typedCopyWithin(this: Typed, target: unknown, start?: unknown, end?: unknown): Typed {
  const n = this.length;
  const to = clampIndex(target, n, 0);
  const from = clampIndex(start, n, 0);
  const count = Math.max(Math.min(clampIndex(end, n, n) - from, n - to), 0);
  const moved = alike(this, count, "copyWithin");
  copyNumbers(moved, 0, this, from, count);
  copyNumbers(this, to, moved, 0, count);
  return this;
}

export function typedToReversed(this: Typed): Typed {
  const result = copyOf(this, "toReversed");
  reverseNumbers(result);
  return result;
}

export function typedWith(this: Typed, index: unknown, value: unknown): Typed {
  const n = this.length;
  const i = toInteger(index);
  const k = i < 0 ? n + i : i;
  if (k < 0 || k >= n) throw new RangeError("Invalid typed array index");
  const result = copyOf(this, "with");
  result[k] = value as number;
  return result;
}

/** A copy of the array, of the class that the native `method` makes. */
function copyOf(array: Typed, method: string): Typed {
  const n = array.length;
  const result = alike(array, n, method);
  copyNumbers(result, 0, array, 0, n);
  return result;
}

export function elementCount(source: unknown): number {
  if (Array.isArray(source) || ArrayBuffer.isView(source)) return arrayLength(source);
  return likeLength(source);
}

/** An array of n zeros, of the class that the native `method` makes. */
export function alike(array: Typed, n: number, method: string): Typed {
  return typedNew(classMade(array, method) as TypedClass, n);
}

export function copyNumbers(target: Typed, at: number, source: ArrayLike<number>, from: number, count: number): void {
  for (let k = 0; k < count; k++) target[at + k] = source[from + k] as number;
}

function reverseNumbers(array: Typed): void {
  const last = array.length - 1;
  const half = Math.floor(array.length / 2);
  for (let k = 0; k < half; k++) {
    const value = array[k] as number;
    array[k] = array[last - k] as number;
    array[last - k] = value;
  }
}
