// Length propagation: the length of an array that was made with `array-new n`, and to which nothing is added, is `n`.
//
// **How** An array keeps its length if all that happens to it is that elements are read, and written below the length. That is
// shown in the code where `n` stands for the length: up to the first write beyond it, this code does the same.
//
// **Example** `%a = array-new %n; loop over %i < %n: set %a, %i, %x; %m = length %a` → `%m` is `%n`.

import { indexRanges, usesOf, type Use } from "../../analysis/index.ts";
import type { Func, Instr, Operand, Pass, PrimInstr, ValueId } from "../../ir/index.ts";
import { allInstrs, mapFunctions, typeIn, renumber, replaceValues, operandEffect } from "../../ir/index.ts";

export const lengthPropagation: Pass = {
  name: "length-propagation",
  phase: "any",
  run: (module) => mapFunctions(module, forwardIn),
};

const isMaking = (instr: Instr): instr is PrimInstr => instr.kind === "prim" && instr.prim === "array-new";

function forwardIn(func: Func): Func {
  // Blocks in canonical order stay in it when lengths are replaced, so the array-making instruction `k` stays the same one.
  let next = renumber(func);
  const count = allInstrs(next).filter(isMaking).length;
  for (let k = 0; k < count; k++) {
    const { result, args } = allInstrs(next).filter(isMaking)[k] as PrimInstr;
    const [n] = args as readonly [Operand];
    if (typeIn(next, n) !== "int") continue;
    const lengths = new Map<ValueId, Operand>();
    for (const { instr } of usesOf(next)(result))
      if (instr?.kind === "prim" && instr.prim === "length") lengths.set(instr.result, n);
    if (lengths.size === 0 || !usesOf(next)(result).every((use) => mayKeepLength(use))) continue;
    const replaced = replaceValues(next, lengths);
    if (keepsLength(replaced, allInstrs(replaced).filter(isMaking)[k] as PrimInstr)) next = replaced;
  }
  return next;
}

/** Whether an array does not escape, and is only written below the length that it is made with. */
function keepsLength(func: Func, { result, args: [n] }: PrimInstr): boolean {
  const ranges = indexRanges(func);
  return usesOf(func)(result).every(
    (use) =>
      mayKeepLength(use) &&
      (!isStore(use) || ranges.isBelow((use.instr as PrimInstr).args[1] as Operand, n as Operand, use.block)),
  );
}

const isStore = ({ instr, k }: Use): boolean => k === 0 && instr?.kind === "prim" && instr.prim === "set";

/** Whether a use leaves the length of an array as it is, if it is a store below the length or no store. */
function mayKeepLength(use: Use): boolean {
  const { instr, target, k } = use;
  // The function ends where an array is returned or thrown, and a condition changes nothing.
  if (instr === null) return target === null;
  if (instr.kind !== "prim") return false;
  const { goes, isAsked, writes } = operandEffect(instr.prim, k);
  return isStore(use) || (goes === "nowhere" && !isAsked && writes.length === 0);
}
