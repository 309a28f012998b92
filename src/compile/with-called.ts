// Calls of specialised functions become calls of their finished versions.

import { operandsOf, type Func, type FuncName, type Instr, type ValueId } from "../ir/index.ts";

/** Replaces the functions that `func` only calls by the finished ones. */
export function withCalled(func: Func, nameOf: (specialised: FuncName) => FuncName): Func {
  const differentiated = new Set<ValueId>();
  for (const instr of func.blocks.flatMap(({ instrs }) => instrs)) {
    const isCall = instr.kind === "call" && instr.word === "";
    for (const operand of operandsOf(instr).slice(isCall ? 1 : 0)) {
      if (operand.kind === "value") differentiated.add(operand.id);
    }
  }
  const renamed = (instr: Instr): Instr =>
    instr.kind === "closure" && !differentiated.has(instr.result) ? { ...instr, func: nameOf(instr.func) } : instr;
  return { ...func, blocks: func.blocks.map((block) => ({ ...block, instrs: block.instrs.map(renamed) })) };
}
