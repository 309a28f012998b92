// Compiled getters and setters: how properties are read and written that they may be behind.

import { stampOf } from "./closure.ts";
import type { Cell } from "./collections.ts";
import type { AnyFunction } from "./factory.ts";
import { cellOfAccessor } from "./made-classes.ts";
import { methodFor } from "./made-instances.ts";
import { noteFormat } from "./formats.ts";

/** `super`: a getter that is called for another object than it is read from. */
export type AccessorKind = "get" | "set" | "super";

/**
 * The compiled getter or setter behind a property, or its cell if it has one; undefined if there is none. For `super` any getter:
 * reading the property would call it for the wrong object.
 */
export function accessorOf(x: unknown, key: PropertyKey, kind: AccessorKind): AnyFunction | Cell | undefined {
  if (x === null || x === undefined) return undefined;
  for (let o = Object(x) as object | null; o !== null; o = Object.getPrototypeOf(o) as object | null) {
    const property = Object.getOwnPropertyDescriptor(o, key);
    if (property === undefined) continue;
    const f = property[kind === "set" ? "set" : "get"] as AnyFunction | undefined;
    if (kind === "get") noteFormat(f, x);
    if (f === undefined || (kind !== "super" && stampOf(f) === undefined)) return undefined;
    return cellOfAccessor(f) ?? f;
  }
  return undefined;
}

/** Reads a property as JavaScript does. The prelude has its derivative. */
export const readProperty = (x: object, key: PropertyKey, receiver: unknown): unknown =>
  x === receiver ? (x as Record<PropertyKey, unknown>)[key] : methodFor(receiver, Reflect.get(x, key, receiver));

/** Writes a property as JavaScript does; a setter is called for `receiver`. The prelude has its derivative. */
export function writeProperty(x: object, key: PropertyKey, value: unknown, receiver: unknown = x): void {
  if (receiver === x) (x as Record<PropertyKey, unknown>)[key] = value;
  else if (!Reflect.set(x, key, value, receiver)) throw new TypeError(`Cannot assign to property '${String(key)}'`);
}
