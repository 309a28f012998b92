// What `new` does with compiled classes and functions: makes the object, and runs the constructor on it.

import { accessorOf, callWith, foreignCall, length, objectOf, setLength, tuple } from "../host/intrinsics.ts";
import { emptyObject } from "../runtime/index.ts";

type Properties = Record<PropertyKey, unknown>;
type AnyFunction = (...args: unknown[]) => unknown;

/** Aliases: functions capture a constant by its value, so the specialiser knows it; they capture an import as a variable. */
const [empty] = [emptyObject];

/**
 * `new C(…)` of a class whose instances have this prototype, and whose constructor is `initialise`. `isExotic`: they are arrays, maps
 * or sets.
 */
export function construction(prototype: object, initialise: AnyFunction, isExotic: boolean): AnyFunction {
  return (...args: unknown[]): unknown => {
    const object = isExotic ? foreignCall(empty, undefined, tuple(prototype)) : objectOf(prototype);
    const result = callWith(initialise, object, ...args);
    return isObject(result) ? result : object;
  };
}

/**
 * `new f(…)` of an ordinary function, or of a class that differentiated code made: what it returns counts if that is an object.
 * The first thing that it captures is f, whose derivative is that of the construction (ad/structural.ts).
 */
export function constructionByFunction(f: AnyFunction, isExotic: boolean): AnyFunction {
  return (...args: unknown[]): unknown => {
    const { prototype } = f as unknown as { readonly prototype: unknown };
    const own = isObject(prototype) ? prototype : Object.prototype;
    const object = isExotic ? foreignCall(empty, undefined, tuple(own)) : objectOf(own);
    const result = callWith(f, object, ...args);
    return isObject(result) ? result : object;
  };
}

/** Reads a property of `object`; a getter is called for `receiver`. */
export function readByAccessor(object: object, key: PropertyKey, receiver: unknown): unknown {
  const getter = accessorOf(object, key, object === receiver ? "get" : "super");
  if (getter !== undefined) return callWith(functionIn(getter), receiver);
  // As the front end lowers it: an end that moves is more than a property.
  return key === "length" ? length(object) : (object as Properties)[key];
}

/** Writes a property of `object`, or calls its setter; `super.x = v` writes to a `receiver`, or calls the setter for it. */
export function writeByAccessor(
  object: object,
  key: PropertyKey,
  value: unknown,
  ...receiver: readonly unknown[]
): void {
  const setter = accessorOf(object, key, "set");
  if (setter !== undefined) callWith(functionIn(setter), receiver.length === 0 ? object : receiver[0], value);
  else if (receiver.length > 0) (receiver[0] as Properties)[key] = value;
  else if (key === "length" && Array.isArray(object)) setLength(object as { length: number }, value as number);
  else (object as Properties)[key] = value;
}

/**
 * What an operation is given for `x`: the number that a compiled method makes of it. `target`: the operation writes to it; only
 * typed arrays convert. What else an object may become, the operation itself sees to.
 */
export function convertByMethod(x: unknown, hint: string, ...target: readonly unknown[]): unknown {
  if (!isObject(x) || (target.length > 0 && !ArrayBuffer.isView(target[0]))) return x;
  if (accessorOf(x, hint, "convert") === undefined) return x;
  // Read as properties: what a method captured has its derivative in the object.
  const byHint = (x as Properties)[Symbol.toPrimitive] as AnyFunction | undefined | null;
  const result =
    byHint === undefined || byHint === null ? callWith((x as Properties)["valueOf"], x) : callWith(byHint, x, hint);
  return isObject(result) ? x : result;
}

/** A getter or setter that differentiated code made is in a cell, which has its derivative. */
export const functionIn = (f: ((...args: never[]) => unknown) | { readonly v: unknown }): AnyFunction =>
  (typeof f === "function" ? f : f.v) as AnyFunction;

export function isObject(x: unknown): x is object {
  return (typeof x === "object" && x !== null) || typeof x === "function";
}
