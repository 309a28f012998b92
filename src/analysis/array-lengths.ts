// Finds instructions that give the length of an array.

import type { Func, Instr, Operand } from "../ir/index.ts";

/** The array whose length is the result of an instruction. */
export function measured(instr: Instr | undefined, func: Func): Operand | undefined {
  if (instr?.kind !== "prim" || func.values[instr.result]?.type !== "int") return undefined;
  const [array, key] = instr.args;
  if (instr.prim === "length" || instr.prim === "array-length") return array;
  return instr.prim === "load" && key?.kind === "const" && key.value === "length" ? array : undefined;
}
