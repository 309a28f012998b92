// The checks that entries of specialised code make of arguments and results.
//
// No place reads both arrays of numbers and arrays of objects by index: V8 would compile it for arrays of objects alone, and
// convert each array of numbers that it meets to one of boxed numbers, which is then slow to read for everyone. Methods of arrays
// and of Reflect do not convert.

import { isFlat, isFloatArray, isPlainObject, meets, type Environment } from "../runtime/index.ts";

const uninitialised: unique symbol = Symbol("zeroth.uninitialised");

/** A captured value; none that code could have been made for if it is not initialised yet. */
export function captureOf(env: Environment, k: number): unknown {
  try {
    // Engines are slow to call accessors of indices.
    return "reads" in env ? env.reads[k]?.() : env[k];
  } catch {
    return uninitialised;
  }
}

/** Whether a result contains no NaN. What is returned beside a gradient may be cyclic. */
export function isClean(x: unknown): boolean {
  if (typeof x !== "object" || x === null) return x === x;
  if (isFloatArray(x)) return isCleanTyped(x);
  return Array.isArray(x) ? isCleanArray(x, null) : isCleanRecord(x, new Set());
}

function isCleanTyped(x: Float64Array | Float32Array): boolean {
  for (let i = 0; i < x.length; i++) if (Number.isNaN(x[i])) return false;
  return true;
}

/** Whether all elements are numbers, and none is NaN. */
function isListOfNumbers(x: readonly unknown[]): boolean {
  for (let i = 0; i < x.length; i++) {
    const item = x[i];
    if (typeof item !== "number" || Number.isNaN(item)) return false;
  }
  return true;
}

/** Shorter arrays are often tuples; `isListOfNumbers` would then be compiled for tuples too. */
const shortestList = 16;

const seemsList = (x: readonly unknown[]): boolean =>
  x.length >= shortestList && typeof Reflect.get(x, 0) === "number" && typeof Reflect.get(x, x.length - 1) === "number";

/** `seen` is allocated only when an element could be met again. */
function isCleanArray(x: readonly unknown[], seen: Set<object> | null): boolean {
  if (seemsList(x) && isListOfNumbers(x)) return true;
  let met = seen;
  return x.every((item) => {
    if (typeof item === "number") return !Number.isNaN(item);
    if (typeof item === "object" && item !== null && isFloatArray(item)) return isCleanTyped(item);
    if (typeof item !== "object" || item === null || met?.has(item) === true) return true;
    met ??= new Set<object>([x]);
    met.add(item);
    return Array.isArray(item) ? isCleanArray(item, met) : isCleanRecord(item, met);
  });
}

function isCleanRecord(x: object, seen: Set<object>): boolean {
  return isCleanArray(Object.values(x), seen.add(x));
}

/** Whether `x` is a plain record whose properties are data. */
export function isPlainRecord(x: object): x is Record<string, unknown> {
  if (Object.getPrototypeOf(x) !== Object.prototype || Object.getOwnPropertySymbols(x).length > 0) return false;
  return Object.getOwnPropertyNames(x).every((key) => {
    const property = Object.getOwnPropertyDescriptor(x, key);
    return property?.enumerable === true && property.writable === true;
  });
}

/** Whether `x` is a plain record with these properties, in this order. */
export function isRecordOf(x: unknown, keys: readonly string[]): boolean {
  if (typeof x !== "object" || x === null || !isPlainRecord(x)) return false;
  let k = 0;
  for (const key in x) if (key !== keys[k++]) return false;
  return k === keys.length;
}

/** Whether a record appears twice in `records`, or one of `others` leads to one of them. */
export function sharesRecord(records: readonly object[], others: readonly object[]): boolean {
  const met = new Set(records);
  return met.size < records.length || others.some((x) => meets(x, met, new Set()));
}

/** A property name, and the value that it must have. */
export type Method = readonly [name: PropertyKey, value: unknown];

/** Whether an array, and the arrays in it or in a record, have the expected methods. */
export function hasMethods(
  x: unknown,
  methods: { readonly array: readonly Method[]; readonly typed: readonly Method[] },
  seen: Set<unknown> = new Set(),
): boolean {
  if (typeof x !== "object" || x === null || seen.has(x)) return true;
  seen.add(x);
  const isList = Array.isArray(x);
  if (isList || ArrayBuffer.isView(x)) {
    for (const [name, method] of isList ? methods.array : methods.typed)
      if (Reflect.get(x, name) !== method) return false;
    return !isList || isFlat(x) || x.every((item) => hasMethods(item, methods, seen));
  }
  return !isPlainObject(x) || Object.values(x).every((item) => hasMethods(item, methods, seen));
}
