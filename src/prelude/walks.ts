// Iteration by the protocol of the language: arrays in place, maps and sets by their keys, anything else by its own iterator.

import { callWith, foreignCall, isWalked, iterable, placeNext, push, tuple } from "../host/intrinsics.ts";
import { cellOf, isMap, isPlainCollection, keysOf, nextOf, notIterable, type Cell } from "../runtime/index.ts";
import { isConstant, isHere, keysIn, keysOfConstant, valueUnder } from "./tables.ts";

type Items = ArrayLike<unknown>;

export interface Step {
  readonly done?: unknown;
  readonly value?: unknown;
}

/** What the entries of an array, a map or a set give. */
type Part = "keys" | "values" | "entries";

/** An iteration that has begun: over a list, over a map or a set, or by an iterator. */
export interface Walk {
  readonly items: Items | null;
  readonly collection: object | null;
  readonly iterator: unknown;
  readonly next: unknown;
  readonly part: Part;
  at: number;
  step: Step;
  isDone: boolean;
}

/** Aliases: functions capture a constant by its value, so the specialiser knows it; they capture an import as a variable. */
const [cell, keys, nextKey, isCollection, refuse, forMap] = [
  cellOf,
  keysOf,
  nextOf,
  isPlainCollection,
  notIterable,
  isMap,
];
const arrayIterator: unknown = Array.prototype.values;
const noStep: Step = {};

/** Begins an iteration over `x`, or over what its method `part` returns. */
export function iterate(x: unknown, name?: string, part?: Part): Walk {
  if (part !== undefined) {
    if (isWalked(x, part)) return overItems(x as Items, part);
    return begin(callWith((x as Readonly<Record<Part, unknown>>)[part], x));
  }
  return begin(x, name);
}

function begin(x: unknown, name?: string): Walk {
  if (typeof x === "string" || isWalked(x, "values")) return overItems(iterable(x as Items), "values");
  if (x === null || x === undefined) throw foreignCall(refuse, undefined, tuple(x, name));
  if (foreignCall(isCollection, undefined, tuple(x)) === true) {
    return overCollection(x, foreignCall(forMap, undefined, tuple(x)) === true ? "entries" : "values");
  }
  const method = (x as { readonly [Symbol.iterator]: unknown })[Symbol.iterator];
  if (typeof method !== "function") throw foreignCall(refuse, undefined, tuple(x, name));
  if (method === arrayIterator) return overItems(x as Items, "values");
  const iterator = callWith(method, x);
  if (!isObject(iterator)) throw new TypeError("Result of the Symbol.iterator method is not an object");
  const { next } = iterator as { readonly next: unknown };
  return { items: null, collection: null, iterator, next, part: "values", at: 0, step: noStep, isDone: false };
}

function overItems(items: Items, part: Part): Walk {
  return { items, collection: null, iterator: null, next: null, part, at: 0, step: noStep, isDone: false };
}

/** An iteration over a map or a set that has its own iterator. */
export function overCollection(collection: object, part: Part): Walk {
  if (isConstant(collection)) {
    const items = keysOfConstant(collection);
    return { items, collection, iterator: null, next: null, part, at: 0, step: noStep, isDone: false };
  }
  const iterator = isHere(collection) ? null : foreignCall(keys, undefined, tuple(collection));
  return { items: null, collection, iterator, next: null, part, at: 0, step: noStep, isDone: false };
}

/** Whether there is one more item. */
export function more(walk: Walk): boolean {
  if (walk.items !== null) return walk.at < walk.items.length;
  if (walk.isDone) return false;
  if (isHere(walk.collection)) {
    const place = placeNext(keysIn(walk.collection), walk.at);
    if (place < 0) walk.isDone = true;
    else walk.at = place;
    return place >= 0;
  }
  // An iterator that throws has ended: it is not told of the error.
  walk.isDone = true;
  const step =
    walk.collection === null
      ? callWith(walk.next, walk.iterator)
      : foreignCall(nextKey, undefined, tuple(walk.iterator));
  if (!isObject(step)) throw new TypeError(`Iterator result ${String(step)} is not an object`);
  walk.step = step as Step;
  if (!(step as Step).done) walk.isDone = false;
  return !walk.isDone;
}

export function item(walk: Walk): unknown {
  if (walk.items !== null) {
    const index = walk.at++;
    if (walk.collection !== null) return itemAt(walk.collection, walk.part, walk.items[index], index);
    if (walk.part === "keys") return index;
    return walk.part === "values" ? walk.items[index] : [index, walk.items[index]];
  }
  if (isHere(walk.collection)) {
    const place = walk.at++;
    return itemAt(walk.collection, walk.part, keysIn(walk.collection)[place], place);
  }
  const { value } = walk.step;
  if (walk.collection === null) return value;
  const held = foreignCall(cell, undefined, tuple(walk.collection, value)) as Cell;
  if (walk.part === "keys") return held.k;
  return walk.part === "values" ? held.v : [held.k, held.v];
}

/** An item of a table, or of a map or set of a module, of which key `key` is in this place. */
function itemAt(collection: unknown, part: Part, key: unknown, place: number): unknown {
  if (part === "keys") return key;
  const value = valueUnder(collection, key, place);
  return part === "values" ? value : [key, value];
}

/** Ends an iteration, early if there are more items. After that nothing ends it once more. */
export function finish(walk: Walk): void {
  if (walk.items !== null || walk.collection !== null || walk.isDone) return;
  walk.isDone = true;
  const end = (walk.iterator as { readonly return?: unknown }).return;
  if (end === undefined || end === null) return;
  if (typeof end !== "function") throw new TypeError(`${String(end)} is not a function`);
  const result = callWith(end, walk.iterator);
  if (!isObject(result)) throw new TypeError(`Iterator result ${String(result)} is not an object`);
}

/** The next item; undefined if there is none. */
export function next(walk: Walk): unknown {
  return more(walk) ? item(walk) : undefined;
}

/** All further items, as an array. */
export function rest(walk: Walk): unknown[] {
  const items: unknown[] = [];
  while (more(walk)) push(items, item(walk));
  return items;
}

/** The items. Arrays may be given as they are. */
export function list(x: unknown, name?: string): Items {
  if (typeof x === "string" || isWalked(x, "values")) return iterable(x as Items);
  const walk = iterate(x, name);
  if (walk.items !== null && walk.collection === null) return walk.items;
  return rest(walk);
}

const isObject = (x: unknown): boolean => (typeof x === "object" && x !== null) || typeof x === "function";
