// Private members of classes, as differentiated code reads and writes them (runtime/privates.ts).

import { callWith, foreignCall, tuple } from "../host/intrinsics.ts";
import {
  brand,
  hasPrivate,
  isPrivateMethod,
  newPrivateCell,
  privateCell,
  privateMember,
  type AnyFunction,
  type Cell,
} from "../runtime/index.ts";

/** Aliases: functions capture a constant by its value, so the specialiser knows it; they capture an import as a variable. */
const [cell, write, member, isMethod, has, note] = [
  privateCell,
  newPrivateCell,
  privateMember,
  isPrivateMethod,
  hasPrivate,
  brand,
];

export function readPrivate(home: object, name: string, object: object): unknown {
  const used = foreignCall(member, undefined, tuple(home, name, object, false)) as AnyFunction | Cell | "field";
  if (used === "field") return (foreignCall(cell, undefined, tuple(home, name, object)) as Cell).v;
  const f = typeof used === "function" ? used : (used.v as AnyFunction);
  return foreignCall(isMethod, undefined, tuple(home, name)) === true ? f : callWith(f, object);
}

export function writePrivate(home: object, name: string, object: object, value: unknown): void {
  const used = foreignCall(member, undefined, tuple(home, name, object, true)) as AnyFunction | Cell | "field";
  if (used === "field") put(home, name, object, value, false);
  else callWith(typeof used === "function" ? used : used.v, object, value);
}

export function definePrivate(home: object, name: string, object: object, value: unknown): void {
  put(home, name, object, value, true);
}

function put(home: object, name: string, object: object, value: unknown, isNew: boolean): void {
  const entry = foreignCall(write, undefined, tuple(home, name, object, value, isNew)) as Cell;
  // The cell has the value already; this gives it the derivative.
  entry.v = value;
}

export function isPrivateIn(home: object, name: string, object: unknown): boolean {
  return foreignCall(has, undefined, tuple(home, name, object)) as boolean;
}

export function brandObject(home: object, object: object): void {
  foreignCall(note, undefined, tuple(home, object));
}
