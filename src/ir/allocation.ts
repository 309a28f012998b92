// Instructions that allocate memory, and whether they may throw: those that take a length throw if it is a bad one.

import type { Operand, PrimInstr } from "./model.ts";
import { prims } from "./prims.ts";

/** Whether an instruction allocates memory and does nothing else. */
export function isSafeAllocation({ prim, args }: PrimInstr): boolean {
  if (prims[prim].effect !== "alloc") return false;
  if (prim === "array-new") return isLength(args[0]);
  return prim !== "typed-new" || isLength(args[1]);
}

function isLength(operand: Operand | undefined): boolean {
  return (
    operand?.kind === "const" &&
    typeof operand.value === "number" &&
    operand.value >= 0 &&
    operand.value < 2 ** 32 &&
    Number.isInteger(operand.value)
  );
}
