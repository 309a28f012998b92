// The methods that visit the elements of an array: map, reduce, filter, find, … as the language defines them.
//
// The length is read once, at the start. Elements are read when they are reached, so the methods see changes that a callback
// makes; methods that skip holes also skip elements that a callback deleted. `indices.ts` says why their loops come in pairs.

import { arrayNew, callWith, classMade, push } from "../host/intrinsics.ts";
import { countOf, receiverOf } from "./array-likes.ts";
import { notFunction } from "./indices.ts";

export type Callback = (value: unknown, index: number, array: unknown) => unknown;
export type Reducer = (result: unknown, value: unknown, index: number, array: unknown) => unknown;
type Elements = readonly unknown[];

export function forEach(this: Elements, callback: Callback, thisArg?: unknown): void {
  const array = receiverOf(this);
  const n = countOf(array);
  if (typeof callback !== "function") throw notFunction(callback);
  let k = 0;
  while (+(k < n) & +(k in array)) {
    callWith(callback, thisArg, array[k], k, array);
    k++;
  }
  for (; k < n; k++) {
    if (k in array) callWith(callback, thisArg, array[k], k, array);
  }
}

export function map(this: Elements, callback: Callback, thisArg?: unknown): unknown[] {
  const array = receiverOf(this);
  const n = countOf(array);
  if (typeof callback !== "function") throw notFunction(callback);
  classMade(array, "map");
  const result = arrayNew(n);
  let k = 0;
  while (+(k < n) & +(k in array)) {
    result[k] = callWith(callback, thisArg, array[k], k, array);
    k++;
  }
  if (k < n) mapSparse(array, callback, thisArg, result, k);
  return result;
}

function mapSparse(array: Elements, callback: Callback, thisArg: unknown, result: unknown[], start: number): void {
  const n = result.length;
  for (let k = start; k < n; k++) {
    if (k in array) result[k] = callWith(callback, thisArg, array[k], k, array);
  }
}

export function filter(this: Elements, callback: Callback, thisArg?: unknown): unknown[] {
  const array = receiverOf(this);
  const n = countOf(array);
  if (typeof callback !== "function") throw notFunction(callback);
  classMade(array, "filter");
  const result: unknown[] = [];
  for (let k = 0; k < n; k++) {
    if (k in array) {
      const value = array[k];
      if (callWith(callback, thisArg, value, k, array)) push(result, value);
    }
  }
  return result;
}

export function some(this: Elements, callback: Callback, thisArg?: unknown): boolean {
  const array = receiverOf(this);
  const n = countOf(array);
  if (typeof callback !== "function") throw notFunction(callback);
  for (let k = 0; k < n; k++) {
    if (k in array && callWith(callback, thisArg, array[k], k, array)) return true;
  }
  return false;
}

export function every(this: Elements, callback: Callback, thisArg?: unknown): boolean {
  const array = receiverOf(this);
  const n = countOf(array);
  if (typeof callback !== "function") throw notFunction(callback);
  for (let k = 0; k < n; k++) {
    if (k in array && !callWith(callback, thisArg, array[k], k, array)) return false;
  }
  return true;
}

export function reduce(this: Elements, callback: Reducer, ...initial: readonly unknown[]): unknown {
  const array = receiverOf(this);
  const n = countOf(array);
  if (typeof callback !== "function") throw notFunction(callback);
  let k = 0;
  let result: unknown;
  if (initial.length > 0) {
    result = initial[0];
  } else {
    k = firstElement(array, n);
    result = array[k];
    k++;
  }
  while (+(k < n) & +(k in array)) {
    result = callWith(callback, undefined, result, array[k], k, array);
    k++;
  }
  return k < n ? reduceSparse(array, callback, result, k, n) : result;
}

function reduceSparse(array: Elements, callback: Reducer, initial: unknown, start: number, n: number): unknown {
  let result = initial;
  for (let k = start; k < n; k++) {
    if (k in array) result = callWith(callback, undefined, result, array[k], k, array);
  }
  return result;
}

function firstElement(array: Elements, n: number): number {
  let k = 0;
  while (k < n && !(k in array)) k++;
  if (k >= n) throw new TypeError("Reduce of empty array with no initial value");
  return k;
}

export function reduceRight(this: Elements, callback: Reducer, ...initial: readonly unknown[]): unknown {
  const array = receiverOf(this);
  let k = countOf(array) - 1;
  if (typeof callback !== "function") throw notFunction(callback);
  let result: unknown;
  if (initial.length > 0) {
    result = initial[0];
  } else {
    k = lastElement(array, k);
    result = array[k];
    k--;
  }
  // Specialised code checks that elements are there up to the end, not before the start.
  while (+(k >= 0) & +((k < 0 ? 0 : k) in array)) {
    result = callWith(callback, undefined, result, array[k], k, array);
    k--;
  }
  return k >= 0 ? reduceRightSparse(array, callback, result, k) : result;
}

function reduceRightSparse(array: Elements, callback: Reducer, initial: unknown, start: number): unknown {
  let result = initial;
  for (let k = start; k >= 0; k--) {
    if (k in array) result = callWith(callback, undefined, result, array[k], k, array);
  }
  return result;
}

function lastElement(array: Elements, start: number): number {
  let k = start;
  while (k >= 0 && !(k in array)) k--;
  if (k < 0) throw new TypeError("Reduce of empty array with no initial value");
  return k;
}

// The searches visit a hole as `undefined`. Typed arrays use the same functions.

export function find(this: Elements, callback: Callback, thisArg?: unknown): unknown {
  const array = receiverOf(this);
  const n = countOf(array);
  if (typeof callback !== "function") throw notFunction(callback);
  for (let k = 0; k < n; k++) {
    const value = array[k];
    if (callWith(callback, thisArg, value, k, array)) return value;
  }
  return undefined;
}

export function findIndex(this: Elements, callback: Callback, thisArg?: unknown): number {
  const array = receiverOf(this);
  const n = countOf(array);
  if (typeof callback !== "function") throw notFunction(callback);
  for (let k = 0; k < n; k++) {
    if (callWith(callback, thisArg, array[k], k, array)) return k;
  }
  return -1;
}

export function findLast(this: Elements, callback: Callback, thisArg?: unknown): unknown {
  const array = receiverOf(this);
  const n = countOf(array);
  if (typeof callback !== "function") throw notFunction(callback);
  for (let k = n - 1; k >= 0; k--) {
    const value = array[k];
    if (callWith(callback, thisArg, value, k, array)) return value;
  }
  return undefined;
}

export function findLastIndex(this: Elements, callback: Callback, thisArg?: unknown): number {
  const array = receiverOf(this);
  const n = countOf(array);
  if (typeof callback !== "function") throw notFunction(callback);
  for (let k = n - 1; k >= 0; k--) {
    if (callWith(callback, thisArg, array[k], k, array)) return k;
  }
  return -1;
}
