// Liveness: which values are live at the start of each block, and after an instruction.

import type { Block, Func, Instr, Operand, ValueId } from "../ir/index.ts";
import { edgesOf, operandsOf, terminatorOperands, ofFunction } from "../ir/index.ts";
import { addBit, addBits, eachBit, emptyBits, hasBit, removeBit, wordsFor, type Bits } from "./bits.ts";

export interface Needed {
  /** The live values by block; the block's own parameters are always included. */
  readonly atStart: readonly (readonly ValueId[])[];
  /** The values that are live after an instruction of a block, without its own result. */
  readonly after: (block: number, instr: number) => readonly ValueId[];
}

/** The values that are live at the start of each block; the block's own parameters are always included. */
const liveAtStart = ofFunction(({ blocks, values }: Func): readonly Bits[] => {
  // A row of bits for each block, and one to work in: few arrays, since engines allocate them slowly.
  const words = wordsFor(values.length);
  const all = new Uint32Array(blocks.length * words);
  const rows = blocks.map((_, b) => all.subarray(b * words, (b + 1) * words));
  const live = emptyBits(values.length);
  for (let changed = true; changed;) {
    changed = false;
    for (let b = blocks.length - 1; b >= 0; b--) {
      const { params, instrs } = blocks[b] as Block;
      setLiveAtEnd(live, blocks, b, rows);
      for (let k = instrs.length - 1; k >= 0; k--) stepBack(live, instrs[k] as Instr);
      for (const id of params) addBit(live, id);
      // What is live only grows from round to round.
      if (addBits(rows[b] as Bits, live)) changed = true;
    }
  }
  return rows;
});

/** Whether a value is live at the end of a block, before its terminator. */
export const isLiveAtEnd: (func: Func) => (id: ValueId, block: number) => boolean = ofFunction((func: Func) => {
  const { blocks, values } = func;
  const rows = liveAtStart(func);
  const ends: (Bits | undefined)[] = [];
  return (id: ValueId, b: number): boolean => {
    let live = ends[b];
    if (live === undefined) setLiveAtEnd((ends[b] = live = emptyBits(values.length)), blocks, b, rows);
    return hasBit(live, id);
  };
});

export const neededValues: (func: Func) => Needed = ofFunction((func: Func): Needed => {
  const { blocks, values } = func;
  const rows = liveAtStart(func);
  const live = emptyBits(values.length);
  const known = new Map<ValueId, readonly ValueId[]>();
  return {
    atStart: rows.map(idsIn),
    after: (b, k) => {
      const { instrs } = blocks[b] as Block;
      const own = instrs[k]?.result as ValueId;
      let needed = known.get(own);
      if (needed === undefined) {
        setLiveAtEnd(live, blocks, b, rows);
        for (let at = instrs.length - 1; at > k; at--) stepBack(live, instrs[at] as Instr);
        removeBit(live, own);
        known.set(own, (needed = idsIn(live)));
      }
      return needed;
    },
  };
});

/** Makes `live` what is live at the end of a block, before its terminator. */
function setLiveAtEnd(live: Bits, blocks: readonly Block[], b: number, atStart: readonly Bits[]): void {
  const { terminator } = blocks[b] as Block;
  live.fill(0);
  for (const { target } of edgesOf(terminator)) {
    const isNew = (blocks[target] as Block).params.filter((id) => !hasBit(live, id));
    addBits(live, atStart[target] as Bits);
    for (const id of isNew) removeBit(live, id);
  }
  for (const operand of terminatorOperands(terminator)) use(live, operand);
}

/** Makes `live` what is live before an instruction, of what is live after it. */
function stepBack(live: Bits, instr: Instr): void {
  removeBit(live, instr.result);
  for (const operand of operandsOf(instr)) use(live, operand);
}

function use(live: Bits, operand: Operand): void {
  if (operand.kind === "value") addBit(live, operand.id);
}

function idsIn(bits: Bits): readonly ValueId[] {
  const ids: ValueId[] = [];
  eachBit(bits, (id) => ids.push(id as ValueId));
  return ids;
}
