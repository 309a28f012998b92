// Answers questions about the kind and the identity of abstract values.

import { hasFields, isArray, isNumber, isRecord, isTyped, type Constant, type Type } from "../ir/index.ts";
import { isFunctionType, typeOfExisting } from "./function-classes.ts";
import { classOfFloats } from "./memory.ts";
import { sameFunction } from "./shape.ts";
import { classIn } from "./failures.ts";
import { assumedPrototype, isInstanceOf, prototypesIn } from "./instances.ts";
import {
  constantOf,
  isCopy,
  isZero,
  ofConstant,
  sameAbstract,
  type Contents,
  type AbstractValue,
} from "./abstract-value.ts";
import type { PrimSite } from "./site.ts";
import { NotSpecialised } from "./not-specialised.ts";
import { prototypeOfTable } from "./tables.ts";
import { typeOfAbstract } from "./type-of-abstract.ts";
import type { Writer } from "./writer.ts";

/** The result of `typeof` for a value that is known not to be a constant. */
export function typeofAbstract(writer: Writer, known: AbstractValue): string | null {
  if (known.kind === "host") return typeOfExisting(known.value) === null ? typeof known.value : "function";
  const type = typeOfAbstract(writer, known);
  if (isNumber(type)) return "number";
  const isFunction = isFunctionType(type);
  if (isFunction !== false) return isFunction === null ? null : "function";
  if (isArray(type) || isTyped(type) || hasFields(type)) return "object";
  const names: Partial<Record<Type, string>> = {
    bool: "boolean",
    str: "string",
    undef: "undefined",
    null: "object",
    object: "object",
    func: "function",
  };
  return names[type] ?? null;
}

/** The constant that a value is at run time; a structural zero is then a number. */
const plainConstant = (known: AbstractValue): { readonly value: Constant } | null =>
  isZero(known) ? { value: 0 } : constantOf(known);

function isMemory(writer: Writer, known: AbstractValue): boolean {
  const type = typeOfAbstract(writer, known);
  return isArray(type) || isTyped(type);
}

/** Whether it is known that a value is not a primitive one. */
const isObject = (writer: Writer, known: AbstractValue): boolean =>
  known.kind === "host" || isMemory(writer, known) || hasFields(typeOfAbstract(writer, known));

/** Whether a value is of a class; null if that is not known. */
export function instanceOf({ writer, args: [x, type] }: PrimSite): AbstractValue | null {
  const of = classIn(writer, type);
  if (x === undefined || of === null) return null;
  const contents = writer.virtual(x);
  const table = prototypeOfTable(writer, x);
  const prototypes = table === null ? prototypesIn(writer, x) : [table];
  if (prototypes !== null) return isInstanceOf(writer, x, prototypes, of);
  if (type?.kind !== "host") return null;
  if ((contents?.kind === "given" || contents?.kind === "record") && knownClasses.has(type.value))
    return ofConstant(type.value === Object);
  const own = typeOfAbstract(writer, x);
  if (isRecord(own) && knownClasses.has(type.value)) return ofConstant(type.value === Object);
  if (!isMemory(writer, x)) return null;
  if (own === "typed" || !knownClasses.has(type.value)) return null;
  const ownClass = own === "integers" ? null : (classOfFloats(own) ?? Array);
  return ofConstant(type.value === Object || type.value === ownClass);
}

const knownClasses: ReadonlySet<object> = new Set([Array, ArrayBuffer, Float32Array, Float64Array, Object]);

/** Whether an existing object is not of the class that an instance is of. */
function isOfOtherClass(writer: Writer, a: AbstractValue, b: AbstractValue): boolean {
  const prototypes = a.kind === "host" ? prototypesIn(writer, b) : null;
  return a.kind === "host" && prototypes?.includes(assumedPrototype(writer, a.value) as object) === false;
}

/** Whether two values are identical; null if that is not known. */
export function identical(writer: Writer, a: AbstractValue, b: AbstractValue): boolean | null {
  const [x, y] = [plainConstant(a), plainConstant(b)];
  if (x !== null && y !== null) return x.value === y.value;
  if ((x !== null && isObject(writer, b)) || (y !== null && isObject(writer, a))) return false;
  if (a.kind === "operand" && sameAbstract(a, b) && isObject(writer, a)) return true;
  if (a.kind === "host" && b.kind === "host") return a.value === b.value;
  if (isOfOtherClass(writer, a, b) || isOfOtherClass(writer, b, a)) return false;
  const [u, v] = [writer.virtual(a), writer.virtual(b)];
  if (u?.kind === "closure" && v?.kind === "closure") return sameFunction(writer, a, b);
  const isCopied = (known: AbstractValue): boolean => known.kind === "object" && isCopy(known.id);
  if (isCopied(a) || isCopied(b)) throw new NotSpecialised("records of arguments that are compared", writer.span);
  if (u !== null && v !== null) return a.kind === "object" && b.kind === "object" && a.id === b.id;
  const isGiven = (known: AbstractValue): boolean => writer.virtual(known)?.kind === "given";
  const mayBeGiven = (known: AbstractValue): boolean => {
    const type = typeOfAbstract(writer, known);
    return isGiven(known) || (constantOf(known) === null && (type === "any" || type === "object" || isRecord(type)));
  };
  if ((isGiven(a) && mayBeGiven(b)) || (isGiven(b) && mayBeGiven(a))) {
    throw new NotSpecialised("records of arguments that are compared", writer.span);
  }
  // An object that has not been materialised is identical to no other value; a given function may be.
  const isMade = (contents: Contents | null): boolean =>
    contents !== null && (contents.kind !== "closure" || contents.which === "made");
  if (isMade(u) || isMade(v)) return false;
  const [s, t] = [typeofAbstract(writer, a), typeofAbstract(writer, b)];
  return s !== null && t !== null && s !== t ? false : null;
}

/** The direction of a branch on a settled value; null if it is not known. */
export function truthOf(writer: Writer, known: AbstractValue): boolean | null {
  const constant = constantOf(known);
  if (constant !== null) return Boolean(constant.value);
  if (isZero(known)) return false;
  if (known.kind !== "operand") return true;
  const type = writer.typeOf(known.operand);
  if (type === "undef" || type === "null") return false;
  return isArray(type) || isTyped(type) || hasFields(type) || type === "object" || type === "func" ? true : null;
}
