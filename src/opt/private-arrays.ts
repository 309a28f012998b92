// Arrays that a function makes, and that it only reads and writes by index: nobody else gets hold of them.

import type { Func, Instr, Operand, PrimInstr, PrimName, Type, ValueId } from "../ir/index.ts";
import { isNumber, operandsOf, operandType, terminatorOperands } from "../ir/index.ts";

const making: ReadonlySet<PrimName> = new Set<PrimName>(["array", "array-new", "array-zeros", "typed-new"]);
/** What does not pass its first operand on. */
const reading: ReadonlySet<PrimName> = new Set<PrimName>([
  "get",
  "load",
  "length",
  "array-length",
  "expect-element",
  "expect-slot",
]);

/** What is stored in private arrays, by array: numbers, at indices. */
export function privateStores(func: Func): ReadonlyMap<ValueId, readonly PrimInstr[]> {
  const stores = new Map<ValueId, PrimInstr[]>();
  for (const { instrs } of func.blocks) {
    for (const instr of instrs) if (instr.kind === "prim" && making.has(instr.prim)) stores.set(instr.result, []);
  }
  if (stores.size === 0) return stores;
  const typeOf = (operand: Operand | undefined): Type =>
    operand === undefined ? "any" : operandType(operand, (id) => func.values[id]?.type);
  const pass = (operand: Operand): void => {
    if (operand.kind === "value") stores.delete(operand.id);
  };
  const visit = (instr: Instr): void => {
    const [first, ...rest] = operandsOf(instr);
    rest.forEach(pass);
    if (first === undefined || (instr.kind === "prim" && reading.has(instr.prim))) return;
    if (instr.kind === "prim" && instr.prim === "set" && rest.every((operand) => isNumber(typeOf(operand)))) {
      if (first.kind === "value") stores.get(first.id)?.push(instr);
    } else pass(first);
  };
  for (const { instrs, terminator } of func.blocks) {
    instrs.forEach(visit);
    terminatorOperands(terminator).forEach(pass);
  }
  return stores;
}
