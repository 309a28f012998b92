// Liveness: which values are live at the start of each block, and after an instruction.

import type { Block, Func, Operand, ValueId } from "../ir/index.ts";
import { edgesOf, operandsOf, terminatorOperands, ofFunction } from "../ir/index.ts";
import { addBit, addBits, eachBit, emptyBits, hasBit, removeBit, wordsFor, type Bits } from "./bits.ts";

export interface Needed {
  /** The live values by block; the block's own parameters are always included. */
  readonly atStart: readonly (readonly ValueId[])[];
  /** The values that are live after an instruction of a block, without its own result. */
  readonly after: (block: number, instr: number) => readonly ValueId[];
}

export const neededValues: (func: Func) => Needed = ofFunction(({ blocks, values }: Func): Needed => {
  // A row of bits for each block, and one to work in: few arrays, since engines allocate them slowly.
  const words = wordsFor(values.length);
  const all = new Uint32Array(blocks.length * words);
  const rows = blocks.map((_, b) => all.subarray(b * words, (b + 1) * words));
  const live = emptyBits(values.length);
  const add = (id: ValueId): void => {
    addBit(live, id);
  };
  const remove = (id: ValueId): void => {
    removeBit(live, id);
  };
  const use = (operand: Operand): void => {
    if (operand.kind === "value") add(operand.id);
  };
  /** Finds what is live after instruction `downTo` of a block: after -1, what is live at its start but not defined in it. */
  const walk = (b: number, downTo: number): void => {
    const { instrs, terminator } = blocks[b] as Block;
    live.fill(0);
    for (const { target } of edgesOf(terminator)) {
      const isNew = (blocks[target] as Block).params.filter((id) => !hasBit(live, id));
      addBits(live, rows[target] as Bits);
      isNew.forEach(remove);
    }
    terminatorOperands(terminator).forEach(use);
    for (let k = instrs.length - 1; k > downTo; k--) {
      const instr = instrs[k] as Block["instrs"][number];
      remove(instr.result);
      operandsOf(instr).forEach(use);
    }
  };
  for (let changed = true; changed;) {
    changed = false;
    for (let b = blocks.length - 1; b >= 0; b--) {
      walk(b, -1);
      (blocks[b] as Block).params.forEach(add);
      // What is live only grows from round to round.
      if (addBits(rows[b] as Bits, live)) changed = true;
    }
  }
  const known = new Map<ValueId, readonly ValueId[]>();
  return {
    atStart: rows.map(idsIn),
    after: (b, k) => {
      const own = (blocks[b] as Block).instrs[k]?.result as ValueId;
      let needed = known.get(own);
      if (needed === undefined) {
        walk(b, k);
        remove(own);
        known.set(own, (needed = idsIn(live)));
      }
      return needed;
    },
  };
});

function idsIn(bits: Bits): readonly ValueId[] {
  const ids: ValueId[] = [];
  eachBit(bits, (id) => ids.push(id as ValueId));
  return ids;
}
