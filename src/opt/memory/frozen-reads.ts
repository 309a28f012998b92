// Reads of memory that nothing writes any more become `get-frozen`.
//
// **Guarantees** What a `get-frozen` reads is frozen (`Memory` in ir/prims/effects.ts): nothing writes it after the read.
//
// **How** By what reads and writes may refer to (analysis/points-to.ts): all memory that the read may refer to was made here and
// does not escape, and no write behind the read may go to it.
//
// **Example** `loop: set %a, %i, %x; behind it: %y = get %a, %i` → `%y = get-frozen %a, %i`.

import type { Func, Instr, Operand, Pass, PrimInstr, ValueId } from "../../ir/index.ts";
import {
  allInstrs,
  edgesOf,
  isNumber,
  mapFunctions,
  typeIn,
  operandsOf,
  terminatorOperands,
  operandEffect,
} from "../../ir/index.ts";
import { mayLeave, writesMemory, pointsTo, reachedFrom, type Place } from "../../analysis/index.ts";

export const frozenReads: Pass = {
  name: "frozen-reads",
  phase: "any",
  run: (module) => mapFunctions(module, freezeIn),
};

/** Whether an instruction lets no reference to its first operand's memory escape. */
function keepsFirst(instr: Instr): boolean {
  if (instr.kind !== "prim") return false;
  const { goes, isAsked } = operandEffect(instr.prim, 0);
  return (goes === "nowhere" && !isAsked) || mayLeave(instr);
}

function freezeIn(func: Func): Func {
  const instrs = allInstrs(func);
  if (!instrs.some((instr) => instr.kind === "prim" && instr.prim === "get")) return func;
  const memory = pointsTo(func);
  const shared = new Set<Place>();
  const share = (operand: Operand): void => {
    for (const place of memory.of(operand)) shared.add(place);
  };
  for (const { instrs: own, terminator } of func.blocks) {
    for (const instr of own) {
      const [first, ...rest] = operandsOf(instr);
      if (!keepsFirst(instr)) operandsOf(instr).forEach(share);
      // A reference that is stored in an array can be read from there.
      else if (first !== undefined && writesMemory(instr)) rest.forEach(share);
    }
    if (edgesOf(terminator).length === 0) terminatorOperands(terminator).forEach(share);
  }
  const allocations = new Map<ValueId, number>();
  func.blocks.forEach(({ instrs: own }, b) => {
    for (const instr of own) if (memory.isMade(instr.result)) allocations.set(instr.result, b);
  });
  const idOf = (operand: Operand | undefined): ValueId | null => (operand?.kind === "value" ? operand.id : null);
  /** Whether an instruction that runs after `read` may write to the array that `read` reads from. */
  const mayWrite = (instr: Instr, read: PrimInstr, isNewSince: boolean): boolean => {
    if (instr.kind !== "prim" || !writesMemory(instr)) return false;
    const [target] = instr.args as readonly [Operand];
    // Once the allocation has run again, the same value is another array.
    if (isNewSince && idOf(target) === idOf(read.args[0])) return false;
    const written = memory.of(target);
    return [...memory.of(read.args[0] as Operand)].some((place) => written.has(place));
  };
  const isFrozen = (read: PrimInstr, b: number, k: number): boolean => {
    const [array, key] = read.args as readonly [Operand, Operand];
    // Other keys may be objects, whose conversion to a name has effects.
    if (!isNumber(typeIn(func, key))) return false;
    const places = [...memory.of(array)];
    if (places.length === 0 || !places.every((place) => memory.isMade(place) && !shared.has(place))) return false;
    const own = idOf(array);
    const madeIn = own === null ? undefined : allocations.get(own);
    const soon = reachedFrom(func, [b], madeIn);
    const instrsOf = (c: number): readonly Instr[] => func.blocks[c]?.instrs ?? [];
    if (
      instrsOf(b)
        .slice(k + 1)
        .some((instr) => mayWrite(instr, read, false))
    )
      return false;
    return [...reachedFrom(func, [b])].every((c) =>
      instrsOf(c).every((instr) => !mayWrite(instr, read, madeIn !== undefined && !soon.has(c))),
    );
  };
  let changed = false;
  const blocks = func.blocks.map((block, b) => ({
    ...block,
    instrs: block.instrs.map((instr, k): Instr => {
      if (instr.kind !== "prim" || instr.prim !== "get" || !isFrozen(instr, b, k)) return instr;
      changed = true;
      return { ...instr, prim: "get-frozen" };
    }),
  }));
  return changed ? { ...func, blocks } : func;
}
