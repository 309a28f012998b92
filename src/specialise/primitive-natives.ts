// Functions of the standard library that look at primitive values only. What they give carries no derivative.

import { constant, isInactive, isNumber, type Operand, type Type } from "../ir/index.ts";
import { ofOperand, type AbstractValue } from "./abstract-value.ts";
import { typeOfAbstract } from "./type-of-abstract.ts";
import type { Writer } from "./writer.ts";

interface Native {
  readonly result: Type;
  /** How many arguments it looks at. Callbacks get more. */
  readonly arity: number;
  /** The same for a number, by primitives. */
  readonly ofNumber?: (writer: Writer, x: Operand) => Operand;
}

const isNaNumber = (writer: Writer, x: Operand): Operand => writer.prim("ne", [x, x]);
const isFiniteNumber = (writer: Writer, x: Operand): Operand =>
  writer.prim("lt", [writer.prim("abs", [x]), constant(Infinity)]);
const isTrue = (writer: Writer, x: Operand): Operand => writer.prim("not", [writer.prim("not", [x])]);

const natives: ReadonlyMap<unknown, Native> = new Map<unknown, Native>([
  [Boolean, { result: "bool", arity: 1, ofNumber: isTrue }],
  [isFinite, { result: "bool", arity: 1, ofNumber: isFiniteNumber }],
  [isNaN, { result: "bool", arity: 1, ofNumber: isNaNumber }],
  [Number.isFinite, { result: "bool", arity: 1, ofNumber: isFiniteNumber }],
  [Number.isInteger, { result: "bool", arity: 1 }],
  [Number.isNaN, { result: "bool", arity: 1, ofNumber: isNaNumber }],
  [Number.isSafeInteger, { result: "bool", arity: 1 }],
  [Object.is, { result: "bool", arity: 2 }],
  [String, { result: "str", arity: 1 }],
]);

/** The result of such a function; null for other calls, and where an argument is not known to be a primitive value. */
export function primitiveNative(
  writer: Writer,
  callee: AbstractValue,
  args: readonly AbstractValue[],
): AbstractValue | null {
  const native = callee.kind === "host" ? natives.get(callee.value) : undefined;
  if (native === undefined || args.length < native.arity) return null;
  const { result, arity, ofNumber } = native;
  const seen = args.slice(0, arity);
  const isPrimitive = (x: AbstractValue): boolean => {
    const type = typeOfAbstract(writer, x);
    return x.kind === "operand" && (isInactive(type) || isNumber(type));
  };
  if (!seen.every(isPrimitive)) return null;
  const operands = seen.map((x) => writer.operand(x));
  const [x] = operands;
  if (ofNumber !== undefined && x !== undefined && isNumber(writer.typeOf(x))) return ofOperand(ofNumber(writer, x));
  // A call that is given numbers might have a derivative; this one has none.
  const list = writer.prim("tuple", operands);
  return ofOperand(writer.prim("passive-call", [writer.operand(callee), constant(undefined), list], "", result));
}
