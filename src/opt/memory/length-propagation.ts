// Length propagation: the length of an array that was made with `array-new n`, and to which nothing is added, is `n`.
//
// **How** An array keeps its length if code only reads elements and writes below the length. The proof takes `n` for the length,
// which is right up to the first write beyond it.
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
  if (!allInstrs(func).some(isMaking)) return func;
  // Blocks in canonical order stay in it when lengths are replaced, so the array-making instruction `k` stays the same one.
  const next = renumber(func);
  const made = madeIn(next);
  const lengths = made.map((making) => lengthsOf(next, making));
  // What holds of some arrays may follow from the lengths of others: all that may are replaced, until all of these are right.
  let chosen = made.map((_, k) => k).filter((k) => (lengths[k] as readonly ValueId[]).length > 0);
  while (chosen.length > 0) {
    const instead = chosen.flatMap((k) =>
      (lengths[k] as readonly ValueId[]).map((length) => [length, made[k]?.args[0] as Operand] as const),
    );
    const replaced = replaceValues(next, new Map(instead));
    const after = madeIn(replaced);
    const kept = chosen.filter((k) => keepsLength(replaced, after[k] as PrimInstr));
    if (kept.length === chosen.length) return replaced;
    chosen = kept;
  }
  return next;
}

const madeIn = (func: Func): readonly PrimInstr[] => allInstrs(func).filter(isMaking);

/** The lengths of an array that are asked for, if it may keep the one that it is made with. */
function lengthsOf(func: Func, { result, args: [n] }: PrimInstr): readonly ValueId[] {
  const uses = usesOf(func)(result);
  if (typeIn(func, n) !== "int" || !uses.every(mayKeepLength)) return [];
  return uses.flatMap(({ instr }) => (instr?.kind === "prim" && instr.prim === "length" ? [instr.result] : []));
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
