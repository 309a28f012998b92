// Free variables of nested functions: the values of enclosing functions that each one needs, including those that its own nested
// functions need.
//
// A variable is named by the function that defines it and its value id there. The order is that of the first mentions, so
// environments are stable.

import type { Func, FuncName, Module, Operand, ValueId } from "../ir/index.ts";
import { eachOperand } from "../ir/index.ts";

export interface Variable {
  readonly owner: FuncName;
  readonly id: ValueId;
}

export const variableKey = ({ owner, id }: Variable): string => `${owner} ${id}`;

/** The variable that an outer operand inside `func` means. */
export function variableOf(module: Module, func: Func, operand: Operand & { readonly kind: "outer" }): Variable {
  let owner: Func | undefined = func;
  for (let level = 0; level < operand.depth; level++)
    owner = owner?.parent == null ? undefined : module.functions[owner.parent];
  if (owner === undefined) throw new RangeError(`@${func.name} refers to a value outside the module`);
  return { owner: owner.name, id: operand.id };
}

/** The free variables of every function, by key. */
export function freeVariables(module: Module): ReadonlyMap<FuncName, ReadonlyMap<string, Variable>> {
  const free = new Map<FuncName, Map<string, Variable>>();
  const functions = Object.values(module.functions);
  for (const func of functions) {
    const own = new Map<string, Variable>();
    for (const block of func.blocks) {
      eachOperand(block, (operand) => {
        if (operand.kind !== "outer") return;
        const variable = variableOf(module, func, operand);
        own.set(variableKey(variable), variable);
      });
    }
    free.set(func.name, own);
  }
  // What a nested function needs its parent needs too, unless the parent defines it: innermost first.
  const depth = (func: Func): number => (func.parent === null ? 0 : 1 + depth(module.functions[func.parent] as Func));
  for (const func of [...functions].sort((a, b) => depth(b) - depth(a))) {
    const parent = func.parent === null ? undefined : free.get(func.parent);
    for (const [key, variable] of free.get(func.name) ?? [])
      if (variable.owner !== func.parent) parent?.set(key, variable);
  }
  return free;
}
