// Constant folding: evaluates primitives of constants where every engine gives the same bits: operators, and the `Math`
// functions that the standard defines exactly. The others (`sin`, `**`, …) may differ between the engine that compiles and the
// one that runs.

import type { Constant, Operand, PrimName } from "../../ir/index.ts";
import { constant, prims } from "../../ir/index.ts";

/** Longer strings are not built at compile time. */
const longestString = 1000;

export function foldConstants(prim: PrimName, args: readonly Operand[]): Operand | null {
  const { arithmetic } = prims[prim];
  if (arithmetic?.isExact !== true) return null;
  const constants: Constant[] = [];
  for (const operand of args) {
    // A structural zero is a number where it is compared.
    const arg = operand.kind === "zero" && arithmetic.isComparison ? constant(0) : operand;
    if (arg.kind !== "const" || typeof arg.value === "bigint") return null;
    constants.push(arg.value);
  }
  // Of cotangents, only numbers are folded.
  if (arithmetic.isOfCotangents && !constants.every((c) => typeof c === "number")) return null;
  const result = (prims[prim].evaluate as (...args: readonly Constant[]) => Constant)(...constants);
  return typeof result === "string" && result.length > longestString ? null : constant(result);
}
