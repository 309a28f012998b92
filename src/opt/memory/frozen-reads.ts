// Reads of memory that nothing writes any more become `get-frozen`.
//
// **Guarantees** What a `get-frozen` reads is frozen (`Memory` in ir/prims/effects.ts): nothing writes it after the read.
//
// **How** Points-to analysis (analysis/points-to.ts) shows that all memory that the read may refer to was made here and does not
// escape, and that no write behind the read may go to it.
//
// **Example** `loop: set %a, %i, %x; behind it: %y = get %a, %i` → `%y = get-frozen %a, %i`.

import type { Block, Func, Instr, Operand, Pass, PrimInstr, ValueId } from "../../ir/index.ts";
import {
  allInstrs,
  edgesOf,
  isNumber,
  isValue,
  mapFunctions,
  typeIn,
  operandsOf,
  terminatorOperands,
  operandEffect,
} from "../../ir/index.ts";
import {
  definitionsOf,
  mayLeave,
  writesMemory,
  pointsTo,
  reachedFrom,
  type AbstractLocation,
} from "../../analysis/index.ts";

export const frozenReads: Pass = {
  name: "frozen-reads",
  phase: "any",
  run: (module) => mapFunctions(module, freezeIn),
};

const isGet = (instr: Instr): instr is PrimInstr => instr.kind === "prim" && instr.prim === "get";

function freezeIn(func: Func): Func {
  if (!allInstrs(func).some(isGet)) return func;
  const memory = pointsTo(func);
  const { blockOf } = definitionsOf(func);
  const shared = new Set(func.blocks.flatMap(escaping).flatMap((operand) => [...memory.of(operand)]));
  const writes = func.blocks.flatMap(({ instrs }, block) =>
    instrs.flatMap((instr, k) => {
      const [to] = operandsOf(instr);
      return to !== undefined && writesMemory(instr) ? [{ block, k, to, locations: memory.of(to) }] : [];
    }),
  );
  const known = new Map<ValueId, typeof writes | null>();
  /** The writes that may go to an array; null if others than this function may write to it. */
  const writesTo = (array: ValueId, locations: ReadonlySet<AbstractLocation>): typeof writes | null => {
    let found = known.get(array);
    if (found === undefined) {
      const isOwn =
        locations.size > 0 && [...locations].every((location) => memory.isMade(location) && !shared.has(location));
      found = isOwn ? writes.filter((write) => [...write.locations].some((location) => locations.has(location))) : null;
      known.set(array, found);
    }
    return found;
  };
  const reachedByBlock = new Map<number, ReadonlySet<number>>();
  /** The blocks that may run after a block. */
  const behindOf = (b: number): ReadonlySet<number> => {
    let blocks = reachedByBlock.get(b);
    if (blocks === undefined) reachedByBlock.set(b, (blocks = reachedFrom(func, [b])));
    return blocks;
  };
  const isFrozen = (read: PrimInstr, b: number): boolean => {
    const [array, key] = read.args as readonly [Operand, Operand];
    // Other keys may be objects, whose conversion to a name has effects.
    if (array.kind !== "value" || !isNumber(typeIn(func, key))) return false;
    const locations = memory.of(array);
    const found = writesTo(array.id, locations);
    if (found === null) return false;
    if (found.length === 0) return true;
    const { instrs } = func.blocks[b] as Block;
    const at = instrs.indexOf(read);
    if (found.some((write) => write.block === b && write.k > at)) return false;
    const later = behindOf(b);
    const behind = found.filter(({ block }) => later.has(block));
    if (behind.length === 0) return true;
    if (!behind.every(({ to }) => isValue(to, array.id))) return false;
    // Once the allocation has run again, the same value is another array.
    const soon = memory.isMade(array.id) ? reachedFrom(func, [b], blockOf(array.id)) : later;
    return !behind.some(({ block }) => soon.has(block));
  };
  let changed = false;
  const blocks = func.blocks.map((block, b) => ({
    ...block,
    instrs: block.instrs.map((instr): Instr => {
      if (!isGet(instr) || !isFrozen(instr, b)) return instr;
      changed = true;
      return { ...instr, prim: "get-frozen" };
    }),
  }));
  return changed ? { ...func, blocks } : func;
}

/** The operands of which a block may let references escape. */
function escaping({ instrs, terminator }: Block): readonly Operand[] {
  const passed = instrs.flatMap((instr) => {
    const [, ...rest] = operandsOf(instr);
    if (!keepsFirst(instr)) return operandsOf(instr);
    // A reference that is stored in an array can be read from there.
    return writesMemory(instr) ? rest : [];
  });
  return edgesOf(terminator).length === 0 ? [...passed, ...terminatorOperands(terminator)] : passed;
}

/** Whether an instruction lets no reference to its first operand's memory escape. */
function keepsFirst(instr: Instr): boolean {
  if (instr.kind !== "prim") return false;
  const { goes, isAsked } = operandEffect(instr.prim, 0);
  return (goes === "nowhere" && !isAsked) || mayLeave(instr);
}
