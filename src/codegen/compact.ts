// Small stack frames for functions that recurse.
//
// Node's default stack is under a megabyte. V8 gives each variable of a function, and each operand that waits during a call, a
// slot of the frame for the whole function. So a function that calls itself, and its derivatives, are written compactly: nested
// calls are split into statements, values that are never live together share a variable, and captured values that are used once
// are read where they are used.

import { rootName, type Func, type FuncName, type Instr, type Program, type ValueId } from "../ir/index.ts";
import { captureExpr, hasPlainEnvironment, isOwnCapture, isSelf } from "./capture.ts";
import { directCallee } from "./direct.ts";
import type { Expr } from "./expression.ts";
import type { Liveness } from "./liveness.ts";

/** Whether the function, or the function it is a derivative of, calls itself. */
export function isRecursive(program: Program, name: FuncName): boolean {
  const func = program.module.functions[rootName(name)] ?? program.func(name);
  const isRecursion = (instr: Instr): boolean =>
    (instr.kind === "call" && isSelf(func, instr.callee)) || directCallee(program, func, instr) === func.name;
  return func.blocks.some((block) => block.instrs.some(isRecursion));
}

/** The captured values to read where they are used. */
export function inlinedCaptures(func: Func, live: Liveness): ReadonlyMap<ValueId, Expr> {
  if (!hasPlainEnvironment(func)) return new Map();
  const captures = func.blocks.flatMap((block) => block.instrs.filter((instr) => isOwnCapture(func, instr)));
  return new Map(
    captures.filter(({ result }) => live.uses[result] === 1).map((instr) => [instr.result, captureExpr(instr)]),
  );
}

/** The number of operands that may wait while an expression is evaluated. */
export const waitingLimit = 4;

/** The approximate number of slots that V8 needs to evaluate an instruction; `operands` are the slots that each operand needs. */
export function slotsFor(instr: Instr, operands: readonly number[]): number {
  const before = instr.kind === "call" ? 0 : isOperator(instr) ? 0 : 2;
  // A closure needs the array of its captures.
  if (instr.kind === "closure") return 5 + Math.max(0, ...operands);
  return Math.max(
    isOperator(instr) ? 0 : before + operands.length,
    ...operands.map((n, k) => (n === 0 ? 0 : before + k + n)),
  );
}

function isOperator(instr: Instr): boolean {
  return (
    instr.kind === "prim" &&
    /^(?:add|sub|mul|div|rem|pow|neg|plus|bit.*|sh[lr]|ushr|l[te]|g[te]|eq|ne|not|loose-..|typeof|get|tuple-get|capture|length|box-get|gate|select|scale|is-.*)$/.test(
      instr.prim,
    )
  );
}
