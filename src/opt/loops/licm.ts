// Loop-invariant code motion: hoists what is the same in every iteration out of the loop.
//
// **How** The pass moves reads of memory that nothing writes, guards of what was read, look-ups of shadows and expensive
// functions of numbers, if every iteration computes them from values that the loop does not change. They move to the edge into
// the loop, so a loop that does not run computes nothing.
//
// **Example** `loop: %row = load %rows, %i; … load %row, %j` inside a loop over `%i` → the row is read before the inner loop.

import type { Func, Instr, Operand, Pass } from "../../ir/index.ts";
import { looksUpShadow } from "../../analysis/index.ts";
import { isArray, isTyped, mapFunctions, prims, typeIn } from "../../ir/index.ts";
import { hoist } from "./hoist.ts";

export const licm: Pass = {
  name: "licm",
  phase: "final",
  run: (module) => mapFunctions(module, (func) => hoist(func, { isMovable, isSpeculative: false })),
};

function isMovable(instr: Instr, func: Func): boolean {
  if (instr.kind !== "prim") return false;
  const { arithmetic, effect, effects } = prims[instr.prim];
  const types = instr.args.map((arg: Operand) => typeIn(func, arg));
  const [type = "any"] = types;
  // An object has only one shadow, and that is as long as the object itself becomes.
  if (looksUpShadow(instr.prim) || instr.prim === "shadow-numbers") return true;
  // Reads of other types may throw or call conversions. The loop does not write frozen memory: that would be after the read.
  if (effects.memory !== "changing") return isArray(type) || isTyped(type);
  if (effect !== "pure") return false;
  // Other pure instructions cost no more than reading a variable.
  return effects.mayLeave || (arithmetic?.cost === "expensive" && types.every((own) => own === "num" || own === "int"));
}
