// Where the records of a function that stand for something else (stand-ins.ts) go. What they are is known by their types: so one may
// go only where the type says that there is one, and never to code that is not specialised.

import {
  edgesOf,
  operandEffect,
  operandsOf,
  typeIn,
  value,
  type Func,
  type FuncName,
  type Instr,
  type Operand,
  type PrimInstr,
  type PrimName,
  type ValueId,
} from "../ir/index.ts";
import { usesOf } from "../analysis/index.ts";
import { NotSpecialised } from "./not-specialised.ts";
import { findsOutLater, standInWithin } from "./stand-ins.ts";

/**
 * Throws if the type of such a record is lost, or if one leaves: an entry may not return one. `tapes` are lists that
 * sweeps alone read; `isOwn`: whether a function is specialised.
 */
export function requireTracked(
  func: Func,
  isEntry: boolean,
  tapes: ReadonlySet<ValueId>,
  isOwn: (name: FuncName) => boolean,
): void {
  const [reason] = func.values.flatMap(({ type }) => standInWithin(type) ?? []);
  if (reason === undefined) return;
  const own = new Set<ValueId>();
  const returned = new Set<ValueId>();
  for (const { instrs, terminator } of func.blocks) {
    for (const instr of instrs) if (instr.kind === "closure" && isOwn(instr.func)) own.add(instr.result);
    if (terminator.kind === "return" && terminator.value.kind === "value") returned.add(terminator.value.id);
  }
  const isTracked = (operand: Operand | undefined): boolean =>
    operand !== undefined && standInWithin(typeIn(func, operand)) !== null;

  const isKept = (instr: Instr): boolean => {
    if (instr.kind === "closure") return false;
    if (instr.kind === "call") return instr.callee.kind === "value" && own.has(instr.callee.id);
    // A search compares records, not lists.
    if (instr.prim === "passive-call") return false;
    const [first] = instr.args;
    if (instr.prim === "push" && first?.kind === "value" && tapes.has(first.id)) return true;
    if (instr.prim === "gather") return usesOf(func)(instr.result).length === 0;
    if (instr.prim === "tuple") return isOfTape(instr.result) || (!isEntry && returned.has(instr.result));
    return instr.args.every((arg, k) => !isTracked(arg) || isKeptBy(instr, k));
  };

  /** Sweeps take from a tape what they have put there. */
  const isOfTape = (tuple: ValueId): boolean =>
    usesOf(func)(tuple).every(({ instr }) => instr?.kind === "prim" && instr.prim === "tape-push");

  const isKeptBy = (instr: PrimInstr, k: number): boolean => {
    const { prim, args, result } = instr;
    const { goes, reads } = operandEffect(prim, k);
    if (findsOutLater(instr, k, typeIn(func, args[k] as Operand))) return false;
    // What looks at all that there is would see records.
    if (reads.includes("all")) return false;
    if (goes === "into first") return isTracked(args[0]);
    if (goes === "into fresh") return isTracked(value(result));
    if (goes !== "result") return goes !== "anywhere";
    return prim === "tape-push" || prim.startsWith("guard-") || isTracked(value(result)) || isStoredAlone(prim, result);
  };

  /** Whether a choice between a table and what is absent goes only where the type says what it is if it is there (perhaps.ts). */
  const isStoredAlone = (prim: PrimName, result: ValueId): boolean =>
    prim === "select" &&
    usesOf(func)(result).every(
      ({ instr, k }) => instr?.kind === "prim" && operandEffect(instr.prim, k).goes !== "nowhere" && isKeptBy(instr, k),
    );

  for (const { instrs, terminator } of func.blocks) {
    for (const instr of instrs) if (operandsOf(instr).some(isTracked) && !isKept(instr)) throw new NotSpecialised(reason, instr.span);
    const isEnd = terminator.kind === "throw" || (terminator.kind === "return" && isEntry);
    if (isEnd && isTracked(terminator.value)) throw new NotSpecialised(reason, terminator.span);
    for (const { target, args } of edgesOf(terminator)) {
      const params = func.blocks[target]?.params ?? [];
      if (!args.every((arg, k) => !isTracked(arg) || isTracked(value(params[k] as ValueId))))
        throw new NotSpecialised(reason, terminator.span);
    }
  }
}
