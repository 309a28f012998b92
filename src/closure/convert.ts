// Closure conversion: nested functions become closed ones that read their free variables from `self`.
//
// **Guarantees** No outer operand is left; `closure @f [...]` lists one operand for each capture of `@f`; the module function is
// gone, and what it defined is captured like any other variable (`from: "module"`, but for what it makes in loops).
//
// **How** Captured variables of enclosing functions are read once, at entry. Variables of the module are read where they are used,
// since a function may run before the module has initialised all of them. Functions that share an environment (environments.ts)
// rebuild each other from it.
//
// **Example** in `@f(a)`: `%g = closure @f.g []` with `mul %x, ^%a` inside → `%g = closure @f.g [%a]` with
// `%a = capture %self, 0; mul %x, %a`.

import type { Capture, Func, FuncName, Module, Operand, Pass, Rebuild } from "../ir/index.ts";
import { constant, operandsOf, rebuild, terminatorOperands, value } from "../ir/index.ts";
import { environments, type Environment } from "./environments.ts";
import { orderClosures } from "./order-closures.ts";
import { variableKey, variableOf, type Variable } from "./free-variables.ts";

export const convertClosures: Pass = {
  name: "convert-closures",
  phase: "nested",
  guarantees: ["closed"],
  run: convertIn,
};

/** The function that represents the module's top level; it never runs. */
export const moduleFunction: FuncName = "module";

function convertIn(module: Module): Module {
  const functions = Object.values(module.functions);
  if (functions.every((func) => func.parent === null && func.name !== moduleFunction)) return module;
  const all = environments(module);
  const converted = functions.filter((func) => func.name !== moduleFunction).map((func) => convert(module, func, all));
  return { ...module, functions: Object.fromEntries(converted.map((func) => [func.name, func])) };
}

function convert(module: Module, lowered: Func, all: ReadonlyMap<FuncName, Environment>): Func {
  const func = orderClosures(lowered, all);
  const environment = all.get(func.name) ?? { variables: [], members: new Map<string, FuncName>() };
  const slots = new Map(environment.variables.map((variable, k) => [variableKey(variable), k] as const));
  const known = new Map<string, Operand>();

  /** The operand for a variable of an enclosing function (or of this one) at the builder's current place. */
  const resolve = (variable: Variable, state: Rebuild): Operand => {
    if (variable.owner === func.name) return state.operand(value(variable.id));
    const key = variableKey(variable);
    const found = known.get(key);
    if (found !== undefined) return found;
    const slot = slots.get(key);
    if (slot !== undefined) {
      const operand = capture(state, slot, environment.variables[slot] as Variable);
      known.set(key, operand);
      return operand;
    }
    const member: FuncName | undefined = environment.members.get(key);
    if (member === func.name) return state.builder.self;
    const others = environment.variables.map((v) => resolve(v, state));
    const rebuilt = state.builder.closure(member as FuncName, others, func.span, hintOf(module, variable));
    known.set(key, rebuilt);
    return rebuilt;
  };
  const capture = ({ builder }: Rebuild, slot: number, variable: Variable): Operand =>
    builder.prim(
      "capture",
      [builder.self, constant(slot)],
      func.span,
      hintOf(module, variable),
      isBoxed(module, variable) ? "box" : "any",
    );

  const mentioned = mentionedVariables(module, func, all);
  return rebuild(func, {
    shape: { parent: null, captures: environment.variables.map((variable) => captureOf(module, variable)) },
    prologue: (state) => {
      for (const variable of mentioned) {
        if (variable.owner === moduleFunction) continue;
        if (needsNoModule(variable, environment)) resolve(variable, state);
        else for (const v of environment.variables) if (v.owner !== moduleFunction) resolve(v, state);
      }
    },
    enter: () => {
      for (const key of known.keys()) if (readWhereUsed(key)) known.delete(key);
    },
    instr: (instr, state) => {
      if (instr.kind !== "closure") return undefined;
      const captures = (all.get(instr.func)?.variables ?? []).map((variable) => resolve(variable, state));
      return state.builder.closure(instr.func, captures, instr.span, func.values[instr.result]?.hint);
    },
    other: (operand, state) => (operand.kind === "outer" ? resolve(variableOf(module, func, operand), state) : operand),
  });

  /** Whether a variable is read again in each block: the module's variables, and closures rebuilt from them. */
  function readWhereUsed(key: string): boolean {
    return (
      key.startsWith(`${moduleFunction} `) ||
      (environment.members.has(key) && environment.variables.some((v) => v.owner === moduleFunction))
    );
  }
}

/** A member of the environment is rebuilt at entry only if rebuilding it reads no module variable. */
function needsNoModule(variable: Variable, environment: Environment): boolean {
  return (
    !environment.members.has(variableKey(variable)) || environment.variables.every((v) => v.owner !== moduleFunction)
  );
}

/** The variables of enclosing functions that the body of `func` itself mentions, including those that its closures capture. */
function mentionedVariables(module: Module, func: Func, all: ReadonlyMap<FuncName, Environment>): readonly Variable[] {
  const result = new Map<string, Variable>();
  const note = (variable: Variable): void => {
    if (variable.owner !== func.name) result.set(variableKey(variable), variable);
  };
  for (const block of func.blocks) {
    const operands = [...block.instrs.flatMap(operandsOf), ...terminatorOperands(block.terminator)];
    for (const operand of operands) if (operand.kind === "outer") note(variableOf(module, func, operand));
    for (const instr of block.instrs)
      if (instr.kind === "closure") (all.get(instr.func)?.variables ?? []).forEach(note);
  }
  return [...result.values()];
}

function captureOf(module: Module, variable: Variable): Capture {
  const from = isOfModule(module, variable) ? "module" : "scope";
  return { name: hintOf(module, variable), from, boxed: isBoxed(module, variable) };
}

/** Whether the module has only one such variable: what the module makes in loops is no parameter of its function. */
function isOfModule({ functions }: Module, { owner, id }: Variable): boolean {
  return owner === moduleFunction && functions[owner]?.blocks[0]?.params.includes(id) === true;
}

/** The variable's name in the source; a function captured by a function nested in it goes by its own name. */
function hintOf(module: Module, { owner, id }: Variable): string {
  const func = module.functions[owner];
  if (func?.blocks[0]?.params[0] === id && func.sourceName !== "") return func.sourceName;
  return func?.values[id]?.hint ?? "";
}

function isBoxed(module: Module, { owner, id }: Variable): boolean {
  return module.functions[owner]?.values[id]?.type === "box";
}
