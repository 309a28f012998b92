// Reads of memory that the function is given, and does not write, become `load`.
//
// **Guarantees** What such a `load` reads is constant (`Memory` in ir/prims/effects.ts): nothing writes it while the function
// runs. Nothing differentiates the function any more, so no derivative of it runs later.
//
// **How** Points-to analysis (analysis/points-to.ts) shows that a read refers only to memory that the function did not make. The
// function writes to no such memory, shadows apart, and calls nothing that might. So what a reverse sweep takes from a tape is
// read as it was in the forward sweep.
//
// **Example** `%row = part %record, 0; %x = get %row, %i` → `%x = load %row, %i`, where all such rows are of an argument.

import type { Func, Operand, Pass } from "../../ir/index.ts";
import { allInstrs, mapFunctions, mapInstrs, reachesReturn } from "../../ir/index.ts";
import { aliasesIn, isPlainRead, pointsToOnReturn } from "../../analysis/index.ts";

export const constantReads: Pass = {
  name: "constant-reads",
  phase: "final",
  run: (module) => mapFunctions(module, loadIn),
};

function loadIn(func: Func): Func {
  if (!allInstrs(func).some((instr) => instr.kind === "prim" && instr.prim === "get")) return func;
  const memory = pointsToOnReturn(func);
  const { isWrite } = aliasesIn(func);
  const reaches = reachesReturn(func);
  // What is written on the way to an exception is written after all reads that are made constant.
  const mayWrite = func.blocks.some(
    ({ instrs }, b) => reaches[b] === true && instrs.some((instr) => isWrite(instr) && memory.isSeen(instr)),
  );
  if (mayWrite) return func;
  const isGiven = (operand: Operand): boolean => {
    const locations = [...memory.of(operand)];
    return locations.length > 0 && !locations.some(memory.isMade);
  };
  return mapInstrs(func, (instr, b) => {
    const isRead = instr.kind === "prim" && instr.prim === "get" && isPlainRead(func, instr);
    if (!isRead || reaches[b] !== true) return instr;
    return isGiven(instr.args[0] as Operand) ? { ...instr, prim: "load" } : instr;
  });
}
