// Shadows of given records: during specialisation their slots are plain values.

import { abstractZero, constantOf, type AbstractValue } from "./abstract-value.ts";
import type { PrimSite } from "./site.ts";
import { NotSpecialised } from "./not-specialised.ts";

/** The shadow of a given record in a context; null for other objects, which are looked up at run time. */
export function shadowOf({ writer, args: [context, x] }: PrimSite): AbstractValue | null {
  if (x?.kind !== "object" || writer.virtual(x)?.kind !== "given") return null;
  const contents = writer.virtual(context);
  const k = contents?.kind === "context" ? contents.keys.indexOf(x.id) : -1;
  if (contents?.kind !== "context" || k < 0)
    throw new NotSpecialised("the shadow of a record in an unknown context", writer.span);
  return contents.items[k] as AbstractValue;
}

/** Reads and writes a slot: `change` gives the result and the new contents. */
export function inShadow(
  { writer, args: [shadow, key] }: PrimSite,
  change: (before: AbstractValue) => readonly [result: AbstractValue, after: AbstractValue],
): AbstractValue | null {
  const contents = writer.virtual(shadow);
  if (contents?.kind !== "record" || shadow?.kind !== "object") return null;
  const name = constantOf(key)?.value;
  const k = typeof name === "string" ? contents.keys.indexOf(name) : -1;
  if (k < 0) throw new NotSpecialised("an unknown slot of a record's shadow", writer.span);
  const [result, after] = change(contents.items[k] ?? abstractZero);
  const items = [...contents.items];
  items[k] = after;
  writer.heap.set(shadow.id, { ...contents, items });
  return result;
}
