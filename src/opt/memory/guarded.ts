// Guards what was read, for passes that read it in another place.

import { constant, isArray, isNumber, isRecord, type Operand, type PrimName, type Type } from "../../ir/index.ts";

/** Writes a primitive, and gives its result. */
export type Emit = (prim: PrimName, args: readonly Operand[], hint: string, type: Type) => Operand;

/** What was read, guarded to be of a type. */
export function guarded(read: Operand, type: Type, emit: Emit, hint: string): Operand {
  if (isNumber(type)) return emit("guard-number", [read], hint, type);
  if (isArray(type)) return emit("guard-array", [read], hint, type);
  if (isRecord(type)) return emit("guard-record", [read], hint, type);
  if (type === "str" || type === "bool")
    return emit("guard-typeof", [read, constant(type === "str" ? "string" : "boolean")], hint, type);
  if (type === "float64" || type === "float32" || type === "integers") return emit(`guard-${type}`, [read], hint, type);
  return read;
}
