// Checks where stand-ins (stand-ins.ts) go in a function. Only their types tell what they are: so one may go only where the type
// says that there is one, and never to code that is not specialised.

import {
  edgesOf,
  elementOf,
  fieldsOfType,
  isElementRead,
  isInactive,
  isNumber,
  operandEffect,
  operandsOf,
  prims,
  typeIn,
  value,
  type Func,
  type FuncName,
  type Instr,
  type Operand,
  type PrimInstr,
  type PrimName,
  type Span,
  type Type,
  type ValueId,
} from "../ir/index.ts";
import { usesOf, type Use } from "../analysis/index.ts";
import type { FunctionStorage } from "./function-storage.ts";
import type { NotSpecialised } from "./not-specialised.ts";
import { hintOfTape } from "./tape.ts";
import { holdsStandIn, standInsWithin } from "./stand-in-types.ts";
import { findsOutLater, foundOut, questions, tellsOf } from "./stand-ins.ts";

/**
 * Throws if the type of such a record is lost, or if one leaves: an entry may not return one. `isOwn`: whether a
 * function is specialised.
 */
export function requireTracked(
  func: Func,
  isEntry: boolean,
  functions: FunctionStorage,
  isOwn: (name: FuncName) => boolean,
): void {
  if (!func.values.some(({ type }) => holdsStandIn(type))) return;
  // Where functions are no records, it may be found that a map leaves all the same.
  const leaves = (span: Span): NotSpecialised => {
    const present = new Set(func.values.flatMap(({ type }) => (holdsStandIn(type) ? [...standInsWithin(type)] : [])));
    return foundOut(present.has("function") ? "function" : present.has("pair") ? "pair" : "table", span);
  };
  const own = new Set<ValueId>();
  const returned = new Set<ValueId>();
  for (const { instrs, terminator } of func.blocks) {
    for (const instr of instrs) if (instr.kind === "closure" && isOwn(instr.func)) own.add(instr.result);
    if (terminator.kind === "return" && terminator.value.kind === "value") returned.add(terminator.value.id);
  }
  const typeOf = (operand: Operand): Type => typeIn(func, operand);
  const isTracked = (operand: Operand): boolean => holdsStandIn(typeOf(operand));

  const isKept = (instr: Instr): boolean => {
    if (instr.kind === "closure") return false;
    if (instr.kind === "call") return instr.callee.kind === "value" && own.has(instr.callee.id);
    // A search compares records, not lists.
    if (instr.prim === "passive-call") return false;
    const [first] = instr.args;
    if (instr.prim === "push" && first?.kind === "value" && func.values[first.id]?.hint === hintOfTape) return true;
    if (instr.prim === "gather") return usesOf(func)(instr.result).length === 0;
    if (instr.prim === "tuple") return isOfTape(instr.result) || (!isEntry && returned.has(instr.result));
    return instr.args.every((arg, k) => !isTracked(arg) || isKeptBy(instr, k));
  };

  /** Whether what is read of memory has a type that tells what it is, if only by a guard: it was read before that was known. */
  const isToldBy = (instr: Instr): boolean => {
    if (instr.kind !== "prim" || prims[instr.prim].effects.result !== "contents") return true;
    const { prim, args, result } = instr;
    const type = typeOf(value(result));
    if (isNumber(type) || isInactive(type)) return true;
    const held = heldBy(typeOf(args[0] as Operand), isElementRead(prim) ? args[1] : undefined);
    return held.every((one) => tellsOf(type, one)) || usesOf(func)(result).every(isGuard);
  };
  const isGuard = ({ instr, k }: Use): boolean =>
    instr?.kind === "prim" && k === 0 && (instr.prim.startsWith("guard-") || questions.has(instr.prim));

  /** Sweeps take from a tape what they have put there. */
  const isOfTape = (tuple: ValueId): boolean =>
    usesOf(func)(tuple).every(({ instr }) => instr?.kind === "prim" && instr.prim === "tape-push");

  const isKeptBy = (instr: PrimInstr, k: number): boolean => {
    const { prim, args, result } = instr;
    const { goes, reads } = operandEffect(prim, k);
    if (findsOutLater(instr, k, typeOf(args[k] as Operand), functions)) return false;
    // What looks at all that there is would see records.
    if (reads.includes("all")) return false;
    if (goes === "into first") return isToldIn(args[0] as Operand, prim === "push" ? undefined : args[1], args[k]);
    if (goes === "into fresh") return isToldIn(value(result), prim === "array" ? undefined : args[k - 1], args[k]);
    if (goes !== "result") return goes !== "anywhere";
    if (prim === "tape-push" || prim.startsWith("guard-")) return true;
    return tellsOf(typeOf(value(result)), typeOf(args[k] as Operand)) || isStoredAlone(prim, result);
  };

  /** Whether the type of memory tells of what is stored there, under a name or in an array. */
  const isToldIn = (memory: Operand, name: Operand | undefined, stored: Operand | undefined): boolean => {
    const type = typeOf(memory);
    const property = name?.kind === "const" ? fieldsOfType(type).get(String(name.value)) : undefined;
    const told = elementOf(type) ?? property;
    return told !== undefined && stored !== undefined && tellsOf(told, typeOf(stored));
  };

  /** Whether a choice between a table and what is absent goes only where the type says what it is if it is there (perhaps.ts). */
  const isStoredAlone = (prim: PrimName, result: ValueId): boolean =>
    prim === "select" &&
    usesOf(func)(result).every(
      ({ instr, k }) => instr?.kind === "prim" && operandEffect(instr.prim, k).goes !== "nowhere" && isKeptBy(instr, k),
    );

  const used = usedParams(func);
  for (const { instrs, terminator } of func.blocks) {
    for (const instr of instrs)
      if (operandsOf(instr).some(isTracked) && !(isKept(instr) && isToldBy(instr))) throw leaves(instr.span);
    const isEnd = terminator.kind === "throw" || (terminator.kind === "return" && isEntry);
    if (isEnd && isTracked(terminator.value)) throw leaves(terminator.span);
    for (const { target, args } of edgesOf(terminator)) {
      const params = func.blocks[target]?.params ?? [];
      const isTold = (arg: Operand, param: ValueId): boolean =>
        !used.has(param) || tellsOf(typeOf(value(param)), typeOf(arg));
      if (!args.every((arg, k) => isTold(arg, params[k] as ValueId))) throw leaves(terminator.span);
    }
  }
}

/** What may be read of memory of a type, under a key. */
function heldBy(memory: Type, key: Operand | undefined): readonly Type[] {
  const element = elementOf(memory);
  if (element !== undefined) return [element];
  const fields = fieldsOfType(memory);
  if (key?.kind !== "const") return [...fields.values()];
  const field = fields.get(String(key.value));
  return field === undefined ? [] : [field];
}

/** Questions whether a value is there. */
const presence: ReadonlySet<PrimName> = new Set<PrimName>(["not", "is-nullish"]);

/** The parameters of blocks that something uses, other than to ask whether they are there, or to pass them on to such parameters. */
function usedParams(func: Func): ReadonlySet<ValueId> {
  const used = new Set<ValueId>();
  const passedBy = new Map<ValueId, ValueId[]>();
  for (const { params } of func.blocks)
    for (const param of params)
      for (const { block, instr, target, k } of usesOf(func)(param)) {
        const next = target === null ? undefined : func.blocks[target]?.params[k];
        const isCondition = target === null && func.blocks[block]?.terminator.kind === "branch";
        const isAsked = instr === null ? isCondition : instr.kind === "prim" && presence.has(instr.prim);
        if (isAsked) continue;
        if (instr !== null || next === undefined) used.add(param);
        else passedBy.set(next, [...(passedBy.get(next) ?? []), param]);
      }
  // The loop adds parameters to the set that it walks.
  for (const param of used) for (const from of passedBy.get(param) ?? []) used.add(from);
  return used;
}
