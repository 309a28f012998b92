// What an instruction does with the memory of its first operand, by the table of primitives.

import { operandEffect, prims, type Instr, type OperandEffect, type PrimName } from "../ir/index.ts";

/** What happens to the first operand of a primitive; null of calls and closures, which may do more. */
export const firstEffect = (instr: Instr): OperandEffect | null =>
  instr.kind === "prim" ? operandEffect(instr.prim, 0) : null;

/**
 * Whether an instruction reads, writes, measures or checks the memory of its first operand, and does nothing else with that:
 * it does not pass the reference on, nor tell which keys there are, nor read all there is.
 */
export function isAccess(instr: Instr): boolean {
  const effect = firstEffect(instr);
  if (effect === null) return false;
  const { goes, isAsked, reads } = effect;
  return goes === "nowhere" && !isAsked && !reads.includes("presence") && !reads.includes("all");
}

/** Whether an access has to do with what is in memory; what is only computed, to be checked, has not. */
export function touchesMemory(instr: Instr): boolean {
  const effect = firstEffect(instr);
  if (effect === null || !isAccess(instr)) return false;
  return [effect.reads, effect.writes, effect.assumes].some((aspects) => aspects.length > 0);
}

/** Whether it writes to the memory of its first operand. */
export const writesMemory = (instr: Instr): boolean => (firstEffect(instr)?.writes.length ?? 0) > 0;

/** Whether it reads what is at a key of its first operand. */
export const readsElement = (instr: Instr): boolean =>
  isAccess(instr) && firstEffect(instr)?.reads.includes("value") === true;

/** Whether it does nothing but read an element, by a key that is the second operand. */
export const isElementRead = (prim: PrimName): boolean => elementReads.has(prim);
const elementReads: ReadonlySet<PrimName> = new Set(["get", "get-frozen", "load"]);

/** Whether it gives the same if it is done later, or once more. */
export function isRepeatable(instr: Instr): boolean {
  if (instr.kind !== "prim") return false;
  const { effect, effects } = prims[instr.prim];
  return effect === "pure" || effects.memory === "frozen";
}

/** Whether it takes for granted that there is something at a key, or that there are numbers. */
export const looksAtElements = (instr: Instr): boolean => (firstEffect(instr)?.assumes.length ?? 0) > 0;

/** Whether it may find that the code was not to run. */
export const mayLeave = (instr: Instr): boolean => instr.kind === "prim" && prims[instr.prim].effects.mayLeave;
