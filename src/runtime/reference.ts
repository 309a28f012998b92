// Arrays and records as the primitives see them.

import { ZerothError } from "../ir/diagnostics.ts";
import { ownNative } from "./realms.ts";
import { isTypedArray } from "./typed-array.ts";

export function lengthOf(x: unknown): unknown {
  return (x as { length: unknown }).length;
}

/** The length of a value whose length is assigned. That of a record is a property, which other code assigns. */
export function realLengthOf(x: unknown): unknown {
  if (Array.isArray(x) || typeof x === "string" || ArrayBuffer.isView(x) || typeof x === "function") return lengthOf(x);
  if (x !== null && typeof x === "object") {
    throw new ZerothError({ kind: "bug", message: "the length of a record is assigned like that of an array" });
  }
  return lengthOf(x);
}

const typedPrototype = Object.getPrototypeOf(Float64Array.prototype) as object;
const iteratorOf = (prototype: object): unknown => Reflect.get(prototype, Symbol.iterator);
const [arrayIterator, typedIterator] = [iteratorOf(Array.prototype), iteratorOf(typedPrototype)];

/** Whether a method is this native, in any realm. */
const isNative = (method: unknown, native: unknown): boolean => method === native || ownNative(method) === native;

/** Whether a method of `x` is that of all arrays or of all typed arrays. */
export function isWalked(x: unknown, method: string): boolean {
  const owner = Array.isArray(x) ? Array.prototype : isTypedArray(x) ? typedPrototype : null;
  return owner !== null && isNative(Reflect.get(x as object, method), Reflect.get(owner, method));
}

/** The value that iteration by index walks: arrays and typed arrays in place, strings by code point. */
export function iterable(x: unknown, name?: string): unknown {
  // Arrays, and what else is walked like one: `arguments`.
  if (typeof x === "object" && x !== null && isNative(iteratorOf(x), arrayIterator)) return x;
  if (isTypedArray(x) && isNative(iteratorOf(x), typedIterator)) return x;
  if (typeof x === "string") return Array.from(x);
  if (x === null || x === undefined || typeof (x as Iterable<unknown>)[Symbol.iterator] !== "function") {
    const shown = typeof x === "object" || typeof x === "function" ? "object" : String(x);
    throw new TypeError(`${name ?? shown} is not iterable`);
  }
  const isOwn = Array.isArray(x) || isTypedArray(x);
  throw new ZerothError({
    kind: "unsupported",
    message: `iteration over ${x.constructor?.name ?? "an object"}${isOwn ? " with an iterator of its own" : ""}`,
    remedy: isOwn
      ? "make an array of it, by Array.from(…), outside of the differentiated function"
      : "iterate over Array.from(…) of it",
  });
}

/** The names that `for`-`in` walks. */
export function keysIn(o: object): readonly string[] {
  const names: string[] = [];
  for (const name in o) names.push(name);
  return names;
}

/** The keys that spreading copies. */
export function propertyKeys(o: object): readonly PropertyKey[] {
  const symbols = Object.getOwnPropertySymbols(o);
  return [...Object.keys(o), ...symbols.filter((symbol) => Object.prototype.propertyIsEnumerable.call(o, symbol))];
}

/** `delete o[key]` in strict code. */
export function deleteProperty(o: unknown, key: PropertyKey): boolean {
  if (o === undefined || o === null) throw new TypeError("Cannot convert undefined or null to object");
  if (Reflect.deleteProperty(Object(o) as object, key)) return true;
  throw new TypeError(`Cannot delete property '${String(key)}'`);
}
