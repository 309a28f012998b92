// Classes, and objects with getters and setters, that differentiated code makes (runtime/made-classes.ts).

import { foreignCall, gather, tuple } from "../host/intrinsics.ts";
import {
  declarePrivate,
  defineMember,
  fieldKey,
  makeClass,
  noteFieldKey,
  refuseReturned,
  parentOf,
  type AnyFunction,
  type Cell,
  type MemberKind,
} from "../runtime/index.ts";

/** Aliases: functions capture a constant by its value, so the specialiser knows it; they capture an import as a variable. */
const [make, parent, define, declare] = [makeClass, parentOf, defineMember, declarePrivate];
const [note, keyOf, refuse] = [noteFieldKey, fieldKey, refuseReturned];

export function makeClassOf(...args: readonly unknown[]): void {
  const cell = foreignCall(make, undefined, gather(args, args.length)) as Cell | undefined;
  // All have these values already; this gives them the derivatives.
  (args[0] as AnyFunction & { prototype: { constructor: unknown } }).prototype.constructor = args[0];
  if (cell !== undefined) cell.v = args[2];
}

/** What `super(…)` calls the constructor of. */
export function classParent(type: object): unknown {
  const found = foreignCall(parent, undefined, tuple(type));
  return typeof found === "object" && found !== null ? (found as Cell).v : found;
}

export function defineClassMember(
  target: object,
  key: PropertyKey,
  kind: MemberKind,
  f: AnyFunction,
  isEnumerable: boolean,
): void {
  const cell = foreignCall(define, undefined, tuple(target, key, kind, f, isEnumerable)) as Cell | undefined;
  // Both have the function already; this gives them the derivative.
  if (cell === undefined) (target as Record<PropertyKey, unknown>)[key] = f;
  else cell.v = f;
}

export function definePrivateMember(
  home: object,
  name: string,
  kind: MemberKind | "field",
  f: AnyFunction | undefined,
  isStatic: boolean,
): void {
  const cell = foreignCall(declare, undefined, tuple(home, name, kind, f, isStatic)) as Cell | undefined;
  if (cell !== undefined) cell.v = f;
}

export function defineFieldKey(type: object, place: number, key: unknown): void {
  foreignCall(note, undefined, tuple(type, place, key));
}

export function computedFieldKey(type: object, place: number): unknown {
  return foreignCall(keyOf, undefined, tuple(type, place));
}

export function requireNothingReturned(object: unknown): void {
  foreignCall(refuse, undefined, tuple(object));
}
