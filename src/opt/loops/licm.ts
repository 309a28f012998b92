// Loop-invariant code motion: moves what is the same in every iteration out of the loop (S. Muchnick, "Advanced Compiler Design
// and Implementation", 1997, section 13.2).
//
// **How** The pass moves reads of memory that the loop does not write, guards of what was read, look-ups of shadows and expensive
// functions of numbers, if every iteration computes them from values that the loop does not change. They move to the edge into
// the loop, so a loop that does not run computes nothing.
//
// **Example** `loop: %row = load %rows, %i; … load %row, %j` inside a loop over `%i` → the row is read before the inner loop.

import type { Func, Instr, Operand, Pass, PrimInstr } from "../../ir/index.ts";
import { aliasesIn, instrsOf, isPlainRead, looksUpShadow, unknownCalls, type LoopFacts } from "../../analysis/index.ts";
import { hasFields, mapFunctions, prims, typeIn } from "../../ir/index.ts";
import { hoist } from "./hoist.ts";

export const licm: Pass = {
  name: "licm",
  phase: "final",
  run: (module) => mapFunctions(module, (func) => hoist(func, { isMovable, isSpeculative: false })),
};

function isMovable(instr: Instr, func: Func, loop: LoopFacts): boolean {
  if (instr.kind !== "prim") return false;
  // What runs in the loop may make an accessor of a property.
  if (hasFields(typeIn(func, instr.args[0])) && unknownCalls(func).length > 0) return false;
  if (isPlainRead(func, instr)) return !isWritten(func, loop, instr);
  const { arithmetic, effect, effects } = prims[instr.prim];
  const types = instr.args.map((arg: Operand) => typeIn(func, arg));
  // An object has only one shadow, and that is as long as the object itself becomes.
  if (looksUpShadow(instr.prim) || instr.prim === "shadow-numbers") return true;
  // Whether a property is data, or inherited: the read behind this guard moves, too.
  if (instr.prim === "guard-data" || instr.prim === "guard-inherited") return true;
  if (effect !== "pure") return false;
  // Other pure instructions cost no more than reading a variable.
  return effects.mayLeave || (arithmetic?.cost === "expensive" && types.every((own) => own === "num" || own === "int"));
}

/** Whether the loop may write what is read. It does not write constant memory, nor frozen memory: that would be after the read. */
function isWritten(func: Func, loop: LoopFacts, read: PrimInstr): boolean {
  if (prims[read.prim].effects.memory !== "changing") return false;
  const { isWrite, mayChange } = aliasesIn(func);
  return instrsOf(func, loop).some((instr) => isWrite(instr) && mayChange(instr, read));
}
