// How generated code reads `self` and its environment.

import type { Func, Instr, Operand } from "../ir/index.ts";
import { type Expr, plain, strength } from "./expression.ts";
import type { Scope } from "./scope.ts";

export function isSelf(func: Func, operand: Operand | undefined): boolean {
  return operand?.kind === "value" && operand.id === func.blocks[0]?.params[0];
}

/** Whether an instruction reads the function's own environment at a known index. */
export function isOwnCapture(func: Func, instr: Instr): boolean {
  return (
    instr.kind === "prim" && instr.prim === "capture" && isSelf(func, instr.args[0]) && instr.args[1]?.kind === "const"
  );
}

const indexOf = (instr: Instr): string => {
  const index = instr.kind === "prim" ? instr.args[1] : undefined;
  return index?.kind === "const" ? String(index.value) : "0";
};

/** `env[k]` */
export function captureExpr(instr: Instr): Expr {
  return { ...plain(`env[${indexOf(instr)}]`, strength.member), object: null };
}

/** `kept[k] ?? readCapture(env, kept, k)`, where entries of `env` may be accessors. */
export function keptCaptureExpr(instr: Instr, func: Func, { kept, helper }: Pick<Scope, "kept" | "helper">): Expr {
  const [k, values] = [indexOf(instr), kept()];
  const name = isPrelude(func) ? "readSettled" : "readCapture";
  return plain(`${values}[${k}] ?? ${helper(name, `$.${name}`)}(env, ${values}, ${k})`, strength.conditional);
}

/** The modules of the prelude assign no variable that another one imports. */
const isPrelude = ({ span }: Func): boolean => span.file.startsWith("zeroth/");

/**
 * Whether compiled code made the environment of a function's closures: then reading it has no effect and may wait. The entries
 * for the user's own functions are accessors.
 */
export function hasPlainEnvironment(func: Func): boolean {
  return func.name.includes("*");
}
