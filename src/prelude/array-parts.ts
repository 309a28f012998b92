// The methods that make new arrays from the elements of arrays: slice, concat, flat, flatMap, …; and `at`.

import { arrayNew, callWith, classMade, foreignCall, push, tuple } from "../host/intrinsics.ts";
import { spreadsInto } from "../host/reflection.ts";
import { countOf, receiverOf, requireRoom } from "./array-likes.ts";
import { clampIndex, copyElements, copyPart, notFunction, toInteger } from "./indices.ts";
import type { Callback } from "./iteration.ts";
import { insertAndRemove, reverseElements } from "./array-edits.ts";

type Elements = readonly unknown[];

/** Captured by its value: see walks.ts. */
const spreads = spreadsInto;

/** Typed arrays use this function too. */
export function at(this: Elements, index?: unknown): unknown {
  const array = receiverOf(this);
  const n = countOf(array);
  const i = toInteger(index);
  return array[i < 0 ? n + i : i];
}

export function slice(this: Elements, start?: unknown, end?: unknown): unknown[] {
  const array = receiverOf(this);
  const n = countOf(array);
  const from = clampIndex(start, n, 0);
  const to = clampIndex(end, n, n);
  classMade(array, "slice");
  return copyPart(array, from, Math.max(to - from, 0));
}

export function concat(this: Elements, ...items: Elements): unknown[] {
  const array = receiverOf(this);
  classMade(array, "concat");
  const own = isSpread(array) ? countOf(array) : 1;
  let n = own;
  for (let i = 0; i < items.length; i++) {
    const item = items[i];
    n += isSpread(item) ? countOf(item as unknown[]) : 1;
  }
  requireRoom(n);
  const result = arrayNew(n);
  if (isSpread(array)) copyElements(result, 0, array, 0, own);
  else result[0] = array;
  let at = own;
  for (let i = 0; i < items.length; i++) {
    const item = items[i];
    if (isSpread(item)) {
      const part = item as unknown[];
      const count = countOf(part);
      copyElements(result, at, part, 0, count);
      at += count;
    } else {
      result[at] = item;
      at++;
    }
  }
  return result;
}

/** An array with a property that says otherwise is taken for an array. */
function isSpread(x: unknown): boolean {
  return Array.isArray(x) || (foreignCall(spreads, undefined, tuple(x)) as boolean);
}

export function flat(this: Elements, depth?: unknown): unknown[] {
  const array = receiverOf(this);
  const n = countOf(array);
  const levels = depth === undefined ? 1 : toInteger(depth);
  classMade(array, "flat");
  const result: unknown[] = [];
  flatten(result, array, n, levels);
  return result;
}

/** The last level is a function of its own: code that calls itself is not written in place. */
function flatten(target: unknown[], source: Elements, n: number, depth: number): void {
  for (let k = 0; k < n; k++) {
    if (k in source) {
      const value = source[k];
      if (depth < 1 || !Array.isArray(value)) push(target, value);
      else if (depth < 2) append(target, value as Elements);
      else flatten(target, value as Elements, (value as Elements).length, depth - 1);
    }
  }
}

function append(target: unknown[], source: Elements): void {
  const n = source.length;
  for (let k = 0; k < n; k++) if (k in source) push(target, source[k]);
}

export function flatMap(this: Elements, callback: Callback, thisArg?: unknown): unknown[] {
  const array = receiverOf(this);
  const n = countOf(array);
  if (typeof callback !== "function") throw notFunction(callback);
  classMade(array, "flatMap");
  const result: unknown[] = [];
  for (let k = 0; k < n; k++) {
    if (k in array) {
      const value = callWith(callback, thisArg, array[k], k, array);
      if (Array.isArray(value)) append(result, value as Elements);
      else push(result, value);
    }
  }
  return result;
}

// The copying counterparts of methods that change an array. Their results have no holes: a hole becomes `undefined`.

export function toReversed(this: Elements): unknown[] {
  const result = copyFilled(receiverOf(this));
  reverseElements(result);
  return result;
}

export function withElement(this: Elements, index: unknown, value: unknown): unknown[] {
  const array = receiverOf(this);
  const n = countOf(array);
  const i = toInteger(index);
  const k = i < 0 ? n + i : i;
  if (k < 0 || k >= n) throw new RangeError(`Invalid index : ${String(i)}`);
  const result = copyFilled(array);
  result[k] = value;
  return result;
}

export function toSpliced(this: Elements, ...args: Elements): unknown[] {
  const result = copyFilled(receiverOf(this));
  insertAndRemove(result, args);
  return result;
}

/** A copy in which holes are `undefined`. */
export function copyFilled(array: Elements): unknown[] {
  const n = countOf(array as unknown[]);
  const result = arrayNew(n);
  for (let k = 0; k < n; k++) result[k] = array[k];
  return result;
}
