// The structure of a value, as a known record: gradients mirror it (runtime/structure.ts).

import {
  constant,
  elementOf,
  isEndless,
  fieldsOfType,
  isFloats,
  isInactive,
  isNumber,
  isRecord,
  propertiesOfType,
  type Operand,
  type Type,
} from "../ir/index.ts";
import { numberStructure, stampOf, type Structure } from "../runtime/index.ts";
import { arrayOperand, lengthOfArray, propertyOf } from "./memory.ts";
import {
  constantOf,
  fieldsOf,
  hasNamesAlone,
  ofConstant,
  ofOperand,
  type AbstractValue,
  type Key,
  type ObjectId,
} from "./abstract-value.ts";
import { requireVariables } from "./listed-variables.ts";
import { NeedsArray } from "./not-specialised.ts";
import { reached } from "./reached.ts";
import { standInsWithin } from "./stand-in-types.ts";
import { typeOfAbstract } from "./type-of-abstract.ts";
import type { Writer } from "./writer.ts";

/**
 * The structure of `x`, allocated under the name `id`; null if it is known at run time only. `isSettled`: the memory does not change
 * before the structure is not needed any more.
 */
export function structureOf(writer: Writer, x: AbstractValue, id: ObjectId, isSettled = false): AbstractValue | null {
  if (x.kind !== "tuple" && standInsWithin(typeOfAbstract(writer, x)).has("pair")) throw new NeedsArray(writer.span);
  if (constantOf(x) !== null && typeof constantOf(x)?.value !== "number") return structureRecord(writer, id, "none");
  if (isNumber(typeOfAbstract(writer, x))) return structureRecord(writer, id, numberStructure.kind);
  const type = typeOfAbstract(writer, x);
  if (type === "bool" || type === "str" || type === "undef" || type === "null")
    return structureRecord(writer, id, "none");
  // Integers carry no derivative.
  if (type === "integers") return structureRecord(writer, id, "none");
  const array = arrayOperand(writer, x);
  if (array !== null) return structureOfArray(writer, array, id, isSettled);
  const contents = writer.virtual(x);
  if (x.kind === "host") {
    const stamp = stampOf(x.value);
    if (stamp === undefined || Object.keys(x.value).length > 0) return null;
    const { captures } = stamp.code.program.func(stamp.code.name);
    return captures.some(({ from }) => from === "scope") ? null : structureRecord(writer, id, "none", x);
  }
  if (contents?.kind === "given") {
    const shown = contents.keys.map((name, k) => ({ name, k }));
    return structureOfFields(writer, "object", x, shown, contents.items, id, isSettled);
  }
  if (contents?.kind === "record" && x.kind === "object") {
    if (!hasNamesAlone(contents.keys)) return null;
    const shown = contents.keys.map((name, k) => ({ name, k }));
    return isNestedIn(writer, x) ? null : structureOfFields(writer, "object", x, shown, contents.items, id, isSettled);
  }
  if (contents?.kind === "array" && x.kind === "object")
    return isNestedIn(writer, x) ? null : structureOfList(writer, x, contents.items, id);
  if (isRecord(type) && contents === null) return isTold(type) ? structureOfRecord(writer, x, id, isSettled) : null;
  if (contents?.kind !== "closure") return null;
  const { code, items } = contents;
  requireVariables(writer, code, items, (k) => typeOfAbstract(writer, items[k] as AbstractValue));
  const { captures } = code.program.func(code.name);
  const shown = captures.flatMap(({ name, from }, k) => (from === "scope" ? [{ name, k }] : []));
  if (shown.length === 0) return structureRecord(writer, id, "none", x);
  return structureOfFields(writer, "closure", x, shown, items, id, isSettled);
}

/** The structure of a value of which that is known at run time only. */
export function structureWhenRun(writer: Writer, x: AbstractValue): AbstractValue {
  const operand = writer.operand(x);
  const structure = writer.prim("structure", [operand]);
  if (structure.kind === "value") writer.sources.structured.set(structure.id, operand);
  return ofOperand(structure);
}

/**
 * The structure of element `key` of an array, which must still be what it was in the `structure` of the array; that is undefined if
 * nothing can have changed.
 */
export function structureOfElement(
  writer: Writer,
  element: AbstractValue,
  key: AbstractValue,
  structure: AbstractValue | undefined,
  id: ObjectId,
): AbstractValue | null {
  if (structure !== undefined) {
    const checked = [element, structure, key].map((known) => writer.operand(known));
    writer.prim("guard-structure", checked);
  }
  return structureOf(writer, element, id, structure !== undefined);
}

function structureOfFields(
  writer: Writer,
  kind: "object" | "closure",
  x: AbstractValue,
  shown: readonly { readonly name: string; readonly k: number }[],
  values: readonly AbstractValue[],
  id: ObjectId,
  isSettled: boolean,
): AbstractValue | null {
  const items: AbstractValue[] = [];
  for (const { k } of shown) {
    const item = structureOf(writer, values[k] as AbstractValue, `${id}.${k}`, isSettled);
    if (item === null) return null;
    items.push(item);
  }
  const list = (suffix: string, elements: readonly AbstractValue[]): AbstractValue =>
    writer.allocate(`${id}.${suffix}`, { kind: "array", items: elements });
  const names = shown.map(({ name }) => ofConstant(name));
  const slots = kind === "closure" ? shown.map(({ k }) => ofConstant(k)) : [];
  return structureRecord(writer, id, kind, x, {
    keys: list("keys", names),
    slots: list("slots", slots),
    items: list("items", items),
  });
}

/** The keys of a plain record, as an array that is allocated under the name `id`; null if they are known at run time only. */
export function keysOf(writer: Writer, record: AbstractValue | undefined, id: ObjectId): AbstractValue | null {
  const contents = writer.virtual(record);
  // A record that was made here may have got other keys since.
  const isOther = record?.kind === "operand" && writer.made.hasOthers && !writer.isOuter(record.operand);
  const isByType =
    (record?.kind === "operand" || record?.kind === "host") && !isOther && hasItsKeys(typeOfAbstract(writer, record));
  const isVirtual = contents?.kind === "record" || contents?.kind === "given";
  const keys: readonly Key[] | null = isVirtual
    ? contents.keys
    : contents?.kind === "instance"
      ? contents.keys.filter((key) => typeof key === "string")
      : isByType
        ? keysByType(writer, writer.operand(record))
        : null;
  if (keys === null || !hasNamesAlone(keys)) return null;
  return writer.allocate(id, { kind: "array", items: keys.map(ofConstant) });
}

/** The keys of a record, as an array of texts, where they are known at run time only. */
export function keysWhenRun(writer: Writer, record: AbstractValue | undefined, id: ObjectId): AbstractValue | null {
  if (record === undefined || !isRecord(typeOfAbstract(writer, record))) return null;
  return ofOperand(writer.array("keys", [writer.operand(record)], id, "str"));
}

/** The names that `for`-`in` walks of what is certainly a plain record; null for all else. */
export function keysOfRecord(writer: Writer, x: AbstractValue | undefined, id: ObjectId): AbstractValue | null {
  const kind = writer.virtual(x)?.kind;
  const isPlain =
    kind === "record" || kind === "given" || (x?.kind === "operand" && isRecord(typeOfAbstract(writer, x)));
  return isPlain ? (keysOf(writer, x, id) ?? keysWhenRun(writer, x, id)) : null;
}

/** Whether records of a type have all properties that it tells of. */
const hasItsKeys = (type: Type): boolean =>
  isRecord(type) && type !== "{}" && !propertiesOfType(type).some(({ isOptional }) => isOptional);

/** The keys of a record, guarded to be those that its type knows. */
function keysByType(writer: Writer, record: Operand): readonly string[] {
  const keys = [...fieldsOfType(writer.typeOf(record)).keys()];
  writer.prim("guard-keys", [record, ...keys.map((key) => constant(key))]);
  return keys;
}

/** The structure of a record whose properties are all known by type. */
function structureOfRecord(writer: Writer, x: AbstractValue, id: ObjectId, isSettled: boolean): AbstractValue | null {
  const record = writer.operand(x);
  const keys = keysByType(writer, record);
  const values = keys.map((key) => propertyOf(writer, record, key));
  return structureOfFields(
    writer,
    "object",
    x,
    keys.map((name, k) => ({ name, k })),
    values,
    id,
    isSettled,
  );
}

function structureOfList(
  writer: Writer,
  x: AbstractValue,
  items: readonly (AbstractValue | null)[],
  id: ObjectId,
): AbstractValue | null {
  const length = ofConstant(items.length);
  const isNumbers = items.every((item) => item !== null && isNumber(typeOfAbstract(writer, item)));
  if (isNumbers) return structureRecord(writer, id, "array", x, { length, uniform: ofConstant(true) });
  const structures: AbstractValue[] = [];
  for (const [k, item] of items.entries()) {
    const structure = item === null ? null : structureOf(writer, item, `${id}.${k}`);
    if (structure === null) return null;
    structures.push(structure);
  }
  const list = writer.allocate(`${id}.items`, { kind: "array", items: structures });
  return structureRecord(writer, id, "array", x, { length, items: list });
}

/** Whether an object leads to itself. */
const isNestedIn = (writer: Writer, x: AbstractValue & { readonly kind: "object" }): boolean =>
  reached(
    writer,
    fieldsOf(writer.contents(x.id)).map(([, field]) => field),
  ).has(x.id);

function structureOfArray(writer: Writer, array: Operand, id: ObjectId, isSettled: boolean): AbstractValue | null {
  const ref = ofOperand(array);
  const length = lengthOfArray(writer, array);
  const element = elementOf(writer.typeOf(array));
  if (element === undefined || !isTold(element)) return null;
  const uniform = ofConstant(true);
  if (isFloats(writer.typeOf(array))) return structureRecord(writer, id, "typed", ref, { length, uniform });
  if (element === "num") {
    writer.prim("guard-numbers", [array]);
    return structureRecord(writer, id, "array", ref, { length, uniform });
  }
  const isKnown = isSettled || writer.isConstantMemory(array);
  const structure: Operand[] = isKnown ? [] : [writer.prim("structure", [array])];
  // Where elements are numbers after all, the structure has no items.
  if (!isKnown) writer.prim("guard-items", structure);
  const items = writer.allocate(`${id}.items`, { kind: "structures", items: [ref, ...structure.map(ofOperand)] });
  return structureRecord(writer, id, "array", ref, { length, items });
}

/** Whether the structure of every value of a type is known, so that the elements of an array can be mirrored one by one. */
export function isTold(type: Type): boolean {
  if (isNumber(type) || isInactive(type) || isFloats(type) || type === "unset") return true;
  const element = elementOf(type);
  if (element !== undefined) return isTold(element);
  return (
    hasItsKeys(type) &&
    !isEndless(type) &&
    [...fieldsOfType(type).values()].every((field) => field !== "unset" && isTold(field))
  );
}

function structureRecord(
  writer: Writer,
  id: ObjectId,
  kind: Structure["kind"],
  ref: AbstractValue = ofConstant(null),
  fields: Readonly<Record<string, AbstractValue>> = {},
): AbstractValue {
  // Each is an object of its own, so that a structure that is returned can be taken apart.
  const empty = (key: string): AbstractValue => writer.allocate(`${id}.${key}`, { kind: "array", items: [] });
  const entries: Readonly<Record<keyof Structure, AbstractValue>> = {
    kind: ofConstant(kind),
    ref,
    length: ofConstant(0),
    keys: empty("no keys"),
    slots: empty("no slots"),
    items: empty("no items"),
    uniform: ofConstant(false),
    isCyclic: ofConstant(false),
    // Of classes that exist before the call: what their members captured is constant.
    hidden: ofConstant(null),
    ...fields,
  };
  return writer.allocate(id, { kind: "record", keys: Object.keys(entries), items: Object.values(entries) });
}
