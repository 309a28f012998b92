// Short arrays of unlike things that exist when code is made, as the entries of a table: instances of the class of arrays, of which the
// type tells what each element is. All that the program does with one, other than reading it, it does with an array of which nothing
// is known.

import {
  arrayOf,
  classesOfType,
  classOfArrays,
  constant,
  fieldsOfType,
  prims,
  propertiesOfType,
  undef,
  type Operand,
  type PrimName,
  type Type,
} from "../ir/index.ts";
import { constantOf, indexOf, ofConstant, ofOperand, ofTuple, type AbstractValue } from "./abstract-value.ts";
import { isGuarded } from "./element-type.ts";
import { guarded, lengthOfArray, methodOf } from "./memory.ts";
import { isStored } from "./perhaps.ts";
import type { PrimSite } from "./site.ts";
import { typeOfAbstract } from "./type-of-abstract.ts";
import type { Writer } from "./writer.ts";

/** Whether values of a type are such arrays. */
export const isGivenPair = (type: Type): boolean => classesOfType(type).includes(classOfArrays);

const reads: ReadonlySet<PrimName> = new Set<PrimName>(["get", "load", "get-frozen"]);

/** The result of a primitive that reads such an array; null for other primitives, and for other operands. */
export function onGivenPair(site: PrimSite): AbstractValue | null {
  const { writer, prim, args, world } = site;
  const [pair, key] = args;
  const operand = pairOperandOf(writer, pair);
  if (operand === null || pair === undefined) return null;
  const type = writer.typeOf(operand);
  const name = constantOf(key)?.value;
  if (prim === "length" || prim === "array-length" || (reads.has(prim) && name === "length"))
    return lengthOf(writer, operand, type);
  if (prim === "typeof") return ofConstant("object");
  if (prim === "iterable") {
    methodOf(writer, world, operand, Symbol.iterator);
    return pair;
  }
  if (prim === "is-walked" && typeof name === "string") {
    const method = methodOf(writer, world, operand, name);
    return method && ofConstant(prims["is-walked"].evaluate([] as never, name as never) as boolean);
  }
  const index = indexOf(key);
  if (!reads.has(prim) || index === null) return null;
  const element = elementIn(type, index);
  if (element === null) return null;
  const read = writer.prim(writer.isConstantMemory(operand) ? "load" : "get", [operand, constant(index)]);
  return guarded(writer, read, element, operand);
}

/** The length is guarded to be what the type says, so that it is known. */
function lengthOf(writer: Writer, pair: Operand, type: Type): AbstractValue {
  const length = lengthOfArray(writer, pair);
  if (propertiesOfType(type).some(({ isOptional }) => isOptional)) return length;
  const count = fieldsOfType(type).size;
  const isSo = writer.prim("eq", [writer.operand(length), constant(count)]);
  writer.prim("keep-guard", [writer.prim("guard-number", [writer.prim("select", [isSo, constant(1), undef])])]);
  return ofConstant(count);
}

/** The type of an element that all arrays of a type have; null if it is not known. */
function elementIn(type: Type, index: number): Type | null {
  const element = fieldsOfType(type).get(String(index));
  const isOptional = propertiesOfType(type).some((one) => one.isOptional && one.key === String(index));
  return element === undefined || isOptional || !isGuarded(element) ? null : element;
}

function pairOperandOf(writer: Writer, known: AbstractValue | undefined): Operand | null {
  if (known === undefined || known.kind === "tuple" || writer.virtual(known) !== null) return null;
  return isGivenPair(typeOfAbstract(writer, known)) ? writer.operand(known) : null;
}

/** Questions that have the same answer for all objects. */
const ofObjects: ReadonlySet<PrimName> = new Set<PrimName>([
  "eq",
  "ne",
  "not",
  "is-nullish",
  "is-number",
  "is-unset",
  "keep-guard",
  "select",
  "tape-push",
]);

/** The same with arrays of which nothing is known, where a primitive does more with an operand than to store it. */
export function withArrays(site: PrimSite): PrimSite {
  const { writer, prim, args } = site;
  if (ofObjects.has(prim)) return site;
  const isForeign = prim === "foreign-call" || prim === "attempt";
  const given = args.map((arg, k) =>
    isStored(prim, k)
      ? arg
      : isForeign && arg.kind === "tuple"
        ? ofTuple(arg.parts.map((part) => asArray(writer, part)))
        : asArray(writer, arg),
  );
  return { ...site, args: given };
}

function asArray(writer: Writer, known: AbstractValue): AbstractValue {
  const operand = pairOperandOf(writer, known);
  if (operand === null) return known;
  const array = writer.prim("guard-array", [operand], "", arrayOf("any"));
  writer.prim("keep-guard", [array]);
  writer.setOuter(array, operand);
  return ofOperand(array);
}
