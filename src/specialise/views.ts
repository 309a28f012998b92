// Parts of typed arrays that share their memory: what `subarray` gives. As long as nobody needs such an array itself, it is an
// array, the place where the part begins and its length: reads and writes are those of the array.

import { constant, isNumber, isTyped, undef, type Operand, type PrimName, type Type } from "../ir/index.ts";
import { constantOf, ofConstant, ofOperand, type AbstractValue, type ObjectId, type View } from "./abstract-value.ts";
import { arrayOperand, classOfFloats, lengthOfArray, methodOf, readArray } from "./memory.ts";
import { ofHost, type PrimSite } from "./site.ts";
import { typeOfAbstract } from "./type-of-abstract.ts";
import type { Writer } from "./writer.ts";

const subarray: unknown = Reflect.get(Float64Array.prototype, "subarray");

/** The array of which a value is a part, or that it is, with where it begins and its length; null for other values. */
function partOf(writer: Writer, known: AbstractValue): View["items"] | null {
  const contents = writer.virtual(known);
  if (contents?.kind === "view") return contents.items;
  const array = arrayOperand(writer, known);
  if (array === null || !isTyped(writer.typeOf(array)) || writer.typeOf(array) === "typed") return null;
  return [ofOperand(array), ofConstant(0), lengthOfArray(writer, array)];
}

/** The result of a call of `subarray`; null for other calls. */
export function viewCall(
  writer: Writer,
  id: ObjectId,
  callee: AbstractValue,
  receiver: AbstractValue,
  args: readonly AbstractValue[],
): AbstractValue | null {
  const part = callee.kind === "host" && callee.value === subarray ? partOf(writer, receiver) : null;
  if (part === null || args.length > 2) return null;
  if (!args.every((arg) => isNumber(typeOfAbstract(writer, arg)))) return null;
  const [array, start, length] = part.map((one) => writer.operand(one)) as [Operand, Operand, Operand];
  const int = (prim: PrimName, ...operands: readonly Operand[]): Operand => {
    const type: Type = operands.every((one) => writer.typeOf(one) === "int") ? "int" : "num";
    return writer.prim(prim, operands, "", type);
  };
  /** A relative index, from the end if it is negative. */
  const place = (arg: AbstractValue): Operand => {
    const given = writer.operand(arg);
    const whole = writer.typeOf(given) === "int" ? given : writer.prim("trunc", [given]);
    const fromEnd = int("max", int("add", length, whole), constant(0));
    const isFromEnd = writer.prim("lt", [whole, constant(0)], "", "bool");
    return writer.prim("select", [isFromEnd, fromEnd, int("min", whole, length)], "", writer.typeOf(fromEnd));
  };
  const [begin, end] = [args[0], args[1]].map((arg) => (arg === undefined ? null : place(arg)));
  const from = begin ?? constant(0);
  const count = int("max", int("sub", end ?? length, from), constant(0));
  const items = [ofOperand(array), ofOperand(int("add", start, from)), ofOperand(count)] as const;
  return writer.allocate(`${id}[`, { kind: "view", items });
}

/** The result of a primitive on such a part; null for other values, and where the part is needed itself. */
export function onView(site: PrimSite): AbstractValue | null {
  const { writer, prim, args, world } = site;
  const [x, key, value] = args;
  const contents = writer.virtual(x);
  if (contents?.kind !== "view") return null;
  const [array, start, length] = contents.items;
  const type = typeOfAbstract(writer, array);
  switch (prim) {
    case "get":
    case "load":
    case "get-frozen": {
      const name = constantOf(key)?.value;
      if (name === "length") return length;
      if (name === "constructor") return classOf(type);
      if (typeof name === "string") return methodOf(writer, world, writer.operand(array), name);
      const at = place(writer, start, length, key);
      return at && readArray({ ...site, args: [array, at], absent: () => null });
    }
    case "set": {
      const at = place(writer, start, length, key);
      if (at === null || value === undefined) return null;
      return ofOperand(
        writer.prim(
          "set",
          [array, at, value].map((one) => writer.operand(one)),
        ),
      );
    }
    case "has":
      return key === undefined || typeOfAbstract(writer, key) !== "int" ? null : isWithin(writer, key, length);
    case "length":
    case "array-length":
      return length;
    case "iterable":
      methodOf(writer, world, writer.operand(array), Symbol.iterator);
      return x as AbstractValue;
    case "class-made":
      return classOf(type);
    default:
      return null;
  }
}

function classOf(type: Type): AbstractValue | null {
  const floats = classOfFloats(type);
  return floats === null ? null : ofHost(floats);
}

/** Whether an index is that of an element of the part. */
function isWithin(writer: Writer, key: AbstractValue, length: AbstractValue): AbstractValue {
  const index = writer.operand(key);
  const isBelow = writer.prim("lt", [index, writer.operand(length)], "", "bool");
  const isFrom = writer.prim("ge", [index, constant(0)], "", "bool");
  return writer.known("select", [isFrom, isBelow, constant(false)], "", "bool");
}

/** The index in the array of an element of the part, guarded to be one; null for other keys. */
function place(
  writer: Writer,
  start: AbstractValue,
  length: AbstractValue,
  key: AbstractValue | undefined,
): AbstractValue | null {
  if (key === undefined || !isNumber(typeOfAbstract(writer, key))) return null;
  const [index, from] = [key, start].map((one) => writer.operand(one)) as [Operand, Operand];
  const isIn = writer.operand(isWithin(writer, key, length));
  writer.prim("keep-guard", [writer.prim("guard-number", [writer.prim("select", [isIn, constant(1), undef])])]);
  const isInt = writer.typeOf(index) === "int" && writer.typeOf(from) === "int";
  return writer.known("add", [from, index], "", isInt ? "int" : "num");
}
