// The types of values that exist when code is made, by what they hold then.

import { arrayOf, join, recordOf, type Type } from "../ir/index.ts";
import { isFloat64Array, isIntegerArray, isPlainArray, isPlainObject } from "../runtime/index.ts";
import type { Further } from "./inputs.ts";

/** The deepest nesting of memory that types tell. */
const deepest = 8;
/** Of long arrays, this many elements are looked at, or of the first few, all. */
const mostElements = 32;

/** The type of an existing object. The type of the elements of a long array is guessed. */
export function typeOfMemory(x: object, depth = 0): Type {
  if (typeof x === "function") return "func";
  if (isFloat64Array(x)) return "float64";
  if (isIntegerArray(x)) return "integers";
  if (isPlainArray(x)) return x.length === 0 ? "numbers" : arrayOf(typeOfElements(x, depth));
  if (depth > deepest || !isPlainObject(x)) return "any";
  const properties = Object.entries(Object.getOwnPropertyDescriptors(x));
  // Checks of what is shared look at enumerable properties alone.
  if (!properties.every(([, { writable, enumerable }]) => writable === true && enumerable === true)) return "any";
  return recordOf(new Map(properties.map(([key, { value: content }]) => [key, typeOfContent(content, depth + 1)])));
}

function typeOfElements(x: readonly unknown[], depth: number): Type {
  const [first] = x;
  if (typeof first === "number") return "num";
  const step = Math.max(1, Math.floor(x.length / mostElements));
  const types = x.filter((_, k) => k % step === 0).map((item) => typeOfContent(item, depth + 1));
  // An array of holes alone has none.
  return types.length === 0 ? "any" : types.reduce(join);
}

const contentTypes: { readonly [name: string]: Type } = { number: "num", string: "str", boolean: "bool" };

const typeOfContent = (x: unknown, depth: number): Type =>
  contentTypes[typeof x] ?? (typeof x === "object" && x !== null ? typeOfMemory(x, depth) : "any");

export const typeOfFurther = (further: Further): Type =>
  further.kind === "host" ? typeOfMemory(further.value) : "func";
