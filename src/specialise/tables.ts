// Maps and sets that specialised code makes: tables (runtime/tables.ts), records that are known by the names of their
// properties. The program asks them for methods, and for their size; it must not find out that they are records (stand-ins.ts).

import { fieldsOfType, isArray, type Operand, type Type } from "../ir/index.ts";
import {
  emptyMap,
  emptySet,
  isMap,
  isOfTables,
  isPlainCollection,
  isSet,
  isTable,
  keysOfTable,
  tableKeys,
  tableValues,
  valuesOfTable,
} from "../runtime/index.ts";
import { constantOf, ofConstant, ofOperand, type AbstractValue } from "./abstract-value.ts";
import { inheritedFrom } from "./instances.ts";
import { NotSpecialised } from "./not-specialised.ts";
import type { PrimSite } from "./site.ts";
import { isTableType } from "./stand-in-types.ts";
import { symbolOf } from "./symbols.ts";
import { typeOfAbstract } from "./type-of-abstract.ts";
import type { Writer } from "./writer.ts";

/** The class of what a value is, if it is a table; null for all other values. */
export function tableClass(writer: Writer, known: AbstractValue | undefined): typeof Map | typeof Set | null {
  if (known === undefined) return null;
  const contents = writer.virtual(known);
  if (contents !== null) {
    if (contents.kind !== "record" || !contents.keys.includes(tableKeys)) return null;
    return contents.keys.includes(tableValues) ? Map : Set;
  }
  if (known.kind !== "operand" && known.kind !== "object") return null;
  const type = typeOfAbstract(writer, known);
  if (!isTableType(type)) return null;
  if (type.includes(`"${tableValues}"?`)) throw new NotSpecialised("a Map or a Set that leaves the code", writer.span);
  return fieldsOfType(type).has(tableValues) ? Map : Set;
}

/** The prototype of a table, as the program sees it; null for all other values. */
export const prototypeOfTable = (writer: Writer, known: AbstractValue | undefined): object | null =>
  (tableClass(writer, known)?.prototype as object | undefined) ?? null;

/** What functions of runtime/collections.ts and runtime/tables.ts give; null for others, and where the language's own are needed. */
export function tableAnswer(
  { writer, id }: PrimSite,
  asks: object,
  [x]: readonly AbstractValue[],
): AbstractValue | null {
  if (asks === emptyMap || asks === emptySet) {
    const list = (of: string): AbstractValue => writer.allocate(`${id}.${of}`, { kind: "array", items: [] });
    return asks === emptyMap
      ? writer.allocate(id, { kind: "record", keys: [tableKeys, tableValues], items: [list("keys"), list("values")] })
      : writer.allocate(id, { kind: "record", keys: [tableKeys], items: [list("keys")] });
  }
  const of = tableClass(writer, x);
  if (asks === isTable) return ofConstant(of !== null);
  if (of === null || x === undefined) return null;
  if (asks === keysOfTable) return listOf(writer, x, tableKeys);
  if (asks === valuesOfTable) return listOf(writer, x, tableValues);
  if (asks === isMap) return ofConstant(of === Map);
  if (asks === isSet) return ofConstant(of === Set);
  if (asks === isPlainCollection) return inheritedFrom(writer, of.prototype, Symbol.iterator) && ofConstant(true);
  return null;
}

/** A property of a table as the program sees it, or a list of the table's own. Null for all other objects. */
export function propertyOfTable({ writer, args: [object, key], type }: PrimSite): AbstractValue | null {
  const of = tableClass(writer, object);
  if (of === null || object === undefined) return null;
  const name = constantOf(key)?.value;
  // Only code that is written here has a type that tells what it reads.
  if (typeof name === "string" && isOfTables(name) && isArray(type)) return listOf(writer, object, name);
  if (name === "size") {
    const keys = writer.operand(listOf(writer, object, tableKeys));
    return ofOperand(writer.prim("place-count", [keys], "size", "int"));
  }
  const own = typeof name === "string" ? name : symbolOf(writer, key);
  const method = own === undefined ? null : inheritedFrom(writer, of.prototype, own);
  if (method?.kind !== "host") throw new NotSpecialised("a Map or a Set that leaves the code", writer.span);
  return method;
}

/** Whether two tables are the same one: then they have the same list. Null unless both values are tables. */
export function sameTable(writer: Writer, a: AbstractValue | undefined, b: AbstractValue | undefined): Operand | null {
  if (tableClass(writer, a) === null || tableClass(writer, b) === null) return null;
  const lists = [a, b].map((one) => writer.operand(listOf(writer, one as AbstractValue, tableKeys)));
  return writer.prim("eq", lists, "", "bool");
}

function listOf(writer: Writer, table: AbstractValue, name: string): AbstractValue {
  const contents = writer.virtual(table);
  if (contents?.kind === "record") return contents.items[contents.keys.indexOf(name)] as AbstractValue;
  const record = writer.operand(table);
  const type = fieldsOfType(writer.typeOf(record)).get(name) as Type;
  // Only code that knows what it is has made it.
  const list = writer.prim("get", [record, { kind: "const", value: name }], "", type);
  writer.made.noteRead(list, record, name);
  return ofOperand(list);
}
