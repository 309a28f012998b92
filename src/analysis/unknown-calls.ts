// Where a function may run unknown code.

import { ofFunction, prims, reachesReturn, type Func, type Instr } from "../ir/index.ts";

/**
 * The instructions that may call unknown code on the way to the function's return. Where there are none, properties that are data
 * stay so, as far as blocks that lead to the return are concerned: specialised code reads no properties that might be accessors.
 */
export const unknownCalls: (func: Func) => readonly Instr[] = ofFunction((func: Func): readonly Instr[] => {
  const reaches = reachesReturn(func);
  return func.blocks.flatMap(({ instrs }, b) => (reaches[b] === true ? instrs.filter(callsUnknown) : []));
});

/** Whether an instruction may call unknown code. */
export function callsUnknown(instr: Instr): boolean {
  if (instr.kind !== "prim") return instr.kind === "call" && instr.effect === "any";
  const { isAnything, operands } = prims[instr.prim].effects;
  return isAnything && operands.length > 0;
}
