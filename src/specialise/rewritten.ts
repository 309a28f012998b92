// What stands for a primitive after all rewrites that need not know more than its operands.

import { constant, type Operand, type PrimInstr } from "../ir/index.ts";
import { rewritePrim, type Known } from "../opt/scalar/rewrites.ts";

/** The result, if it is known; else the primitive that computes it. */
export function rewritten(instr: PrimInstr, known: Known): Operand | PrimInstr {
  for (let current = instr; ;) {
    const result = rewritePrim(current, known);
    if (result === null) return current;
    if (result === "nothing") return constant(undefined);
    if (result.kind !== "prim") return result;
    current = { ...instr, prim: result.prim, args: result.args };
  }
}
