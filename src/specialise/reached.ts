// Finds the objects that values refer to.

import { fieldsOf, type AbstractValue, type ObjectId } from "./abstract-value.ts";
import type { Writer } from "./writer.ts";

/** Adds the objects that a value refers to directly. */
export function collect(known: AbstractValue, into: Set<ObjectId>): void {
  if (known.kind === "object") into.add(known.id);
  else if (known.kind === "tuple") for (const part of known.parts) collect(part, into);
}

/** The objects that values refer to, directly or through others. */
export function reached(writer: Writer, values: readonly AbstractValue[]): ReadonlySet<ObjectId> {
  const met = new Set<ObjectId>();
  for (const known of values) collect(known, met);
  // The loop adds objects to the set that it walks.
  for (const id of met) for (const [, field] of fieldsOf(writer.contents(id))) collect(field, met);
  return met;
}
