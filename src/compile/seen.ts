// What others can see of a specialised function: its effects, and which of its inputs are the same memory.

import { beforeEnds, mayLeave, pointsTo, pointsToOnReturn, type AbstractLocation } from "../analysis/index.ts";
import {
  isInactive,
  isNumeric,
  prims,
  reachesReturn,
  typeIn,
  value,
  type Block,
  type Func,
  type Instr,
  type Operand,
  comparesReferences,
} from "../ir/index.ts";
import { isPrelude } from "../runtime/prelude-code.ts";
import { mayWriteOrCompare, stampOf, writesOrCompares } from "../runtime/index.ts";
import { NotSpecialised, type Shape } from "../specialise/index.ts";

/** The effects that others may see, in a function that may still deoptimise: general code would then repeat them. */
export function seenEffects(func: Func): readonly Instr[] {
  const reaches = reachesReturn(func);
  const instrsWhere = (returns: boolean): readonly Instr[] =>
    func.blocks.flatMap(({ instrs }, b) => ((reaches[b] ?? false) === returns ? instrs : []));
  const [onTheWay, beforeThrows] = [instrsWhere(true), instrsWhere(false)];
  const mayEnd = beforeThrows.some(mayEndHere);
  if (!mayEnd && !onTheWay.some(mayEndHere)) return [];
  // Effects before an exception are not repeated, unless the function can still deoptimise before it throws.
  return [
    ...onTheWay.filter(pointsToOnReturn(func).isSeen),
    ...beforeEnds(func, mayEndHere).filter(pointsTo(func).isSeen),
  ];
}

/** Whether the run may end by a guard: here, or in specialised code that is called. */
const mayEndHere = (instr: Instr): boolean => mayLeave(instr) || (instr.kind === "call" && instr.effect !== "any");

export const seen = (instr: Instr): NotSpecialised =>
  instr.kind === "prim"
    ? new NotSpecialised("an effect that others may see", instr.span, instr.prim)
    : new NotSpecialised("a call that others may see", instr.span);

/**
 * Whether it can be told from a call whether two inputs of a function are the same memory: the function looks up shadows, makes
 * calls, compares references, or lets an input out. Otherwise each input gets its own shadow, as if shared memory had been copied.
 */
export function tellsMemoryApart(func: Func): boolean {
  if (letsInputsOut(func)) return true;
  const reaches = reachesReturn(func);
  const isReference = (operand: Operand): boolean => {
    const type = typeIn(func, operand);
    return type === "any" || (!isInactive(type) && !isNumeric(type));
  };
  const tells = (instr: Instr): boolean => {
    if (instr.kind !== "prim") return true;
    const { prim, result, args } = instr;
    const type = func.values[result]?.type;
    if (
      type === "context" ||
      type === "shadow" ||
      prim === "shadow-numbers" ||
      prim === "shadow-fields" ||
      prim === "foreign-call" ||
      prim === "passive-call"
    )
      return true;
    return comparesReferences(prim) && args.every(isReference);
  };
  return func.blocks.some(({ instrs }, b) => reaches[b] === true && instrs.some(tells));
}

/**
 * Whether the functions of a call may write to memory that they did not make, or compare references, also where specialised code has
 * left that out: then general code does not copy what inputs share, so specialised code must not run where they share memory.
 */
export const mayWriteOrCompareIn = (shapes: readonly Shape[]): boolean => shapes.some(isOfWriting);

function isOfWriting(shape: Shape): boolean {
  if (shape.kind === "host") {
    const stamp = stampOf(shape.value);
    return !(stamp !== undefined && isPrelude(stamp.code)) && mayWriteOrCompare([shape.value]);
  }
  if (shape.kind === "closure" && !isPrelude(shape.code) && writesOrCompares(shape.code)) return true;
  return "items" in shape && mayWriteOrCompareIn(shape.items);
}

/** Whether a result, an argument that was written, or what is thrown leads to the memory of an input. */
function letsInputsOut(func: Func): boolean {
  const { reach, isMade, isSeen } = pointsToOnReturn(func);
  const reaches = reachesReturn(func);
  const leads = (operand: Operand): boolean => [...reach(operand)].some((location) => !isMade(location));
  const isOut = ({ instrs, terminator }: Block): boolean =>
    instrs.some(isSeen) || (terminator.kind === "return" && leads(terminator.value));
  return func.blocks.some((block, b) => (reaches[b] === true ? isOut(block) : throwsInputs(func, block)));
}

/** Whether what a block throws, or gives to a call before it throws, leads to the memory of an input. */
function throwsInputs(func: Func, { instrs, terminator }: Block): boolean {
  const { reach, isMade } = pointsTo(func);
  const isInput = (location: AbstractLocation): boolean =>
    location !== "unknown" && !isMade(location) && typeIn(func, value(location)) !== "func";
  const leads = (operand: Operand): boolean => [...reach(operand)].some(isInput);
  const given = (instr: Instr): readonly Operand[] => {
    if (instr.kind === "call") return [instr.receiver, ...instr.args];
    return instr.kind === "prim" && prims[instr.prim].effects.isAnything ? instr.args : [];
  };
  return (terminator.kind === "throw" && leads(terminator.value)) || instrs.some((instr) => given(instr).some(leads));
}
