// Which reads of elements give integers.

import { usesOf } from "../analysis/index.ts";
import type { Func, PrimInstr } from "../ir/index.ts";

/** Whether what is read is an integer once it is guarded to be a number. */
export const isIntegerRead = (func: Func, { prim, result }: PrimInstr): boolean =>
  (prim === "get" || prim === "load" || prim === "get-frozen") &&
  usesOf(func)(result).some(
    ({ instr }) => instr?.kind === "prim" && instr.prim === "guard-number" && func.values[instr.result]?.type === "int",
  );
