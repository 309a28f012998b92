// Reads and writes of properties that may have a compiled accessor, since one has the same name (compile/implicit-calls.ts).
//
// Records, arrays and texts have none. Of unknown values, a guard checks that they have none: general code runs for instances of
// classes that do.

import {
  isArray,
  isInactive,
  isNumber,
  isNumeric,
  isRecord,
  isTyped,
  fieldsOfType,
  sameOperand,
  type CallInstr,
  type Operand,
  type PrimInstr,
} from "../ir/index.ts";
import {
  accessorOf,
  conversionOf,
  converted,
  readProperty,
  writeProperty,
  type AccessorKind,
} from "../runtime/index.ts";
import { abstractUndefined, constantOf, ofConstant, type AbstractValue } from "./abstract-value.ts";
import { accessorOfInstance, instanceConverts, prototypesIn } from "./instances.ts";
import type { CallSite, PrimSite } from "./site.ts";
import { typeOfAbstract } from "./type-of-abstract.ts";
import type { Writer } from "./writer.ts";

/**
 * The primitive that does what such a call does, with its operands; null for other calls, and where an accessor is known to be
 * there.
 */
export function accessAsPrim(
  writer: Writer,
  { args: operands, result, span, word, spread }: CallInstr,
  { callee, args }: CallSite,
): readonly [PrimInstr, readonly AbstractValue[]] | null {
  if (callee.kind !== "host" || (word !== "" && word !== "E") || spread) return null;
  const kind = callee.value === readProperty ? "get" : callee.value === writeProperty ? "set" : null;
  const [object, key] = args;
  if (kind === null || object === undefined || key === undefined) return null;
  // `super.x` is of the parent, for another object.
  if (kind === "get" ? !sameOperand(operands[0] as Operand, operands[2] as Operand) : operands.length > 3) return null;
  const isLength = constantOf(key)?.value === "length";
  // A record may have a property of this name.
  if (isLength && kind === "set" && !isArray(typeOfAbstract(writer, object))) return null;
  // Where errors are values, reads that cannot fail are reads like any other.
  const isObject = isThere(writer, object) || prototypesIn(writer, object) !== null;
  if (word === "E" && (kind === "set" || !isObject)) return null;
  if (!isWithout(writer, object, key, kind)) return null;
  const used = kind === "get" ? (isLength ? [0] : [0, 1]) : isLength ? [0, 2] : [0, 1, 2];
  const prim = isLength ? (kind === "get" ? "length" : "set-length") : kind;
  const instr: PrimInstr = { kind: "prim", result, prim, args: used.map((k) => operands[k] as Operand), span };
  return [instr, used.map((k) => args[k] as AbstractValue)];
}

/** Nothing, where it is known that there is no compiled accessor; null where that is not known. */
export function accessorIn({ writer, args: [object, key, kind], id }: PrimSite): AbstractValue | null {
  if (object === undefined || constantOf(kind)?.value === "convert" || constantOf(key) === null) return null;
  const of = constantOf(kind)?.value as AccessorKind | undefined;
  const name = constantOf(key)?.value;
  if (object.kind === "host" || prototypesIn(writer, object) !== null)
    return typeof name !== "string" || of === undefined ? null : accessorOfInstance(writer, object, name, of, id);
  return isThere(writer, object) ? abstractUndefined : null;
}

/** Whether a value is known to be a record, an array or a text, which have no accessors. */
function isThere(writer: Writer, object: AbstractValue): boolean {
  const type = typeOfAbstract(writer, object);
  return writer.virtual(object) !== null || isRecord(type) || isArray(type) || isTyped(type) || type === "str";
}

/** What an operation converts by itself: numbers, texts, objects without a method for it. Null for other calls. */
export function conversionAsValue(writer: Writer, { word, spread }: CallInstr, site: CallSite): AbstractValue | null {
  const [object, hint] = site.args;
  if (site.callee.kind !== "host" || site.callee.value !== converted || word !== "" || spread) return null;
  if (object === undefined || hint === undefined) return null;
  const converts = mayConvert(writer, object);
  if (converts === true) return null;
  if (converts === null) guardWithout(writer, object, hint, "convert");
  return object;
}

/** Whether an operation calls a method to make a number of this; null if that is not known. */
function mayConvert(writer: Writer, object: AbstractValue): boolean | null {
  if (object.kind === "host") return conversionOf(object.value) !== undefined;
  const contents = writer.virtual(object);
  if (contents?.kind === "record" || contents?.kind === "given") return contents.keys.includes("valueOf");
  const prototypes = prototypesIn(writer, object);
  if (prototypes !== null) return instanceConverts(writer, object, prototypes);
  if (contents?.kind === "perhaps") return mayConvert(writer, contents.items[0]);
  const type = typeOfAbstract(writer, object);
  if (isRecord(type) && type !== "object") return fieldsOfType(type).has("valueOf");
  return contents !== null || isNumeric(type) || isInactive(type) || isArray(type) || isTyped(type) ? false : null;
}

/** Whether there is no accessor; guards that, where it is not known. */
function isWithout(writer: Writer, object: AbstractValue, key: AbstractValue, kind: AccessorKind): boolean {
  const name = constantOf(key)?.value;
  if (object.kind === "host") return typeof name === "string" && accessorOf(object.value, name, kind) === undefined;
  if (prototypesIn(writer, object) !== null) {
    const accessor = typeof name === "string" ? accessorOfInstance(writer, object, name, kind, "") : null;
    return accessor === abstractUndefined;
  }
  if (isThere(writer, object) || isNumber(typeOfAbstract(writer, object))) return true;
  guardWithout(writer, object, key, kind);
  return true;
}

function guardWithout(writer: Writer, object: AbstractValue, key: AbstractValue, kind: AccessorKind | "convert"): void {
  const found = writer.prim(
    "accessor-of",
    [writer.operand(object), writer.operand(key), writer.operand(ofConstant(kind))],
    "",
  );
  writer.prim("keep-guard", [writer.prim("guard-typeof", [found, writer.operand(ofConstant("undefined"))], "")], "");
}
