// Functions that read constant memory. It is constant only while the call lasts, so none of these functions may outlive the
// call.

import { allInstrs, operandsOf, prims, type Func, type FuncName, type Program } from "../ir/index.ts";

/** Whether a function gives others a function that reads constant memory, by itself or by functions that it makes. */
export function letsReadersOut(program: Program, func: Func): boolean {
  const given = new Set(
    allInstrs(func).flatMap((instr) =>
      operandsOf(instr)
        .slice(instr.kind === "call" ? 1 : 0)
        .flatMap((operand) => (operand.kind === "value" ? [operand.id] : [])),
    ),
  );
  for (const { terminator } of func.blocks)
    if (terminator.kind === "return" && terminator.value.kind === "value") given.add(terminator.value.id);
  const met = new Set<FuncName>();
  const reads = (name: FuncName): boolean => {
    if (met.has(name)) return false;
    met.add(name);
    return allInstrs(program.func(name)).some((instr) =>
      instr.kind === "closure"
        ? reads(instr.func)
        : instr.kind === "prim" && prims[instr.prim].effects.memory === "constant",
    );
  };
  return allInstrs(func).some((instr) => instr.kind === "closure" && given.has(instr.result) && reads(instr.func));
}
