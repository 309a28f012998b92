// Functions of Object that list or copy properties: keys, values, entries, assign, fromEntries.
//
// They copy the own enumerable properties with string keys; `assign` also copies those with symbols as keys.

import { arrayNew, keys, ownSlot, propertyKeys } from "../host/intrinsics.ts";
import { objectFrom } from "./objects.ts";
import { list } from "./walks.ts";

const isPrimitive = (x: unknown): boolean => typeof x !== "object" && typeof x !== "function";

type Properties = Record<PropertyKey, unknown>;

export function objectKeys(object: object): readonly string[] {
  return keys(object);
}

export function objectValues(object: object): unknown[] {
  const names = keys(object);
  const result = arrayNew(names.length);
  for (let i = 0; i < names.length; i++) result[i] = (object as Properties)[names[i] as string];
  return result;
}

export function objectEntries(object: object): unknown[] {
  const names = keys(object);
  const result = arrayNew(names.length);
  for (let i = 0; i < names.length; i++) {
    const name = names[i] as string;
    result[i] = [name, (object as Properties)[name]];
  }
  return result;
}

export function assign(given: object, ...sources: readonly unknown[]): object {
  if (given === null || given === undefined) throw new TypeError("Cannot convert undefined or null to object");
  const target = isPrimitive(given) ? objectFrom(given) : given;
  for (let i = 0; i < sources.length; i++) {
    const source = sources[i];
    if (source !== null && source !== undefined) copyProperties(target as Properties, source as Properties);
  }
  return target as object;
}

function copyProperties(target: Properties, source: Properties): void {
  const names = propertyKeys(source);
  for (let i = 0; i < names.length; i++) {
    const name = names[i] as PropertyKey;
    target[name] = source[name];
  }
}

export function fromEntries(entries: Iterable<readonly [string, unknown]>): object {
  const source = list(entries);
  const result: Properties = {};
  for (let i = 0; i < source.length; i++) {
    const entry = source[i] as readonly [string, unknown] | null;
    if ((typeof entry !== "object" && typeof entry !== "function") || entry === null)
      throw new TypeError(`Iterator value ${String(entry)} is not an entry object`);
    ownSlot(result, entry[0]);
    result[entry[0]] = entry[1];
  }
  return result;
}
