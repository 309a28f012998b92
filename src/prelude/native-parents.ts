// Classes that extend arrays, maps and sets: how their objects are made, and what `super(…)` does with them
// (runtime/native-parents.ts).

import { callWith, foreignCall, setLength, tuple } from "../host/intrinsics.ts";
import { emptyObject } from "../runtime/index.ts";
import { newArray } from "./construction.ts";
import { item, iterate, more } from "./walks.ts";

type AnyFunction = (...args: unknown[]) => unknown;

/** Aliases: functions capture a constant by its value, so the specialiser knows it; they capture an import as a variable. */
const [empty] = [emptyObject];

/** `new C(…)` of a class whose instances have this prototype, and whose constructor is `initialise`. */
export function nativeConstruction(prototype: object, initialise: AnyFunction): AnyFunction {
  return (...args: unknown[]): unknown => {
    const object = foreignCall(empty, undefined, tuple(prototype));
    const result = callWith(initialise, object, ...args);
    return isObject(result) ? result : object;
  };
}

/** The same of a class that differentiated code made: of the function that is its constructor. */
export function nativeConstructionByFunction(f: AnyFunction): AnyFunction {
  return (...args: unknown[]): unknown => {
    const { prototype } = f as unknown as { readonly prototype: unknown };
    const object = foreignCall(empty, undefined, tuple(prototype));
    const result = callWith(f, object, ...args);
    return isObject(result) ? result : object;
  };
}

function initialiseArray(this: unknown[], ...items: readonly unknown[]): void {
  const made = newArray(...items);
  setLength(this, made.length);
  if (items.length === 1 && typeof items[0] === "number") return;
  for (let k = 0; k < made.length; k++) this[k] = made[k];
}

interface Collection {
  readonly set: unknown;
  readonly add: unknown;
}

function initialiseMap(this: Collection, entries?: unknown): void {
  if (entries === undefined || entries === null) return;
  const { set } = this;
  for (const walk = iterate(entries); more(walk);) {
    const entry = item(walk);
    if (!isObject(entry)) throw new TypeError(`Iterator value ${String(entry)} is not an entry object`);
    callWith(set, this, (entry as readonly unknown[])[0], (entry as readonly unknown[])[1]);
  }
}

function initialiseSet(this: Collection, items?: unknown): void {
  if (items === undefined || items === null) return;
  const { add } = this;
  for (const walk = iterate(items); more(walk);) callWith(add, this, item(walk));
}

function initialiseObject(): void {
  // What `Object` itself makes is empty.
}

/** What `super(…)` does, by the class that it means. */
export const nativeParents: readonly (readonly [unknown, unknown])[] = [
  [Array, initialiseArray],
  [Map, initialiseMap],
  [WeakMap, initialiseMap],
  [Set, initialiseSet],
  [Object, initialiseObject],
];

function isObject(x: unknown): x is object {
  return (typeof x === "object" && x !== null) || typeof x === "function";
}
