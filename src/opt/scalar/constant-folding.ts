// Evaluates primitives of constants where every engine gives the same bits: operators, and the `Math` functions that
// the standard defines exactly. The others (`sin`, `**`, …) may differ between the engine that compiles and the one
// that runs.

import type { Constant, Operand, PrimName } from "../../ir/index.ts";
import { constant, prims } from "../../ir/index.ts";

const exact: ReadonlySet<PrimName> = new Set([
  "add",
  "sub",
  "mul",
  "div",
  "rem",
  "neg",
  "plus",
  "numeric",
  "number",
  "bitand",
  "bitor",
  "bitxor",
  "shl",
  "shr",
  "ushr",
  "bitnot",
  "lt",
  "le",
  "gt",
  "ge",
  "eq",
  "ne",
  "loose-eq",
  "loose-ne",
  "not",
  "typeof",
  "to-string",
  "is-nullish",
  "is-number",
  "abs",
  "ceil",
  "clz32",
  "floor",
  "fround",
  "imul",
  "max",
  "min",
  "round",
  "sign",
  "sqrt",
  "trunc",
  "scale",
  "ratio",
  "sum",
]);

/** Operands are cotangents, of which only numbers are folded. */
const ofCotangents: ReadonlySet<PrimName> = new Set(["scale", "ratio", "sum"]);

const comparing: ReadonlySet<PrimName> = new Set(["lt", "le", "gt", "ge", "eq", "ne"]);

/** Longer strings are not built at compile time. */
const longestString = 1000;

export function foldConstants(prim: PrimName, args: readonly Operand[]): Operand | null {
  if (!exact.has(prim)) return null;
  const constants: Constant[] = [];
  for (const operand of args) {
    // A structural zero is a number where it is compared.
    const arg = operand.kind === "zero" && comparing.has(prim) ? constant(0) : operand;
    if (arg.kind !== "const" || typeof arg.value === "bigint") return null;
    constants.push(arg.value);
  }
  if (ofCotangents.has(prim) && !constants.every((c) => typeof c === "number")) return null;
  const result = (prims[prim].evaluate as (...args: readonly Constant[]) => Constant)(...constants);
  return typeof result === "string" && result.length > longestString ? null : constant(result);
}
