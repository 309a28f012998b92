// The methods that make new arrays from the elements of arrays: slice, concat, flat, flatMap, …; and `at`.

import { arrayNew, callWith, classMade, push } from "../host/intrinsics.ts";
import { clampIndex, copyElements, copyPart, notFunction, toInteger } from "./indices.ts";
import type { Callback } from "./iteration.ts";
import { insertAndRemove, reverseElements } from "./array-edits.ts";

type Elements = readonly unknown[];

/** Typed arrays use this function too. */
export function at(this: Elements, index?: unknown): unknown {
  const i = toInteger(index);
  return this[i < 0 ? this.length + i : i];
}

export function slice(this: Elements, start?: unknown, end?: unknown): unknown[] {
  const n = this.length;
  const from = clampIndex(start, n, 0);
  const to = clampIndex(end, n, n);
  classMade(this, "slice");
  return copyPart(this, from, Math.max(to - from, 0));
}

export function concat(this: Elements, ...items: Elements): unknown[] {
  classMade(this, "concat");
  let n = this.length;
  for (let i = 0; i < items.length; i++) {
    const item = items[i];
    n += Array.isArray(item) ? (item as Elements).length : 1;
  }
  const result = arrayNew(n);
  copyElements(result, 0, this, 0, this.length);
  let at = this.length;
  for (let i = 0; i < items.length; i++) {
    const item = items[i];
    if (Array.isArray(item)) {
      const part = item as Elements;
      copyElements(result, at, part, 0, part.length);
      at += part.length;
    } else {
      result[at] = item;
      at++;
    }
  }
  return result;
}

export function flat(this: Elements, depth?: unknown): unknown[] {
  const levels = depth === undefined ? 1 : toInteger(depth);
  classMade(this, "flat");
  const result: unknown[] = [];
  flatten(result, this, levels);
  return result;
}

/** The last level is a function of its own: code that calls itself is not written in place. */
function flatten(target: unknown[], source: Elements, depth: number): void {
  const n = source.length;
  for (let k = 0; k < n; k++) {
    if (k in source) {
      const value = source[k];
      if (depth < 1 || !Array.isArray(value)) push(target, value);
      else if (depth < 2) append(target, value as Elements);
      else flatten(target, value as Elements, depth - 1);
    }
  }
}

function append(target: unknown[], source: Elements): void {
  const n = source.length;
  for (let k = 0; k < n; k++) if (k in source) push(target, source[k]);
}

export function flatMap(this: Elements, callback: Callback, thisArg?: unknown): unknown[] {
  const n = this.length;
  if (typeof callback !== "function") throw notFunction(callback);
  classMade(this, "flatMap");
  const result: unknown[] = [];
  for (let k = 0; k < n; k++) {
    if (k in this) {
      const value = callWith(callback, thisArg, this[k], k, this);
      if (Array.isArray(value)) append(result, value as Elements);
      else push(result, value);
    }
  }
  return result;
}

// The copying counterparts of methods that change an array. Their results have no holes: a hole becomes `undefined`.

export function toReversed(this: Elements): unknown[] {
  const result = copyFilled(this);
  reverseElements(result);
  return result;
}

export function withElement(this: Elements, index: unknown, value: unknown): unknown[] {
  const n = this.length;
  const i = toInteger(index);
  const k = i < 0 ? n + i : i;
  if (k < 0 || k >= n) throw new RangeError(`Invalid index : ${String(i)}`);
  const result = copyFilled(this);
  result[k] = value;
  return result;
}

export function toSpliced(this: Elements, ...args: Elements): unknown[] {
  const result = copyFilled(this);
  insertAndRemove(result, args);
  return result;
}

/** A copy in which holes are `undefined`. */
export function copyFilled(array: Elements): unknown[] {
  const n = array.length;
  const result = arrayNew(n);
  for (let k = 0; k < n; k++) result[k] = array[k];
  return result;
}
