// Writes to memory that others see are logged, so that they can be taken back (runtime/undo-log.ts).
//
// **Guarantees** If a guard fails, in the function or in one that it calls, all that others see of its run is in the log, provided
// that `isUndoable` holds for all effects that others see. No pass runs behind this one: a log must stand right before its write.
//
// **How** A write to memory that the function made (analysis/points-to.ts) is not logged, even if that memory was stored
// elsewhere, since that store is taken back, too. Functions that are called log their own writes.
//
// **Example** `set %o, "x", %v` → `log-slot %o, "x"; set %o, "x", %v`.

import { pointsTo } from "../../analysis/index.ts";
import {
  constant,
  firstParam,
  isValue,
  mapFunctions,
  rebuild,
  sameOperand,
  type Func,
  type Instr,
  type Operand,
  type Pass,
  type PrimInstr,
  type PrimName,
} from "../../ir/index.ts";

/** The pass for functions of which so many first inputs are the lists of a tape, which the run has made. */
export const undoLog = (lists: number): Pass => ({
  name: "undo-log",
  phase: "final",
  run: (module) => mapFunctions(module, (func) => logIn(func, lists)),
});

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

function logIn(func: Func, lists: number): Func {
  const { of, isMade } = pointsTo(func);
  const ofTape = (func.blocks[0]?.params ?? []).slice(firstParam, firstParam + lists);
  const isOwn = (operand: Operand): boolean =>
    // What is on a list may be other memory.
    ofTape.some((id) => isValue(operand, id)) || (of(operand).size > 0 && [...of(operand)].every(isMade));
  const logOf = (instr: Instr): readonly [PrimName, readonly Operand[]] | null => {
    const log = instr.kind === "prim" ? logs[instr.prim] : undefined;
    return log === undefined ? null : [log[0], log[1]((instr as PrimInstr).args)];
  };
  const isLoggedBy = (instr: Instr, before: Instr | undefined): boolean => {
    const [prim, args] = logOf(instr) as readonly [PrimName, readonly Operand[]];
    return (
      before?.kind === "prim" &&
      before.prim === prim &&
      args.every((arg, k) => sameOperand(arg, before.args[k] as Operand))
    );
  };
  const logged = new Set(
    func.blocks.flatMap(({ instrs }) =>
      instrs.filter(
        (instr, k) =>
          logOf(instr) !== null && !isOwn((instr as PrimInstr).args[0] as Operand) && !isLoggedBy(instr, instrs[k - 1]),
      ),
    ),
  );
  if (logged.size === 0) return func;
  return rebuild(func, {
    instr: (instr, { builder, operand }) => {
      const log = logged.has(instr) ? logOf(instr) : null;
      if (log !== null) builder.prim(log[0], log[1].map(operand), instr.span);
      return undefined;
    },
  });
}
