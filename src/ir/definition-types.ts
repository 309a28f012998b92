// The type of an instruction's result as far as its operands tell. For when `int` may be claimed, see infer-types.ts.

import type { Instr, Operand } from "./model.ts";
import { resultType } from "./builder.ts";
import { impliedType, operandType } from "./names.ts";
import { prims } from "./prims.ts";
import { isArray, isTyped, type Type } from "./types.ts";

/** The type of an operand; large integer constants are `num`. */
export function smallType(operand: Operand, typeOfValue: (id: number) => Type | undefined): Type {
  const type = operandType(operand, typeOfValue);
  return type === "int" && operand.kind === "const" && !isSmall(operand.value, 2 ** 52) ? "num" : type;
}

/** The type of an instruction's result, as far as its operands' types tell. */
export function definitionType(instr: Instr, typeOf: (operand: Operand) => Type): Type {
  if (instr.kind !== "prim") return impliedType(instr, typeOf);
  const args = instr.args.map(typeOf);
  const a = args[0] ?? "any";
  switch (instr.prim) {
    case "add":
    case "sub":
      if (isCounting(instr.args, args)) return "int";
      break;
    case "plus":
    case "number":
    case "abs":
    case "floor":
    case "ceil":
    case "round":
    case "trunc":
    case "sign":
    case "max":
    case "min":
      if (args.length > 0 && args.every((type) => type === "int")) return "int";
      break;
    case "clz32":
    case "imul":
      return "int";
    case "length":
      return isArray(a) || isTyped(a) || a === "str" || a === "tuple" ? "int" : "any";
    default:
      break;
  }
  const implied = resultType(instr.prim, args);
  // One of the two may not exist, where the other one is chosen.
  if (instr.prim === "select") return implied;
  // If an operand is still at the bottom, so is the result.
  return args.includes("unset") && typeof prims[instr.prim].result === "function" ? "unset" : implied;
}

/** Whether a sum or difference is a step of a counter. */
function isCounting(operands: readonly Operand[], types: readonly Type[]): boolean {
  return types.every((type) => type === "int") && operands.some((o) => o.kind === "const" && isSmall(o.value, 2 ** 8));
}

const isSmall = (value: unknown, limit: number): boolean => typeof value === "number" && Math.abs(value) <= limit;
