// Values that may be unset where nothing needs them, although their types do not say so.

import {
  allInstrs,
  edgesOf,
  ofFunction,
  operandEffect,
  type Func,
  type Operand,
  type PrimName,
  type ValueId,
} from "../ir/index.ts";
import { usesOf } from "./uses.ts";

/** Whether an operand may be unset. What a tape holds may be. */
export const mayBeUnset: (func: Func) => (operand: Operand) => boolean = ofFunction((func: Func) => {
  const found = new Set<ValueId>();
  const add = (id: ValueId | undefined): void => {
    if (id !== undefined) found.add(id);
  };
  for (const { terminator } of func.blocks)
    for (const { target, args } of edgesOf(terminator))
      args.forEach((arg, k) => {
        if (arg.kind === "unset") add(func.blocks[target]?.params[k]);
      });
  for (const instr of allInstrs(func))
    if (instr.kind === "prim" && (instr.prim === "part" || instr.args.some(({ kind }) => kind === "unset")))
      add(instr.result);
  // The loop adds to the set that it walks.
  for (const id of found)
    for (const { instr, target, k } of usesOf(func)(id))
      if (target !== null) add(func.blocks[target]?.params[k]);
      else if (instr?.kind === "prim" && isPassedOn(instr.prim, k)) add(instr.result);
  return (operand) => operand.kind === "unset" || (operand.kind === "value" && found.has(operand.id));
});

/** Whether the result of a primitive may be its operand k, or hold it, although the primitive has no need of it. */
function isPassedOn(prim: PrimName, k: number): boolean {
  const { goes, isAsked } = operandEffect(prim, k);
  return goes === "result" && !isAsked;
}
