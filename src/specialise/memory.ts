// Reads and writes, with keys known at run time only, of arrays that exist already and of arrays that the program allocates when
// it runs. Guards check that each element read has the type that the array's type promises.

import {
  classesOfType,
  constant,
  elementOf,
  fieldsOfType,
  hasFields,
  isArray,
  isEndless,
  isInstance,
  isNumber,
  isObject,
  isRecord,
  isTyped,
  join,
  propertiesOfType,
  type Operand,
  type PrimName,
  type Type,
  isElementRead,
} from "../ir/index.ts";
import { integerKinds, isPlainObject } from "../runtime/index.ts";
import {
  constantOf,
  indexOf,
  abstractUndefined,
  ofConstant,
  ofOperand,
  type Absent,
  type Contents,
  type AbstractValue,
  type ObjectId,
} from "./abstract-value.ts";
import { isGuarded } from "./element-type.ts";
import { isFunctionType } from "./function-classes.ts";
import { inheritsNone } from "./instances.ts";
import { itemStored, typeStored } from "./perhaps.ts";
import { readWhere } from "./read-where.ts";
import { ofHost, type PrimSite, type World } from "./site.ts";
import { NotSpecialised } from "./not-specialised.ts";
import { typeOfValue } from "./memory-types.ts";
import { typeOfAbstract } from "./type-of-abstract.ts";
import type { Writer } from "./writer.ts";

const isMemory = (type: Type): boolean => isArray(type) || isTyped(type);

/** The operand of an array whose elements are not known one by one; null for all other values. */
export function arrayOperand(writer: Writer, known: AbstractValue | undefined): Operand | null {
  if (known === undefined || known.kind === "tuple" || writer.virtual(known) !== null) return null;
  return isMemory(typeOfAbstract(writer, known)) ? writer.operand(known) : null;
}

const guardsOfTyped = { integers: "guard-integers", float32: "guard-float32", float64: "guard-float64" } as const;

/** A value read from an array, guarded to be of type `type`. */
export function guarded(writer: Writer, read: Operand, type: Type, from: Operand, key = ""): AbstractValue {
  const operand = isNumber(type)
    ? writer.prim("guard-number", [read], "", type)
    : isArray(type)
      ? writer.prim("guard-array", [read], "", type)
      : isRecord(type)
        ? writer.prim("guard-record", [read], "", type)
        : isInstance(type)
          ? writer.prim("guard-instance", [read, ...classesOfType(type).map(constant)], "", type)
          : type === "str" || type === "bool"
            ? writer.prim(
                "guard-typeof",
                [read, { kind: "const", value: type === "str" ? "string" : "boolean" }],
                "",
                type,
              )
            : writer.prim(guardsOfTyped[type as keyof typeof guardsOfTyped], [read]);
  // The type may decide all questions about the value, so that nothing uses it: this keeps the guard alive.
  writer.prim("keep-guard", [operand]);
  if (!isNumber(type)) writer.setOuter(operand, from);
  if (isArray(type) || hasFields(type)) writer.made.noteRead(operand, from, key);
  return isNumber(type) && writer.isPassive(from) ? writer.known("stop", [operand], "", type) : ofOperand(operand);
}

/** What was taken out of an array, guarded to be what its elements are, as far as that is known. */
export function elementTaken(writer: Writer, receiver: AbstractValue, taken: AbstractValue): AbstractValue {
  const array = arrayOperand(writer, receiver);
  const element = array === null ? undefined : elementOf(writer.typeOf(array));
  if (array !== null && element === "unset") writer.made.noteReadEmpty(array);
  const isKnown = element !== undefined && isGuarded(element);
  if (array === null || !isKnown || typeOfAbstract(writer, taken) !== "any") return taken;
  return guarded(writer, writer.operand(taken), element, array);
}

const typedPrototype = Object.getPrototypeOf(Float64Array.prototype) as object;

/**
 * The method that all arrays, or all typed arrays, have under a name; entries check that it is unchanged, and that given arrays
 * have it (guards.ts). `array` is null if it has not been materialised.
 */
export function methodOf(
  writer: Writer,
  world: World,
  array: Operand | null,
  name: string | symbol,
): AbstractValue | null {
  const owner = array !== null && isTyped(writer.typeOf(array)) ? typedPrototype : Array.prototype;
  const method = typeof name === "symbol" ? (Reflect.get(owner, name) as unknown) : world.property(owner, name);
  if (typeof method !== "function") return null;
  writer.assume(owner, name, method, array !== null && !writer.made.has(array));
  return ofHost(method);
}

/** Reads a property of a record of which some properties are known. */
export function readProperty({ writer, args: [object, key], absent, id }: PrimSite): AbstractValue | null {
  if (object === undefined || key === undefined) return null;
  const contents = writer.virtual(object);
  const isSought = contents?.kind === "record" && isUnknownName(writer, key);
  const record = typeOfAbstract(writer, object);
  if ((contents !== null && !isSought) || !isObject(record)) return null;
  const operand = writer.operand(object);
  const name = constantOf(key)?.value;
  const isNamed = typeof name === "string";
  const others = writer.made.othersIn(operand);
  const type = isNamed ? (fieldsOfType(record).get(name) ?? others) : typeOfAny(writer, record, others, key);
  const isSomething = type !== undefined || (isUnknownName(writer, key) && fieldsOfType(record).size > 0);
  if (isSomething && !isGuarded(type ?? "any") && !writer.isOuter(operand)) writer.pairs.readUnknown();
  if (type === undefined) return null;
  // The class may have something else under the name.
  if (isInstance(record) && !(isNamed && inheritsNone(writer, object, name))) return null;
  const read = (): AbstractValue => readOf(writer, operand, writer.operand(key), type);
  const isOptional = isEndless(type) || (isNamed && isOptionalIn(record, name));
  const without = isGuarded(type) ? absent(type, isOptional) : null;
  return without === null ? read() : readPerhaps(writer, operand, key, without, read, id);
}

/** Reads data of an existing class, or of another function: a static field. Null for all other reads. */
export function readStatic({ writer, args: [object, key] }: PrimSite): AbstractValue | null {
  const name = constantOf(key)?.value;
  if (object?.kind !== "host" || typeof object.value !== "function" || typeof name !== "string") return null;
  const property = Object.getOwnPropertyDescriptor(object.value, name);
  const type = property?.writable === true ? typeOfValue(property.value) : "any";
  return isGuarded(type) ? readOf(writer, writer.operand(object), constant(name), type) : null;
}

/** Whether some records of a type lack a property. */
const isOptionalIn = (record: Type, name: string): boolean =>
  propertiesOfType(record).some(({ key, isOptional }) => isOptional && key === name);

const isUnknownName = (writer: Writer, key: AbstractValue): boolean =>
  constantOf(key) === null && typeOfAbstract(writer, key) === "str";

/** The type of a property whose name is known at run time only: records may be dictionaries. */
function typeOfAny(writer: Writer, record: Type, others: Type | undefined, key: AbstractValue): Type | undefined {
  const types = [...fieldsOfType(record).values(), ...(others === undefined ? [] : [others])];
  if (types.length === 0 || !isUnknownName(writer, key)) return undefined;
  const type = types.reduce(join);
  return isGuarded(type) ? type : undefined;
}

/** Reads a property of a record that its type knows. */
export function propertyOf(writer: Writer, operand: Operand, name: string): AbstractValue {
  return readOf(writer, operand, constant(name), fieldsOfType(writer.typeOf(operand)).get(name) as Type);
}

/** Reads a property that is expected to be data of the object itself, and of a type. */
export const readData = (writer: Writer, object: AbstractValue, name: string, type: Type): AbstractValue =>
  readOf(writer, writer.operand(object), constant(name), type);

function readOf(writer: Writer, operand: Operand, key: Operand, type: Type): AbstractValue {
  // What an accessor computes may depend on what is differentiated.
  if (!writer.made.has(operand)) writer.prim("guard-data", [operand, key]);
  const read = writer.prim(writer.isConstantMemory(operand) ? "load" : "get", [operand, key]);
  if (isGuarded(type)) return guarded(writer, read, type, operand, nameOfKey(key));
  writer.setOuter(read, operand);
  return ofOperand(read);
}

/** Reads what may be absent. */
export function readPerhaps(
  writer: Writer,
  memory: Operand,
  key: AbstractValue,
  absent: Absent,
  read: () => AbstractValue,
  id: ObjectId,
): AbstractValue {
  const isOther = (absent: Absent): Operand =>
    writer.prim("is-element", [memory, writer.operand(key), constant(absent)]);
  // Asking runs accessors, too.
  if (hasFields(writer.typeOf(memory)) && !writer.made.has(memory))
    writer.prim("guard-data", [memory, writer.operand(key)]);
  const isThere = isOther(absent);
  const isNull = absent === "nullish" ? writer.known("not", [isOther("null")]) : ofConstant(absent === "null");
  const items = [readWhere(writer, isThere, read, memory), ofOperand(isThere), isNull] as const;
  return writer.allocate(id, { kind: "perhaps", absent, items });
}

/** Reads an element or a property of an array. */
export function readArray({
  writer,
  args: [object, key],
  world,
  type: declared,
  absent,
  isInteger,
  id,
}: PrimSite): AbstractValue | null {
  const array = arrayOperand(writer, object);
  if (array === null || key === undefined) return null;
  const type = writer.typeOf(array);
  const name = constantOf(key)?.value;
  if (name === "length") return lengthOfArray(writer, array);
  if (typeof name === "string") {
    const own = name === "constructor" ? classOfFloats(type) : null;
    if (own !== null) return ofHost(own);
    const method = type === "typed" ? null : methodOf(writer, world, array, name);
    // Copies that specialised code makes would lack the property.
    if (method === null && !isTyped(type)) throw new NotSpecialised("a named property of an array", writer.span);
    return method;
  }
  const element = elementOf(type);
  if (element === "unset") writer.made.noteReadEmpty(array);
  if (!isGuarded(element ?? "any") && !writer.isOuter(array)) writer.pairs.readUnknown();
  if (element === undefined || !isGuarded(element) || !isNumber(typeOfAbstract(writer, key))) return null;
  const index = writer.operand(key);
  const isInt = element === "num" && (declared === "int" || isInteger);
  const read = (): AbstractValue => {
    const found = writer.prim(writer.isConstantMemory(array) ? "load" : "get", [array, index]);
    return guarded(writer, found, isInt ? "int" : element, array);
  };
  const without = absent(element, false);
  return without === null ? read() : readPerhaps(writer, array, ofOperand(index), without, read, id);
}

export function lengthOfArray(writer: Writer, array: Operand): AbstractValue {
  const length = writer.isConstantMemory(array)
    ? writer.prim("load", [array, { kind: "const", value: "length" }], "", "int")
    : writer.prim("length", [array], "", "int");
  if (length.kind === "value") writer.sources.lengths.add(length.id);
  return ofOperand(length);
}

/** Whether an array has an element: it has all up to its end, otherwise the guard deoptimises. */
export function hasElement({ writer, args: [object, key] }: PrimSite): AbstractValue | null {
  const array = arrayOperand(writer, object);
  if (array === null || key === undefined || elementOf(writer.typeOf(array)) === undefined) return null;
  if (!isNumber(typeOfAbstract(writer, key))) return null;
  const index = writer.operand(key);
  writer.prim("guard-element", [array, index]);
  const length = writer.operand(lengthOfArray(writer, array));
  return writer.known("lt", [index, length]);
}

/** The name of a property for `MadeMemory`: all names that are known at run time only have one. */
export const nameOfKey = (key: Operand): string => (key.kind === "const" ? String(key.value) : "");

/** Notes the type of a stored element, which is materialised: only then does it have the type that it is read with. */
export function noteStore({ writer, args }: PrimSite, stored: AbstractValue | undefined): void {
  const array = arrayOperand(writer, args[0]);
  if (array === null || stored === undefined) return;
  writer.made.store(array, typeStored(writer, stored));
  writer.made.noteHeld(itemStored(writer, stored), array, "");
}

/** Notes the type of what is stored in a record under a name that its type does not know. */
export function noteProperty({ writer, args: [object, key, value] }: PrimSite): void {
  if (object === undefined || key === undefined || value === undefined) return;
  const record = typeOfAbstract(writer, object);
  const name = constantOf(key)?.value;
  const isOther = typeof name === "string" ? !fieldsOfType(record).has(name) : isUnknownName(writer, key);
  if (!isObject(record)) return;
  const [held, stored] = [fieldsOfType(record).get(String(name)), typeStored(writer, value)];
  // One of several functions, as a strategy that changes.
  if (held !== undefined && isFunctionType(held) && isFunctionType(stored) && join(held, stored) !== held)
    writer.made.learnField(writer.operand(object), String(name), stored);
  if (isOther) writer.made.storeOther(writer.operand(object), typeStored(writer, value));
  writer.made.noteHeld(itemStored(writer, value), writer.operand(object), nameOfKey(writer.operand(key)));
}

/** The class of typed arrays of this type, if they are of real numbers; else null. */
export const classOfFloats = (type: Type): object | null =>
  type === "float64" ? Float64Array : type === "float32" ? Float32Array : null;

/** A new array whose number of elements is known at run time only. */
export function newArray({ writer, args: [n], id }: PrimSite): AbstractValue {
  return ofOperand(writer.array("array-new", [writer.operand(n ?? abstractUndefined)], id, "unset"));
}

export function newTyped({ writer, args: [type, n], id }: PrimSite): AbstractValue | null {
  if (type?.kind !== "host" || n === undefined) return null;
  const floats = (["float64", "float32"] as const).find((floats) => classOfFloats(floats) === type.value);
  if (floats === undefined && !integerKinds.has(type.value)) return null;
  const constructor = writer.prim("global", [constant((type.value as { readonly name: string }).name)]);
  const operand = writer.prim("typed-new", [constructor, writer.operand(n)], "", floats ?? "integers");
  writer.made.note(operand, id);
  return ofOperand(operand);
}

const takesKey = (prim: PrimName): boolean => isElementRead(prim) || prim === "set" || prim === "has";

/**
 * A read or write of an array, or of a record, by a key of which nothing is known: it is taken for an index, or for a name, which is
 * checked when the code runs.
 */
export function withKnownKey(site: PrimSite): PrimSite {
  const { writer, prim, args } = site;
  const [object, key, ...others] = args;
  if (!takesKey(prim) || object === undefined || key?.kind !== "operand" || key.operand.kind !== "value") return site;
  const type = writer.typeOf(key.operand);
  const isUnknown = (type === "any" || type === "numeric") && !writer.symbols.has(key.operand.id);
  if (!isUnknown) return site;
  const kind = writer.virtual(object)?.kind;
  const isList =
    kind === "array" ||
    arrayOperand(writer, object) !== null ||
    (object.kind === "host" && Array.isArray(object.value));
  const isNamed =
    type === "any" &&
    (kind === "record" || kind === "given" || isRecord(typeOfAbstract(writer, object)) || isTable(object));
  if (!isList && !isNamed) return site;
  return { ...site, args: [object, guarded(writer, key.operand, isList ? "num" : "str", key.operand), ...others] };
}

/** Whether it is an existing record that has properties with names that are no numbers. */
const isTable = (object: AbstractValue): boolean =>
  object.kind === "host" && isPlainObject(object.value) && Object.keys(object.value).some((key) => !/^\d+$/.test(key));

/** Writes to arrays must be by index: a name might be that of a method that is looked up later. */
export function requireIndex({ writer, args: [object, key] }: PrimSite, contents: Contents | null): void {
  if (key === undefined || (contents?.kind !== "array" && arrayOperand(writer, object) === null)) return;
  const name = constantOf(key)?.value;
  const isIndex =
    typeof name === "string"
      ? String(indexOf(ofConstant(Number(name)))) === name
      : isNumber(typeOfAbstract(writer, key));
  if (!isIndex) throw new NotSpecialised("a named property of an array", writer.span);
}

/** Whether a value is an array or a record without peculiarities, as far as is known. */
export function isPlainMemory(writer: Writer, known: AbstractValue): boolean {
  const kind = writer.virtual(known)?.kind;
  return kind === "array" || kind === "record" || kind === "given" || arrayOperand(writer, known) !== null;
}

/** The class of what a method of a value makes: known arrays have no class of their own. */
export function classMadeOf({ writer, args: [x] }: PrimSite): AbstractValue | null {
  if (x === undefined) return null;
  if (constantOf(x) !== null || (x.kind === "host" && x.value === Array)) return ofHost(Array);
  const type = isPlainMemory(writer, x) ? typeOfAbstract(writer, x) : "typed";
  return type === "typed" || type === "integers" ? null : ofHost(classOfFloats(type) ?? Array);
}

/** The elements of an array, of which the writer remembers where they are. */
export function gathered(
  writer: Writer,
  from: AbstractValue | undefined,
  n: AbstractValue | undefined,
): AbstractValue | null {
  const array = arrayOperand(writer, from);
  if (array === null || n === undefined || elementOf(writer.typeOf(array)) === undefined) return null;
  const tuple = writer.prim("gather", [array, writer.operand(n)]);
  writer.sources.gathered.set(tuple, array);
  return ofOperand(tuple);
}

/** Materialises an array that is read or written at an index that is not known: from here on its type tells what it holds. */
export function materialiseIndexed({ writer, args: [object, key] }: PrimSite): void {
  const isIndex = key !== undefined && isNumber(typeOfAbstract(writer, key));
  if (isIndex && object !== undefined && writer.virtual(object)?.kind === "array") writer.operand(object);
}
