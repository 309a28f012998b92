// Writes to memory that others see are logged, so that they can be taken back (runtime/undo-log.ts).
//
// **Guarantees** If a guard fails, in the function or in one that it calls, all that others see of its run is in the log, provided
// that `isUndoable` holds for all effects that others see. No pass runs behind this one: a log must stand right before its write.
//
// **How** By what a write may refer to (analysis/points-to.ts): memory that the function made is not logged, even if it was stored
// elsewhere, since that store is taken back, too. What functions write that are called is logged there.
//
// **Example** `set %o, "x", %v` → `log-slot %o, "x"; set %o, "x", %v`.

import { pointsTo } from "../../analysis/index.ts";
import {
  allInstrs,
  constant,
  mapFunctions,
  rebuild,
  type Func,
  type Instr,
  type Operand,
  type Pass,
  type PrimInstr,
  type PrimName,
} from "../../ir/index.ts";

export const undoLog: Pass = { name: "undo-log", phase: "final", run: (module) => mapFunctions(module, logIn) };

/** For each primitive whose effect can be taken back: what logs it, by its operands. */
const logs: { readonly [P in PrimName]?: readonly [PrimName, (args: readonly Operand[]) => readonly Operand[]] } = {
  set: ["log-slot", ([o, k]) => [o, k] as readonly Operand[]],
  "own-slot": ["log-slot", ([o, k]) => [o, k] as readonly Operand[]],
  "box-set": ["log-slot", ([box]) => [box as Operand, constant("v")]],
  push: ["log-end", ([a]) => [a as Operand, constant(0)]],
  pop: ["log-end", ([a]) => [a as Operand, constant(1)]],
  "set-length": ["log-length", ([a, n]) => [a, n] as readonly Operand[]],
};

/** Shadows belong to contexts, which each run makes: nobody sees them behind a run that has ended by a guard. */
const isOfShadow = (func: Func, { args, prim }: PrimInstr): boolean => {
  const [first] = args;
  const type = first?.kind === "value" ? func.values[first.id]?.type : undefined;
  return logs[prim] === undefined && (type === "shadow" || type === "context");
};

/** Whether an effect that others see can be taken back, or need not be. */
export function isUndoable(func: Func, instr: Instr): boolean {
  if (instr.kind === "prim") return logs[instr.prim] !== undefined || isOfShadow(func, instr);
  return instr.kind === "call" && instr.effect !== "any";
}

function logIn(func: Func): Func {
  const { of, isMade } = pointsTo(func);
  const isOwn = (operand: Operand): boolean => of(operand).size > 0 && [...of(operand)].every(isMade);
  const isLogged = (instr: Instr): instr is PrimInstr =>
    instr.kind === "prim" && logs[instr.prim] !== undefined && !isOwn(instr.args[0] as Operand);
  if (!allInstrs(func).some(isLogged)) return func;
  return rebuild(func, {
    instr: (instr, { builder, operand }) => {
      if (!isLogged(instr)) return undefined;
      const [prim, operands] = logs[instr.prim] as NonNullable<(typeof logs)[PrimName]>;
      builder.prim(prim, operands(instr.args).map(operand), instr.span);
      return undefined;
    },
  });
}
