// The types of values that exist when code is made, by what they hold then.

import { arrayOf, join, recordOf, type Type } from "../ir/index.ts";
import { isFloat32Array, isFloat64Array, isIntegerArray, isPlainArray, isPlainObject } from "../runtime/index.ts";
import type { Further } from "./inputs.ts";

/** The deepest nesting of memory that types tell. */
const deepest = 8;
/** Of arrays, about this many elements are looked at; fewer than twice as many are all looked at. */
const mostElements = 32;
/** At most this many objects are looked at in all: what refers to each other in many ways has no end. */
const mostObjects = 1000;

/** The type of an existing object. The type of the elements of a long array is guessed. */
export function typeOfMemory(x: object): Type {
  let left = mostObjects;
  const ofMemory = (at: object, depth: number): Type => {
    if (typeof at === "function") return "func";
    if (isFloat64Array(at)) return "float64";
    if (isFloat32Array(at)) return "float32";
    if (isIntegerArray(at)) return "integers";
    if (depth > deepest || left-- <= 0) return "any";
    if (isPlainArray(at)) return at.length === 0 ? "numbers" : arrayOf(ofElements(at, depth));
    if (!isPlainObject(at)) return "any";
    const properties = Object.entries(Object.getOwnPropertyDescriptors(at));
    // Checks of what is shared look at enumerable properties alone.
    if (!properties.every(([, { writable, enumerable }]) => writable === true && enumerable === true)) return "any";
    return recordOf(new Map(properties.map(([key, { value }]) => [key, ofContent(value, depth + 1)])));
  };
  const ofElements = (list: readonly unknown[], depth: number): Type => {
    const isThere = (item: unknown): boolean => item !== undefined && item !== null;
    // Programs that have elements `undefined` or `null` ask for them (absent-elements.ts).
    if (typeof list.find(isThere) === "number") return "num";
    const step = Math.max(1, Math.floor(list.length / mostElements));
    const types = list.filter((item, k) => k % step === 0 && isThere(item)).map((item) => ofContent(item, depth + 1));
    // An array of holes alone has none.
    return types.length === 0 ? "any" : types.reduce(join);
  };
  const ofContent = (content: unknown, depth: number): Type =>
    contentTypes[typeof content] ??
    (typeof content === "object" && content !== null ? ofMemory(content, depth) : "any");
  return ofMemory(x, 0);
}

const contentTypes: { readonly [name: string]: Type } = { number: "num", string: "str", boolean: "bool" };

export const typeOfFurther = (further: Further): Type =>
  further.kind === "host" ? typeOfMemory(further.value) : "func";
