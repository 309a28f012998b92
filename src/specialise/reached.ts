// Finds what values refer to.

import type { Steps } from "../ir/index.ts";
import { valuesOf, type AbstractValue, type ObjectId } from "./abstract-value.ts";
import type { Writer } from "./writer.ts";

/** Adds the objects that a value refers to directly. */
export function collect(known: AbstractValue, into: Set<ObjectId>): void {
  if (known.kind === "object") into.add(known.id);
  else if (known.kind === "tuple") for (const part of known.parts) collect(part, into);
}

/** Values and all that they refer to, directly or through others: each object once, and no tuples. */
export function* everyReached(
  writer: Writer,
  values: readonly AbstractValue[],
): Iterable<Exclude<AbstractValue, { readonly kind: "tuple" }>> {
  const [work, met] = [[...values], new Set<ObjectId>()];
  // The loop adds values to the list that it walks.
  for (const known of work) {
    if (known.kind === "tuple") work.push(...known.parts);
    else if (known.kind !== "object") yield known;
    else if (!met.has(known.id)) {
      met.add(known.id);
      yield known;
      work.push(...valuesOf(writer.contents(known.id)));
    }
  }
}

/** The objects that values refer to, directly or through others. */
export const reached = (writer: Writer, values: readonly AbstractValue[]): ReadonlySet<ObjectId> =>
  new Set([...everyReached(writer, values)].flatMap((known) => (known.kind === "object" ? [known.id] : [])));

/** Runs something after which values are still needed, and what they refer to: they may not change meanwhile. */
export function* keeping<T>(writer: Writer, values: readonly AbstractValue[], run: Steps<T>): Steps<T> {
  const before = [...reached(writer, values)].map((id) => [id, writer.contents(id)] as const);
  const result = yield* run;
  for (const [id, contents] of before) if (!writer.heap.has(id)) writer.heap.set(id, contents);
  return result;
}
