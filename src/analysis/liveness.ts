// Liveness: which values are live at the start of each block, and after an instruction.

import type { Block, Func, Operand, ValueId } from "../ir/index.ts";
import { edgesOf, operandsOf, terminatorOperands, ofFunction } from "../ir/index.ts";

export interface Needed {
  /** The live values by block; the block's own parameters are always included. */
  readonly atStart: readonly (readonly ValueId[])[];
  /** The values that are live after an instruction of a block, without its own result. */
  readonly after: (block: number, instr: number) => readonly ValueId[];
}

export const neededValues: (func: Func) => Needed = ofFunction(({ blocks, values }: Func): Needed => {
  // A row of bits for each block, and one to work in: few arrays, since engines allocate them slowly.
  const words = (values.length + 31) >>> 5;
  const rows = new Uint32Array(blocks.length * words);
  const live = new Uint32Array(words);
  const add = (id: ValueId): void => {
    live[id >>> 5] = (live[id >>> 5] as number) | (1 << (id & 31));
  };
  const remove = (id: ValueId): void => {
    live[id >>> 5] = (live[id >>> 5] as number) & ~(1 << (id & 31));
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
      for (let w = 0; w < words; w++) live[w] = (live[w] as number) | (rows[target * words + w] as number);
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
      for (let w = 0; w < words; w++) {
        if (rows[b * words + w] === live[w]) continue;
        rows[b * words + w] = live[w] as number;
        changed = true;
      }
    }
  }
  const known = new Map<ValueId, readonly ValueId[]>();
  return {
    atStart: blocks.map((_, b) => idsIn(rows.subarray(b * words, (b + 1) * words))),
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

const hasBit = (bits: Uint32Array, id: ValueId): boolean => ((bits[id >>> 5] as number) & (1 << (id & 31))) !== 0;

function idsIn(bits: Uint32Array): readonly ValueId[] {
  const ids: ValueId[] = [];
  for (let w = 0; w < bits.length; w++) {
    for (let rest = bits[w] as number; rest !== 0; rest &= rest - 1)
      ids.push((32 * w + 31 - Math.clz32(rest & -rest)) as ValueId);
  }
  return ids;
}
