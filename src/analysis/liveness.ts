// Liveness: which values are live at the start of each block, and after an instruction.

import type { Func, Operand, ValueId } from "../ir/index.ts";
import { edgesOf, operandsOf, terminatorOperands, ofFunction } from "../ir/index.ts";

export interface Needed {
  /** The live values by block; the block's own parameters are always included. */
  readonly atStart: readonly ReadonlySet<ValueId>[];
  /** The values that are live after an instruction of a block, without its own result. */
  readonly after: (block: number, instr: number) => ReadonlySet<ValueId>;
}

export const neededValues: (func: Func) => Needed = ofFunction((func: Func): Needed => {
  const atStart = func.blocks.map(() => new Set<ValueId>());
  const walk = (b: number, downTo: number, atEnd: ReadonlySet<ValueId>): Set<ValueId> => {
    const needed = new Set(atEnd);
    const block = func.blocks[b] as Func["blocks"][number];
    const use = (operand: Operand): void => {
      if (operand.kind === "value") needed.add(operand.id);
    };
    terminatorOperands(block.terminator).forEach(use);
    for (let k = block.instrs.length - 1; k > downTo; k--) {
      const instr = block.instrs[k] as (typeof block.instrs)[number];
      needed.delete(instr.result);
      operandsOf(instr).forEach(use);
    }
    return needed;
  };
  const atEnd = (b: number): Set<ValueId> => {
    const needed = new Set<ValueId>();
    const { terminator } = func.blocks[b] as Func["blocks"][number];
    for (const { target } of edgesOf(terminator)) {
      const own = new Set(func.blocks[target]?.params);
      for (const id of atStart[target] ?? []) if (!own.has(id)) needed.add(id);
    }
    return needed;
  };
  for (let changed = true; changed;) {
    changed = false;
    for (let b = func.blocks.length - 1; b >= 0; b--) {
      const needed = walk(b, -1, atEnd(b));
      for (const param of func.blocks[b]?.params ?? []) needed.add(param);
      if (needed.size !== atStart[b]?.size) {
        atStart[b] = needed;
        changed = true;
      }
    }
  }
  return {
    atStart,
    after: (b, k) => {
      const needed = walk(b, k, atEnd(b));
      const own = func.blocks[b]?.instrs[k]?.result;
      if (own !== undefined) needed.delete(own);
      return needed;
    },
  };
});
