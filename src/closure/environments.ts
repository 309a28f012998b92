// The environment of each function: the free variables it captures, in order.
//
// Functions of one scope that mention each other share one environment, the union of their free variables without themselves.
// Each rebuilds the others from it, so no closure contains itself. A function also shares an environment with the functions that
// define its derivatives (`rules`).

import type { Func, FuncName, Module } from "../ir/index.ts";
import { freeVariables, variableKey, type Variable } from "./free-variables.ts";

export interface Environment {
  readonly variables: readonly Variable[];
  /** Functions that share this environment: for the variable key of each closure value, its function. */
  readonly members: ReadonlyMap<string, FuncName>;
}

export function environments(module: Module): ReadonlyMap<FuncName, Environment> {
  const free = freeVariables(module);
  const closures = closureVariables(module);
  const groups = new Map<FuncName, Set<FuncName>>();
  for (const names of siblings(module))
    for (const group of components(names, (name) => mentions(module, name, free, closures))) {
      for (const name of group) groups.set(name, group);
    }
  const result = new Map<FuncName, Environment>();
  for (const [name, group] of groups) {
    const members = new Map([...closures].filter(([, func]) => group.has(func)));
    const variables = new Map<string, Variable>();
    for (const member of group) {
      for (const [key, variable] of free.get(member) ?? []) if (!members.has(key)) variables.set(key, variable);
    }
    result.set(name, { variables: [...variables.values()], members });
  }
  return result;
}

/** The values that are closures of known functions: variable key → function. */
function closureVariables(module: Module): ReadonlyMap<string, FuncName> {
  const closures = new Map<string, FuncName>();
  for (const func of Object.values(module.functions)) {
    for (const { instrs } of func.blocks) {
      for (const instr of instrs) {
        if (instr.kind === "closure") closures.set(variableKey({ owner: func.name, id: instr.result }), instr.func);
      }
    }
  }
  return closures;
}

/** Functions by enclosing function. */
function siblings(module: Module): readonly (readonly FuncName[])[] {
  const byParent = new Map<FuncName | null, FuncName[]>();
  for (const { name, parent } of Object.values(module.functions))
    byParent.set(parent, [...(byParent.get(parent) ?? []), name]);
  return [...byParent.values()];
}

function mentions(
  module: Module,
  name: FuncName,
  free: ReturnType<typeof freeVariables>,
  closures: ReadonlyMap<string, FuncName>,
): readonly FuncName[] {
  const func = module.functions[name] as Func;
  const mentioned = [...(free.get(name)?.keys() ?? [])].flatMap((key) => closures.get(key) ?? []);
  const ruled = Object.values(module.functions).filter((other) => Object.values(other.rules).includes(name));
  return [...mentioned, ...Object.values(func.rules), ...ruled.map((other) => other.name)];
}

/** Strongly connected components among `names` (Tarjan 1972). */
function components(
  names: readonly FuncName[],
  successors: (name: FuncName) => readonly FuncName[],
): readonly Set<FuncName>[] {
  const among = new Set(names);
  const index = new Map<FuncName, number>();
  const low = new Map<FuncName, number>();
  const stack: FuncName[] = [];
  const result: Set<FuncName>[] = [];
  const visit = (name: FuncName): void => {
    index.set(name, index.size);
    low.set(name, index.get(name) as number);
    stack.push(name);
    for (const next of successors(name)) {
      if (!among.has(next)) continue;
      if (!index.has(next)) {
        visit(next);
        low.set(name, Math.min(low.get(name) as number, low.get(next) as number));
      } else if (stack.includes(next)) {
        low.set(name, Math.min(low.get(name) as number, index.get(next) as number));
      }
    }
    if (low.get(name) !== index.get(name)) return;
    const component = new Set<FuncName>();
    for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
      component.add(top);
      if (top === name) break;
    }
    result.push(component);
  };
  for (const name of names) if (!index.has(name)) visit(name);
  return result;
}
