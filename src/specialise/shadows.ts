// Shadows of given records: during specialisation their slots are plain values.

import type { Operand, PrimName } from "../ir/index.ts";
import { abstractZero, constantOf, type AbstractValue } from "./abstract-value.ts";
import { readWhere } from "./read-where.ts";
import type { PrimSite } from "./site.ts";
import type { Writer } from "./writer.ts";
import { NotSpecialised } from "./not-specialised.ts";

/** A context that already has shadows of the given records, and of objects that calls of operators get. */
export function newContext({ writer, id, prim }: PrimSite): AbstractValue {
  const records = writer.heap.given();
  const shadows = records.map((record): AbstractValue => {
    const { keys } = writer.contents(record) as { readonly keys: readonly string[] };
    return writer.allocate(`${id}^${record}`, { kind: "record", keys, items: keys.map(() => abstractZero) });
  });
  const context = writer.allocate(id, {
    kind: "context",
    operand: writer.prim(prim, []),
    keys: records,
    items: shadows,
  });
  for (const object of writer.apart)
    if (writer.heap.has(object)) allowShadow(writer, context, { kind: "object", id: object });
  return context;
}

/**
 * The shadow of a given record in a context, or of an object that may have one (`allowShadow`); null for other objects, whose
 * shadows are looked up at run time.
 */
export function shadowOf({ writer, args: [context, x] }: PrimSite): AbstractValue | null {
  const own = writer.virtual(x);
  if (x?.kind !== "object" || own === null) return null;
  const contents = writer.virtual(context);
  const k = contents?.kind === "context" ? contents.keys.indexOf(x.id) : -1;
  if (own.kind !== "given" && k < 0) return null;
  if (contents?.kind !== "context" || k < 0)
    throw new NotSpecialised("the shadow of a record in an unknown context", writer.span);
  return contents.items[k] as AbstractValue;
}

/** The shadow of memory that may be absent: it is read only where the memory is there, as it is used there alone. */
export function shadowWhereThere(
  writer: Writer,
  prim: PrimName,
  [context, x]: readonly AbstractValue[],
): AbstractValue | null {
  const perhaps = prim === "shadow" && x !== undefined ? writer.perhaps(x) : null;
  if (perhaps === null || context === undefined) return null;
  const [within, memory, isThere] = [context, ...perhaps.items].map((known) => writer.operand(known));
  const read = (): AbstractValue => writer.known("shadow", [within as Operand, memory as Operand]);
  return readWhere(writer, isThere as Operand, read, memory as Operand);
}

/**
 * Makes the shadow of an array or a record that a call has just made a plain value, as long as the object is not materialised
 * (`Writer`). Nothing has been added to it before.
 */
export function allowShadow(writer: Writer, context: AbstractValue, object: AbstractValue): void {
  const [own, contents] = [writer.virtual(object), writer.virtual(context)];
  if (contents?.kind !== "context" || context.kind !== "object" || object.kind !== "object") return;
  if ((own?.kind !== "record" && own?.kind !== "array") || contents.keys.includes(object.id)) return;
  const keys = own.kind === "record" ? own.keys : own.items.map((_, k) => String(k));
  const items = keys.map(() => abstractZero);
  const shadow = writer.allocate(`${context.id}^${object.id}`, { kind: "record", keys, items });
  writer.heap.set(context.id, {
    ...contents,
    keys: [...contents.keys, object.id],
    items: [...contents.items, shadow],
  });
}

/** Reads and writes a slot: `change` gives the result and the new contents. */
export function inShadow(
  { writer, args: [shadow, key] }: PrimSite,
  change: (before: AbstractValue) => readonly [result: AbstractValue, after: AbstractValue],
): AbstractValue | null {
  const contents = writer.virtual(shadow);
  if (contents?.kind !== "record" || shadow?.kind !== "object") return null;
  const name = constantOf(key)?.value;
  const k = typeof name === "string" || typeof name === "number" ? contents.keys.indexOf(String(name)) : -1;
  if (k < 0) throw new NotSpecialised("an unknown slot of a record's shadow", writer.span);
  const [result, after] = change(contents.items[k] ?? abstractZero);
  const items = [...contents.items];
  items[k] = after;
  writer.heap.set(shadow.id, { ...contents, items });
  return result;
}
