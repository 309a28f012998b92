// Dead-argument elimination: functions lose the parameters that they do not use, and calls of them the arguments. Frames on
// the stack get smaller, so recursion goes deeper.
//
// **Requires** A whole module: only functions that no function of the module refers to are called from outside.
//
// **How** A parameter is live if an instruction or a terminator uses it, other than as an argument for a parameter that is not
// live: a recursive function may pass it on to itself. Functions that are used otherwise than by calls keep their parameters.
//
// **Example** `@f` with `(%n: int, %c)` that uses `%c` in `call %f(undefined, %m, %c)` alone: `@f` with `(%n: int)`.

import {
  firstParam,
  isValue,
  mapFunctions,
  operandsOf,
  terminatorOperands,
  type CallInstr,
  type Func,
  type FuncName,
  type Instr,
  type Module,
  type Operand,
  type Pass,
  type ValueId,
} from "../../ir/index.ts";

export const deadArguments: Pass = {
  name: "dead-arguments",
  phase: "final",
  requires: ["whole-module"],
  run: (module) => {
    const live = liveParams(module);
    return live.size === 0 ? module : mapFunctions(module, (func) => without(func, live));
  },
};

/** By the functions that are only called: whether each parameter is live. Functions that use all of them are left out. */
type LiveParams = ReadonlyMap<FuncName, readonly boolean[]>;

function liveParams(module: Module): LiveParams {
  const functions = Object.values(module.functions);
  const calls = new Map(functions.map((func) => [func.name, callsIn(func)]));
  const live = new Map<FuncName, boolean[]>();
  for (const func of onlyCalled(functions))
    live.set(
      func.name,
      paramsOf(func).map(() => false),
    );
  let changed = true;
  while (changed) {
    changed = false;
    for (const [name, marks] of live) {
      const func = module.functions[name] as Func;
      const used = usesIn(func, calls.get(name) as Calls, live);
      paramsOf(func).forEach((id, k) => {
        if (marks[k] === true || !used.has(id)) return;
        marks[k] = true;
        changed = true;
      });
    }
  }
  for (const [name, marks] of live) if (!marks.includes(false)) live.delete(name);
  return live;
}

const paramsOf = ({ blocks }: Func): readonly ValueId[] => (blocks[0]?.params ?? []).slice(firstParam);

/** The calls of functions whose code is known. */
type Calls = ReadonlyMap<Instr, FuncName>;

function callsIn(func: Func): Calls {
  const closures = closuresIn(func);
  const calls = new Map<Instr, FuncName>();
  for (const instr of func.blocks.flatMap(({ instrs }) => instrs)) {
    const callee = plainCallee(instr);
    const name = callee?.kind === "value" ? closures.get(callee.id) : undefined;
    if (name !== undefined) calls.set(instr, name);
  }
  return calls;
}

const closuresIn = ({ blocks }: Func): ReadonlyMap<ValueId, FuncName> =>
  new Map(
    blocks.flatMap(({ instrs }) =>
      instrs.flatMap((instr) => (instr.kind === "closure" ? [[instr.result, instr.func] as const] : [])),
    ),
  );

const plainCallee = (instr: Instr): Operand | null =>
  instr.kind === "call" && instr.word === "" && !instr.spread ? instr.callee : null;

/** The functions of which others make closures, that all are callees and nothing else. */
function onlyCalled(functions: readonly Func[]): readonly Func[] {
  const seen = new Set(functions.flatMap(valuesOf));
  const called = new Set(
    functions.flatMap((func) => [...closuresIn(func).values()].filter((name) => name !== func.name)),
  );
  const named = new Set(functions.flatMap(({ rules }) => Object.values(rules)));
  return functions.filter(
    (func) =>
      called.has(func.name) &&
      !seen.has(func.name) &&
      !named.has(func.name) &&
      !func.rest &&
      !func.refusal &&
      !usesItself(func),
  );
}

/** The functions whose closures are values in `func`. */
function valuesOf(func: Func): readonly FuncName[] {
  const closures = closuresIn(func);
  const nameOf = (operand: Operand): readonly FuncName[] => {
    const name = operand.kind === "value" ? closures.get(operand.id) : undefined;
    return name === undefined ? [] : [name];
  };
  return func.blocks.flatMap(({ instrs, terminator }) => [
    ...terminatorOperands(terminator).flatMap(nameOf),
    ...instrs.flatMap((instr) =>
      operandsOf(instr)
        .slice(plainCallee(instr) === null ? 0 : 1)
        .flatMap(nameOf),
    ),
  ]);
}

/** Whether a function does anything with its own closure but read what it captured. */
function usesItself({ blocks }: Func): boolean {
  const [self] = blocks[0]?.params ?? [];
  const isSelf = (operand: Operand): boolean => self !== undefined && isValue(operand, self);
  const isCapture = (instr: Instr): boolean => instr.kind === "prim" && instr.prim === "capture";
  return blocks.some(
    ({ instrs, terminator }) =>
      terminatorOperands(terminator).some(isSelf) ||
      instrs.some((instr) => !isCapture(instr) && operandsOf(instr).some(isSelf)),
  );
}

/** The values that `func` uses, but for arguments that nobody needs. */
function usesIn(func: Func, calls: Calls, live: LiveParams): ReadonlySet<ValueId> {
  const used = new Set<ValueId>();
  const use = (operand: Operand): void => {
    if (operand.kind === "value" || operand.kind === "alpha") used.add(operand.id);
  };
  for (const { instrs, terminator } of func.blocks) {
    terminatorOperands(terminator).forEach(use);
    for (const instr of instrs) neededBy(instr, calls, live).forEach(use);
  }
  return used;
}

function neededBy(instr: Instr, calls: Calls, live: LiveParams): readonly Operand[] {
  const marks = instr.kind === "call" ? marksOf(instr, calls, live) : undefined;
  if (instr.kind !== "call" || marks === undefined) return operandsOf(instr);
  return [instr.callee, instr.receiver, ...instr.args.filter((_, k) => marks[k] === true)];
}

const marksOf = (instr: Instr, calls: Calls, live: LiveParams): readonly boolean[] | undefined => {
  const name = calls.get(instr);
  return name === undefined ? undefined : live.get(name);
};

function without(func: Func, live: LiveParams): Func {
  const calls = callsIn(func);
  const marks = live.get(func.name);
  const isFewer = [...calls.values()].some((name) => live.has(name));
  if (marks === undefined && !isFewer) return func;
  const shortened = (instr: Instr): Instr => {
    const of = marksOf(instr, calls, live);
    return instr.kind === "call" && of !== undefined ? withArgs(instr, of) : instr;
  };
  const blocks = func.blocks.map((block, b) => {
    const params =
      b === 0 && marks ? block.params.filter((_, k) => k < firstParam || marks[k - firstParam]) : block.params;
    return { ...block, params, instrs: isFewer ? block.instrs.map(shortened) : block.instrs };
  });
  return { ...func, blocks };
}

function withArgs(call: CallInstr, live: readonly boolean[]): CallInstr {
  const placeOf = (arg: number): number => live.slice(0, arg).filter(Boolean).length;
  const effect =
    typeof call.effect === "string"
      ? call.effect
      : call.effect.flatMap((written) =>
          live[written.arg] === true ? [{ ...written, arg: placeOf(written.arg) }] : [],
        );
  return { ...call, effect, args: call.args.filter((_, k) => live[k] === true) };
}
