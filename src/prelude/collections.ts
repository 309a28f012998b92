// Map, Set and WeakMap. What a program sees is the collection itself; derivatives see the cell of each entry, a record with its
// value and its key (runtime/collections.ts). In specialised code, maps and sets that it makes are tables (runtime/tables.ts).

import { callWith, foreignCall, placeAdd, placeClear, placeOf, placeRemove, push, tuple } from "../host/intrinsics.ts";
import {
  cellOf,
  dropAll,
  dropEntry,
  emptyMap,
  emptySet,
  emptyWeakMap,
  isMap,
  isSet,
  isWeakMap,
  newCell,
  type Cell,
} from "../runtime/index.ts";
import { notFunction } from "./indices.ts";
import { named, type Replacement } from "./replacements.ts";
import { heldByConstant, isConstant, isHere, keysIn, valuesIn } from "./tables.ts";
import { item, iterate, more, overCollection } from "./walks.ts";

type AnyFunction = (...args: unknown[]) => unknown;
type Test = (x: unknown) => boolean;

const nativeHas: unknown = Reflect.get(Set.prototype, "has");
const hasKey: unknown = Reflect.get(Map.prototype, "has");

/** Aliases: functions capture a constant by its value, so the specialiser knows it; they capture an import as a variable. */
const [cell, write, mapOf, setOf, weakMapOf] = [cellOf, newCell, emptyMap, emptySet, emptyWeakMap];
const [forMap, forSet, forWeakMap] = [isMap, isSet, isWeakMap];
const [drop, empty] = [dropEntry, dropAll];

function requireKind(x: unknown, test: Test, method: string): void {
  if (foreignCall(test, undefined, tuple(x)) !== true)
    throw new TypeError(`Method ${method} called on incompatible receiver ${String(x)}`);
}

function read(collection: unknown, key: unknown): unknown {
  if (isHere(collection)) {
    const place = placeOf(keysIn(collection), key);
    return place < 0 ? undefined : valuesIn(collection)[place];
  }
  if (isConstant(collection)) return heldByConstant(collection, key);
  const entry = foreignCall(cell, undefined, tuple(collection, key)) as Cell | undefined;
  return entry === undefined ? undefined : entry.v;
}

function put(collection: unknown, key: unknown, value: unknown): void {
  if (isHere(collection)) {
    const place = placeOf(keysIn(collection), key);
    if (place < 0) {
      enter(keysIn(collection), key);
      push(valuesIn(collection), value);
    } else valuesIn(collection)[place] = value;
    return;
  }
  const before = foreignCall(cell, undefined, tuple(collection, key)) as Cell | undefined;
  const entry = foreignCall(write, undefined, tuple(collection, key, value)) as Cell;
  // The cell has both already; this gives it the derivatives. An entry keeps the key that it had first.
  entry.v = value;
  entry.k = before === undefined ? positive(key) : before.k;
}

function enter(keys: unknown[], key: unknown): void {
  placeAdd(keys, key);
  push(keys, positive(key));
}

/** As a key, -0 becomes 0. */
const positive = (key: unknown): unknown => (typeof key === "number" ? key + 0 : key);

export function newMap(entries?: unknown): unknown {
  return filled(foreignCall(mapOf, undefined, tuple()), entries);
}

export function newWeakMap(entries?: unknown): unknown {
  return filled(foreignCall(weakMapOf, undefined, tuple()), entries);
}

function filled(map: unknown, entries: unknown): unknown {
  if (entries === undefined || entries === null) return map;
  const walk = iterate(entries);
  while (more(walk)) {
    const entry = item(walk);
    if (typeof entry !== "object" || entry === null)
      throw new TypeError(`Iterator value ${String(entry)} is not an entry object`);
    put(map, (entry as readonly unknown[])[0], (entry as readonly unknown[])[1]);
  }
  return map;
}

export function newSet(items?: unknown): unknown {
  const set = foreignCall(setOf, undefined, tuple());
  if (items === undefined || items === null) return set;
  const walk = iterate(items);
  while (more(walk)) addTo(set as Set<unknown>, item(walk));
  return set;
}

function addTo(set: Set<unknown>, value: unknown): void {
  if (isHere(set)) {
    if (placeOf(keysIn(set), value) < 0) enter(keysIn(set), value);
  } else if (!(foreignCall(nativeHas, set, tuple(value)) as boolean)) put(set, value, positive(value));
}

export function mapGet(this: unknown, key: unknown): unknown {
  requireKind(this, forMap, "Map.prototype.get");
  return read(this, key);
}

export function mapSet(this: unknown, key: unknown, value: unknown): unknown {
  requireKind(this, forMap, "Map.prototype.set");
  put(this, key, value);
  return this;
}

export function weakMapGet(this: unknown, key: unknown): unknown {
  requireKind(this, forWeakMap, "WeakMap.prototype.get");
  return read(this, key);
}

export function weakMapSet(this: unknown, key: unknown, value: unknown): unknown {
  requireKind(this, forWeakMap, "WeakMap.prototype.set");
  put(this, key, value);
  return this;
}

export function setAdd(this: unknown, value: unknown): unknown {
  requireKind(this, forSet, "Set.prototype.add");
  addTo(this as Set<unknown>, value);
  return this;
}

/** `has` of maps and sets. */
const having = (kind: Test, native: unknown, method: string): AnyFunction =>
  function (this: unknown, key: unknown): unknown {
    requireKind(this, kind, method);
    return isHere(this) ? placeOf(keysIn(this), key) >= 0 : foreignCall(native, this, tuple(key));
  };

/** `delete` of maps, sets and weak maps. */
const deleting = (kind: Test, method: string): AnyFunction =>
  function (this: unknown, key: unknown): unknown {
    requireKind(this, kind, method);
    return isHere(this) ? placeRemove(keysIn(this), key) >= 0 : foreignCall(drop, undefined, tuple(this, key));
  };

/** `clear` of maps and sets. */
const clearing = (kind: Test, method: string): AnyFunction =>
  function (this: unknown): unknown {
    requireKind(this, kind, method);
    if (isHere(this)) placeClear(keysIn(this));
    else foreignCall(empty, undefined, tuple(this));
    return undefined;
  };

export function mapForEach(this: unknown, callback: AnyFunction, thisArg?: unknown): void {
  requireKind(this, forMap, "Map.prototype.forEach");
  if (typeof callback !== "function") throw notFunction(callback);
  const walk = overCollection(this as object, "entries");
  while (more(walk)) {
    const entry = item(walk) as readonly unknown[];
    callWith(callback, thisArg, entry[1], entry[0], this);
  }
}

export function setForEach(this: unknown, callback: AnyFunction, thisArg?: unknown): void {
  requireKind(this, forSet, "Set.prototype.forEach");
  if (typeof callback !== "function") throw notFunction(callback);
  const walk = overCollection(this as object, "values");
  while (more(walk)) {
    const value = item(walk);
    callWith(callback, thisArg, value, value, this);
  }
}

/** An iterator such as `map.values()`. */
function iteratorOver(collection: unknown, part: "keys" | "values" | "entries"): object {
  const walk = overCollection(collection as object, part);
  return {
    next(): object {
      return more(walk) ? { value: item(walk), done: false } : { value: undefined, done: true };
    },
    [Symbol.iterator](): object {
      return this;
    },
  };
}

export function mapKeys(this: unknown): object {
  requireKind(this, forMap, "Map.prototype.keys");
  return iteratorOver(this, "keys");
}

export function mapValues(this: unknown): object {
  requireKind(this, forMap, "Map.prototype.values");
  return iteratorOver(this, "values");
}

export function mapEntries(this: unknown): object {
  requireKind(this, forMap, "Map.prototype.entries");
  return iteratorOver(this, "entries");
}

export function setValues(this: unknown): object {
  requireKind(this, forSet, "Set.prototype.values");
  return iteratorOver(this, "values");
}

export function setEntries(this: unknown): object {
  requireKind(this, forSet, "Set.prototype.entries");
  const walk = overCollection(this as object, "values");
  return {
    next(): object {
      if (!more(walk)) return { value: undefined, done: true };
      const value = item(walk);
      return { value: [value, value], done: false };
    },
    [Symbol.iterator](): object {
      return this;
    },
  };
}

/** Natives and what is compiled in their place. An entry for a class replaces its construction too. */
export const collectionReplacements: readonly Replacement[] = [
  [Map, newMap],
  [Set, newSet],
  [WeakMap, newWeakMap],
  ...named(Map.prototype, {
    get: mapGet,
    set: mapSet,
    has: having(forMap, hasKey, "Map.prototype.has"),
    delete: deleting(forMap, "Map.prototype.delete"),
    clear: clearing(forMap, "Map.prototype.clear"),
    forEach: mapForEach,
    keys: mapKeys,
    values: mapValues,
    entries: mapEntries,
  }),
  ...named(Set.prototype, {
    has: having(forSet, nativeHas, "Set.prototype.has"),
    delete: deleting(forSet, "Set.prototype.delete"),
    clear: clearing(forSet, "Set.prototype.clear"),
    add: setAdd,
    forEach: setForEach,
    values: setValues,
    entries: setEntries,
  }),
  ...named(WeakMap.prototype, {
    delete: deleting(forWeakMap, "WeakMap.prototype.delete"),
    get: weakMapGet,
    set: weakMapSet,
  }),
];
