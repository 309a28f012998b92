// Rewrites a primitive by rules that look at its operands only.

import { constant, operandType, type Operand, type PrimInstr, type Type } from "../ir/index.ts";
import { rewritePrim, type OperandFacts } from "../opt/scalar/rewrites.ts";

/** What is asked of the writer (writer.ts). */
interface Writing {
  readonly typeOf: (operand: Operand) => Type;
  readonly definition: (operand: Operand) => PrimInstr | undefined;
}

/** The result, if it is known; else the primitive that computes it. */
export function rewritten(writer: Writing, instr: PrimInstr): Operand | PrimInstr {
  const known: OperandFacts = {
    typeOf: (operand) => operandType(operand, () => writer.typeOf(operand)),
    definition: (operand) => writer.definition(operand),
  };
  for (let current = instr; ;) {
    const result = rewritePrim(current, known);
    if (result === null) return current;
    if (result === "nothing") return constant(undefined);
    if (result.kind !== "prim") return result;
    current = { ...instr, prim: result.prim, args: result.args };
  }
}
