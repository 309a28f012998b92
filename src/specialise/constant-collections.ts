// Maps and sets of modules: code reads them as constant memory, and what they hold carries no derivative.

import { constant, elementOf, undef, type Type } from "../ir/index.ts";
import {
  isConstantCollection,
  isMap,
  keysAsList,
  mapGet,
  isPlainCollection,
  isSet,
  isTable,
} from "../runtime/index.ts";
import { ofConstant, ofOperand, type AbstractValue } from "./abstract-value.ts";
import { choiceAmong, mayBeOptions } from "./function-tables.ts";
import { guarded } from "./memory.ts";
import { isGuarded } from "./element-type.ts";
import { typeOfMemory } from "./memory-types.ts";
import { readWhere } from "./read-where.ts";
import { ofHost, type PrimSite } from "./site.ts";
import type { Writer } from "./writer.ts";

type Collection = Map<unknown, unknown> | Set<unknown>;

/** The map or set of a module that a value is; null for all other values, and where code that is written may outlive the call. */
function collectionIn(writer: Writer, known: AbstractValue | undefined): Collection | null {
  if (known?.kind !== "host" || writer.mayChange) return null;
  const { value } = known;
  const prototype: unknown = Object.getPrototypeOf(value);
  return (prototype === Map.prototype && isMap(value)) || (prototype === Set.prototype && isSet(value)) ? value : null;
}

export const isCollection = (writer: Writer, known: AbstractValue | undefined): boolean =>
  collectionIn(writer, known) !== null;

/** A method of such a map or set; null for all other values. */
export function methodOfCollection(
  writer: Writer,
  known: AbstractValue | undefined,
  name: string,
): AbstractValue | null {
  const collection = collectionIn(writer, known);
  const method: unknown = collection === null ? undefined : Reflect.get(collection, name);
  if (collection === null || typeof method !== "function") return null;
  writer.assume(collection, name, method);
  return ofHost(method);
}

/** What functions of runtime/collections.ts and runtime/tables.ts say of such a map or set, and what it holds under a key. */
export function collectionAnswer(
  { writer, id }: PrimSite,
  f: object,
  [x, key]: readonly AbstractValue[],
): AbstractValue | null {
  if (f === isConstantCollection) return ofConstant(collectionIn(writer, x) !== null);
  if (f === mapGet) return heldBy(writer, x, key, id);
  const collection = collectionIn(writer, x);
  if (collection === null) return null;
  if (f === isMap) return ofConstant(collection instanceof Map);
  if (f === keysAsList) {
    const type = typeOfMemory([...collection.keys()]);
    const element = elementOf(type);
    // Objects would be memory of the module.
    if (element !== "num" && element !== "str") return null;
    const list = writer.prim("tuple", [writer.operand(x as AbstractValue)]);
    const keys = writer.prim("passive-call", [writer.operand(ofHost(f)), undef, list], "", type);
    writer.made.note(keys, id);
    return ofOperand(keys);
  }
  if (f === isSet) return ofConstant(collection instanceof Set);
  return f === isTable || f === isPlainCollection ? ofConstant(f === isPlainCollection) : null;
}

/** What a map of a module holds under a key; null if nothing is known of that. */
function heldBy(
  writer: Writer,
  map: AbstractValue | undefined,
  key: AbstractValue | undefined,
  id: string,
): AbstractValue | null {
  const collection = collectionIn(writer, map);
  if (!(collection instanceof Map) || map === undefined || key === undefined) return null;
  const from = writer.operand(map);
  const read = writer.prim("map-get", [from, writer.operand(key)]);
  const held = [...new Set(collection.values())];
  if (mayBeOptions(held)) return choiceAmong(writer, read, held, id);
  const type = typeOfValues(held);
  if (!isGuarded(type)) return null;
  const isThere = writer.prim("ne", [read, constant(undefined)]);
  const value = readWhere(writer, isThere, () => guarded(writer, read, type, from), from);
  return writer.allocate(id, {
    kind: "perhaps",
    absent: "undefined",
    items: [value, ofOperand(isThere), ofConstant(false)],
  });
}

/** The type of the elements of an array of what a map holds. */
function typeOfValues(held: readonly unknown[]): Type {
  const type = held.length === 0 ? "any" : typeOfMemory(held);
  return elementOf(type) ?? "any";
}
