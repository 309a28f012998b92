// Finds instructions that give the length of an array.

import { isConstant, type Func, type Instr, type Operand } from "../ir/index.ts";

/** The array whose length is the result of an instruction. */
export function measured(instr: Instr | undefined, func: Func): Operand | undefined {
  if (instr?.kind !== "prim" || func.values[instr.result]?.type !== "int") return undefined;
  const [array] = instr.args;
  if (instr.prim === "length" || instr.prim === "array-length") return array;
  return measuredForGood(instr);
}

/** The same for an array in constant memory, whose length stays that. */
export function measuredForGood(instr: Instr | undefined): Operand | undefined {
  if (instr?.kind !== "prim" || instr.prim !== "load") return undefined;
  const [array, key] = instr.args;
  return isConstant(key, "length") ? array : undefined;
}
