// What an instruction does with the memory of its first operand, according to the table of primitives.

import {
  operandEffect,
  operandsOf,
  prims,
  type Instr,
  type Operand,
  type OperandEffect,
  type PrimInstr,
  type PrimName,
} from "../ir/index.ts";

/** The effect of a primitive on its first operand; null for calls and closures, which may do more. */
export const firstEffect = (instr: Instr): OperandEffect | null =>
  instr.kind === "prim" ? operandEffect(instr.prim, 0) : null;

/**
 * Whether an instruction only reads, writes, measures or checks the memory of its first operand: it does not pass the
 * reference on, does not use the reference itself as a value, does not tell which keys exist and does not read the whole memory.
 */
export function isAccess(instr: Instr): boolean {
  const effect = firstEffect(instr);
  if (effect === null) return false;
  const { goes, isAsked, reads } = effect;
  return goes === "nowhere" && !isAsked && !reads.includes("presence") && !reads.includes("all");
}

/** Whether an access reads, writes or checks what is in memory. A check of the operand alone does not. */
export function touchesMemory(instr: Instr): boolean {
  const effect = firstEffect(instr);
  if (effect === null || !isAccess(instr)) return false;
  return [effect.reads, effect.writes, effect.assumes].some((aspects) => aspects.length > 0);
}

/** Whether an instruction writes to the memory of its first operand. */
export const writesMemory = (instr: Instr): boolean => (firstEffect(instr)?.writes.length ?? 0) > 0;

/** Whether an instruction reads what is at a key of its first operand. */
export const readsElement = (instr: Instr): boolean =>
  isAccess(instr) && firstEffect(instr)?.reads.includes("value") === true;

/** Whether an instruction gives the same result if it runs later, or again. */
export function isRepeatable({ prim }: PrimInstr): boolean {
  const { effect, effects } = prims[prim];
  return effect === "pure" || effects.memory === "frozen";
}

/** Whether a primitive looks up the shadow of a reference: it is the same one each time. */
export const looksUpShadow = (prim: PrimName): boolean => prim === "shadow" || prim === "shadow-fields";

/** Whether an instruction checks that an element exists at a key, or that elements are numbers. */
export const looksAtElements = (instr: Instr): boolean => (firstEffect(instr)?.assumes.length ?? 0) > 0;

/** Whether an instruction may end the run of specialised code: it finds that the code does not fit the values. */
export const mayLeave = (instr: Instr): boolean => instr.kind === "prim" && prims[instr.prim].effects.mayLeave;

/** What an array holds that an instruction makes; null if it makes none, or copies one. */
export function madeOf(instr: Instr | undefined): "operands" | "zeros" | "holes" | null {
  const makes = instr?.kind === "prim" ? prims[instr.prim].effects.makes : null;
  return makes === "entries" ? null : makes;
}

/** The length of the array that an instruction makes of zeros or holes. */
export function lengthMadeWith(instr: Instr | undefined): Operand | undefined {
  const contents = madeOf(instr);
  return contents === "zeros" || contents === "holes" ? operandsOf(instr as Instr).at(-1) : undefined;
}
