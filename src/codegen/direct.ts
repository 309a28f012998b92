// Direct calls: calls of a closure without captures that is made in the same function. They need no closure.

import type { Func, FuncName, Instr, ValueId } from "../ir/index.ts";

const known = new WeakMap<Func, ReadonlyMap<ValueId, FuncName>>();

/** The function that an instruction calls directly; null if it does not. */
export function directCallee(func: Func, instr: Instr): FuncName | null {
  if (instr.kind !== "call" || instr.word !== "" || instr.callee.kind !== "value") return null;
  if (instr.receiver.kind !== "const" || instr.receiver.value !== undefined) return null;
  let functions = known.get(func);
  if (functions === undefined) known.set(func, (functions = functionsIn(func)));
  return functions.get(instr.callee.id) ?? null;
}

function functionsIn({ blocks }: Func): ReadonlyMap<ValueId, FuncName> {
  const found = new Map<ValueId, FuncName>();
  for (const { instrs } of blocks) {
    for (const instr of instrs) {
      if (instr.kind === "closure" && instr.captures.length === 0) found.set(instr.result, instr.func);
    }
  }
  return found;
}
