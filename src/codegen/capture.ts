// How generated code reads `self` and its environment.

import type { Func, Instr, Operand } from "../ir/index.ts";
import { type Expr, plain, strength } from "./expression.ts";

export function isSelf(func: Func, operand: Operand | undefined): boolean {
  return operand?.kind === "value" && operand.id === func.blocks[0]?.params[0];
}

/** Whether an instruction reads the function's own environment at a known index. */
export function isOwnCapture(func: Func, instr: Instr): boolean {
  return (
    instr.kind === "prim" && instr.prim === "capture" && isSelf(func, instr.args[0]) && instr.args[1]?.kind === "const"
  );
}

/** `env[k]` */
export function captureExpr(instr: Instr): Expr {
  const index = instr.kind === "prim" ? instr.args[1] : undefined;
  const k = index?.kind === "const" ? String(index.value) : "0";
  return { ...plain(`env[${k}]`, strength.member), object: null };
}

/**
 * Whether compiled code made the environment of a function's closures: then reading it has no effect and may wait. The entries
 * for the user's own functions are accessors.
 */
export function hasPlainEnvironment(func: Func): boolean {
  return func.name.includes("*");
}
