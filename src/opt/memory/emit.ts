// Writes primitives, for passes that make lists of instructions.

import {
  classesOfType,
  constant,
  isArray,
  isInstance,
  isNumber,
  isRecord,
  value,
  valueId,
  type Instr,
  type Operand,
  type PrimName,
  type Span,
  type Type,
  type ValueId,
  type ValueInfo,
} from "../../ir/index.ts";

/** Writes a primitive, and gives its result. */
export type Emit = (prim: PrimName, args: readonly Operand[], hint: string, type: Type) => Operand;

/** A new value, which is added to a function's values. */
export const freshIn =
  (values: ValueInfo[]) =>
  (hint: string, type: Type): ValueId =>
    valueId(values.push({ hint, type }) - 1);

/** Writes primitives to the end of a list. */
export const emittingIn =
  (values: ValueInfo[]) =>
  (instrs: Instr[], span: Span): Emit =>
  (prim, args, hint, type) => {
    const result = freshIn(values)(hint, type);
    instrs.push({ kind: "prim", result, prim, args, span });
    return value(result);
  };

/** What was read, guarded to be of a type. */
export function guarded(read: Operand, type: Type, emit: Emit, hint: string): Operand {
  if (isNumber(type)) return emit("guard-number", [read], hint, type);
  if (isArray(type)) return emit("guard-array", [read], hint, type);
  if (isRecord(type)) return emit("guard-record", [read], hint, type);
  if (isInstance(type)) return emit("guard-instance", [read, ...classesOfType(type).map(constant)], hint, type);
  if (type === "str" || type === "bool")
    return emit("guard-typeof", [read, constant(type === "str" ? "string" : "boolean")], hint, type);
  if (type === "float64" || type === "float32" || type === "integers") return emit(`guard-${type}`, [read], hint, type);
  return read;
}
