// Array methods on what is no array: `Array.prototype.map.call(x, f)`. Such a receiver becomes an object, its length a whole number.
//
// Specialised code knows what is an array, and has nothing of this for arrays.

import { accessorOf, arrayNew, callWith, length, setLength } from "../host/intrinsics.ts";
import { objectFrom } from "./objects.ts";
import { toInteger } from "./indices.ts";
import { functionIn } from "./classes.ts";

type Elements = unknown[];
type Properties = Record<PropertyKey, unknown>;

/** What a method works on. */
export function receiverOf(x: unknown): Elements {
  return Array.isArray(x) || ArrayBuffer.isView(x) ? (x as Elements) : (toObject(x) as Elements);
}

function toObject(x: unknown): unknown {
  if (x === null || x === undefined) throw new TypeError("Array.prototype method called on null or undefined");
  return objectFrom(x);
}

/** Its length. */
export function countOf(x: Elements): number {
  return Array.isArray(x) || ArrayBuffer.isView(x) ? x.length : likeLength(x);
}

/** The length of an array-like: a whole number, at least 0, that carries no derivative. */
export function likeLength(x: unknown): number {
  const getter = accessorOf(x, "length", "get");
  const n = getter === undefined ? length(x) : callWith(functionIn(getter), x);
  return Math.min(Math.max(toInteger(n), 0), Number.MAX_SAFE_INTEGER);
}

/** The arguments of a call: an array, or the elements of an array-like. A text is no object, so it is none. */
export function argumentsIn(x: unknown): readonly unknown[] {
  if (Array.isArray(x)) return x;
  if ((typeof x !== "object" && typeof x !== "function") || x === null) {
    throw new TypeError("CreateListFromArrayLike called on non-object");
  }
  const n = likeLength(x);
  const list = arrayNew(n);
  for (let k = 0; k < n; k++) list[k] = (x as Elements)[k];
  return list;
}

/** Sets the length of an array whose last elements may be holes, and that of an array-like. */
export function resize(x: Elements, n: number): void {
  if (!Array.isArray(x)) writeLength(x, "length", n);
  else if (x.length !== n) setLength(x, n);
}

/** Any other name than that of an array's length: what the property had before gets no derivative. */
function writeLength(x: Properties, key: PropertyKey, n: number): void {
  const setter = accessorOf(x, key, "set");
  if (setter === undefined) x[key] = n;
  else callWith(functionIn(setter), x, n);
}

export function requireRoom(n: number): void {
  if (n > Number.MAX_SAFE_INTEGER) throw new TypeError("Pushing elements past 2^53-1 is not allowed");
}
