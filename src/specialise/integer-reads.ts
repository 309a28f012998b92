// Which reads of elements give integers.

import { usesOf } from "../analysis/index.ts";
import { isElementRead, type Func, type PrimInstr } from "../ir/index.ts";

/** Whether what is read is an integer once it is guarded to be a number. */
export const isIntegerRead = (func: Func, { prim, result }: PrimInstr): boolean =>
  isElementRead(prim) &&
  usesOf(func)(result).some(
    ({ instr }) => instr?.kind === "prim" && instr.prim === "guard-number" && func.values[instr.result]?.type === "int",
  );
