// The types of values that exist when code is made, by what they hold then.

import {
  ArrayNode,
  classOfArrays,
  joinedNodes,
  RecordNode,
  typeOfNode,
  type TypeNode,
  type Type,
} from "../ir/index.ts";
import {
  isFloat32Array,
  isFloat64Array,
  isIntegerArray,
  isOfCompiledClass,
  isOfStandIns,
  isPlainArray,
  isPlainObject,
  numberOfClass,
  stampOf,
} from "../runtime/index.ts";
import { isPrelude } from "../runtime/prelude-code.ts";
import { typeOfExisting } from "./function-classes.ts";
import type { Further } from "./inputs.ts";

/** Of arrays, about this many elements are looked at; fewer than twice as many are all looked at. */
const mostElements = 32;
/** At most this many objects are looked at in all: what refers to each other in many ways has no end. The others are guessed. */
const mostObjects = 1000;

/** The type of an existing object. The type of the elements of a long array is guessed. */
export function typeOfMemory(x: object): Type {
  const stored = typeOfExisting(x);
  if (stored !== null) return stored;
  let left = mostObjects;
  const records = new Map<object, RecordNode>();
  const ofMemory = (at: object): TypeNode => {
    if (typeof at === "function") return "func";
    if (isFloat64Array(at)) return "float64";
    if (isFloat32Array(at)) return "float32";
    if (isIntegerArray(at)) return "integers";
    const open = records.get(at);
    if (open !== undefined) return open;
    if (left-- <= 0) return "unset";
    if (isPlainArray(at)) {
      if (at !== x && areUnlike(at)) return ofPair(at);
      return new ArrayNode(at.length === 0 ? "unset" : ofElements(at));
    }
    const isOfClass = isOfCompiledClass(at);
    if (!isPlainObject(at) && !isOfClass) return "any";
    const properties = Object.entries(Object.getOwnPropertyDescriptors(at));
    // Checks of what is shared look at enumerable properties alone.
    if (properties.some(([key]) => isOfStandIns(key))) return "any";
    if (!properties.every(([, { writable, enumerable }]) => writable === true && enumerable === true)) return "any";
    const node = new RecordNode(isOfClass ? [numberOfClass(Object.getPrototypeOf(at) as object)] : []);
    records.set(at, node);
    for (const [key, { value }] of properties) node.add(key, ofContent(value));
    records.delete(at);
    return node;
  };
  const ofPair = (pair: readonly unknown[]): TypeNode => {
    const node = new RecordNode([classOfArrays]);
    records.set(pair, node);
    for (const [k, content] of pair.entries()) node.add(String(k), ofContent(content));
    records.delete(pair);
    return node;
  };
  const ofElements = (list: readonly unknown[]): TypeNode => {
    // Programs that have elements `undefined` or `null` ask for them (absent-elements.ts).
    if (typeof list.find((item) => !isAbsent(item)) === "number") return "num";
    const step = Math.max(1, Math.floor(list.length / mostElements));
    const nodes = list.filter((item, k) => k % step === 0 && !isAbsent(item)).map(ofContent);
    // An array of holes alone has none.
    return nodes.length === 0 ? "any" : joinedNodes(nodes);
  };
  const ofContent = (content: unknown): TypeNode =>
    isAbsent(content)
      ? "unset"
      : (contentTypes[typeof content] ?? (typeof content === "object" ? ofMemory(content as object) : "any"));
  // Empty arrays are taken for such of numbers.
  return typeOfNode(ofMemory(x), "num");
}

/** Longer arrays of unlike things are ones of which nothing is known. */
const mostUnlike = 8;

/** Whether the type of an array would tell nothing of its elements (given-pairs.ts). */
function areUnlike(list: readonly unknown[]): boolean {
  if (list.length < 2 || list.length > mostUnlike) return false;
  const kinds = new Set(Array.from(list, (item) => (Array.isArray(item) ? "array" : typeof item)));
  return kinds.size > 1 && !kinds.has("undefined") && !list.includes(null);
}

const isAbsent = (x: unknown): boolean => x === undefined || x === null;

const contentTypes: { readonly [name: string]: Type } = { number: "num", string: "str", boolean: "bool" };

/** The type of what an existing object holds. */
export const typeOfValue = (content: unknown): Type =>
  typeof content === "object" && content !== null ? typeOfMemory(content) : (contentTypes[typeof content] ?? "any");

export const typeOfFurther = (further: Further): Type =>
  further.kind === "host" ? typeOfMemory(further.value) : "func";

/** The type for checks at entry: a function of the program may have properties, such as static fields, which lead anywhere. */
export function typeAtEntry(x: object): Type {
  const stamp = typeof x === "function" ? stampOf(x) : undefined;
  const isOwn = typeof x !== "function" || (stamp !== undefined && isPrelude(stamp.code));
  return isOwn ? typeOfMemory(x) : "any";
}
