// The functions that a module's stamped functions need; the others are not shipped.

import type { Func, FuncName, Module } from "./index.ts";

/** The module with only the roots and what they need, in the same order: functions that they make closures of, rules, bases. */
export function reachable(module: Module, roots: readonly FuncName[]): Module {
  const found = new Set<FuncName>(roots);
  for (const name of found) {
    const func = module.functions[name];
    if (func !== undefined) for (const needed of neededBy(func)) found.add(needed);
  }
  const functions = Object.entries(module.functions).filter(([name]) => found.has(name));
  return { ...module, functions: Object.fromEntries(functions) };
}

function neededBy({ base, blocks, rules }: Func): readonly FuncName[] {
  const needed = [base, ...Object.values(rules)];
  for (const { instrs } of blocks) for (const instr of instrs) if (instr.kind === "closure") needed.push(instr.func);
  return needed;
}
