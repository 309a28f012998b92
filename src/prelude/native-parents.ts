// What `super(…)` does in classes that extend arrays, maps and sets (runtime/native-parents.ts).

import { callWith, setLength } from "../host/intrinsics.ts";
import { isObject } from "./classes.ts";
import { newArray } from "./construction.ts";
import { item, iterate, more } from "./walks.ts";

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
