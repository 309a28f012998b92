// How arrays are made: `Array(n)`, `new Array(a, b)`, Array.from, Array.of.

import { arrayNew, callWith, classMade, isWalked, push } from "../host/intrinsics.ts";
import { likeLength } from "./array-likes.ts";
import { notFunction } from "./indices.ts";
import { item, iterate, list, more } from "./walks.ts";

type Elements = readonly unknown[];
type Mapper = (value: unknown, index: number) => unknown;

/** `Array(…)` and `new Array(…)`. */
export function newArray(...items: Elements): unknown[] {
  if (items.length !== 1 || typeof items[0] !== "number") return listOf(items);
  const n = items[0];
  if (n >>> 0 !== n) throw new RangeError("Invalid array length");
  return arrayNew(n);
}

export function arrayOf(this: unknown, ...items: Elements): unknown[] {
  classMade(this, "of");
  return listOf(items);
}

function listOf(items: Elements): unknown[] {
  const n = items.length;
  const result = arrayNew(n);
  for (let k = 0; k < n; k++) result[k] = items[k];
  return result;
}

export function arrayFromItems(this: unknown, items: unknown, mapper?: Mapper, thisArg?: unknown): unknown[] {
  if (mapper !== undefined && typeof mapper !== "function") throw notFunction(mapper);
  classMade(this, "from");
  if (!isIterable(items)) return fromArrayLike(items, mapper, thisArg);
  const result: unknown[] = [];
  if (typeof items !== "string" && !isWalked(items, "values")) {
    const walk = iterate(items);
    // Its iterator may see what the mapper does.
    for (let k = 0; more(walk); k++)
      push(result, mapper === undefined ? item(walk) : callWith(mapper, thisArg, item(walk), k));
    return result;
  }
  const source = list(items) as Elements;
  if (mapper === undefined) {
    for (let k = 0; k < source.length; k++) push(result, source[k]);
  } else {
    for (let k = 0; k < source.length; k++) push(result, callWith(mapper, thisArg, source[k], k));
  }
  return result;
}

function fromArrayLike(items: unknown, mapper: Mapper | undefined, thisArg: unknown): unknown[] {
  const n = likeLength(items);
  const result = arrayNew(n);
  if (mapper === undefined) {
    for (let k = 0; k < n; k++) result[k] = (items as Elements)[k];
  } else {
    for (let k = 0; k < n; k++) result[k] = callWith(mapper, thisArg, (items as Elements)[k], k);
  }
  return result;
}

/** Whether a value is iterated; otherwise it is read by index, as `{ length: n, … }`. */
export function isIterable(items: unknown): boolean {
  if (items === null || items === undefined) {
    throw new TypeError(`${String(items)} is not iterable (cannot read property Symbol(Symbol.iterator))`);
  }
  if (Array.isArray(items) || ArrayBuffer.isView(items) || typeof items === "string") return true;
  const method = (items as { readonly [Symbol.iterator]?: unknown })[Symbol.iterator];
  return method !== undefined && method !== null;
}
