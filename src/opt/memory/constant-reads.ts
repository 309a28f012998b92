// Reads of memory that the function is given, and does not write, become `load`.
//
// **Guarantees** What such a `load` reads is constant (`Memory` in ir/prims/effects.ts): nothing writes it while the function
// runs. Nothing differentiates the function any more, so no derivative of it runs later.
//
// **How** By what reads may refer to (analysis/points-to.ts): only memory that the function did not make. It writes to none such,
// shadows apart, and calls nothing that might. So what a reverse sweep takes from a tape is read as it was in the forward sweep.
//
// **Example** `%row = part %record, 0; %x = get %row, %i` → `%x = load %row, %i`, where all such rows are of an argument.

import type { Func, Instr, Operand, Pass } from "../../ir/index.ts";
import { allInstrs, mapFunctions, mapInstrs, typeIn } from "../../ir/index.ts";
import { isPlainRead, pointsToOnReturn } from "../../analysis/index.ts";

export const constantReads: Pass = {
  name: "constant-reads",
  phase: "final",
  run: (module) => mapFunctions(module, loadIn),
};

function loadIn(func: Func): Func {
  if (!allInstrs(func).some((instr) => instr.kind === "prim" && instr.prim === "get")) return func;
  const memory = pointsToOnReturn(func);
  const isWrite = (instr: Instr): boolean => {
    if (!memory.isSeen(instr)) return false;
    const written = memory.writtenBy(instr);
    return written === "any" || !written.every((operand) => isOfShadows(func, operand));
  };
  if (allInstrs(func).some(isWrite)) return func;
  const isGiven = (operand: Operand): boolean => {
    const places = [...memory.of(operand)];
    return places.length > 0 && !places.some(memory.isMade);
  };
  return mapInstrs(func, (instr) => {
    if (instr.kind !== "prim" || instr.prim !== "get" || !isPlainRead(func, instr)) return instr;
    return isGiven(instr.args[0] as Operand) ? { ...instr, prim: "load" } : instr;
  });
}

const isOfShadows = (func: Func, operand: Operand): boolean => ["shadow", "context"].includes(typeIn(func, operand));
