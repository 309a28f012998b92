// Arrays made here that a loop fills with numbers, from their beginning to their end.

import type { Block, BlockId, Func, Loop, Loops, Operand, PrimInstr, ValueId } from "../ir/index.ts";
import {
  dominates,
  immediateDominators,
  isNumber,
  naturalLoops,
  operandType,
  operandsOf,
  successorsOf,
  terminatorOperands,
  ofFunction,
} from "../ir/index.ts";
import { counterThatCovers, entryOf, isLeftAtLatch } from "./counted-loops.ts";
import { isAccess } from "./accesses.ts";

export interface Filled {
  readonly instr: PrimInstr;
  /** Whether all elements are there, in a block. */
  readonly isFull: (block: number) => boolean;
  /** Whether the array is passed on anywhere. */
  readonly escapes: boolean;
}

export const filledArrays: (func: Func) => ReadonlyMap<ValueId, Filled> = ofFunction(
  (func: Func): ReadonlyMap<ValueId, Filled> => {
    const loops = naturalLoops(func);
    const stores = storesOf(func);
    const idom = immediateDominators(func);
    const filled = new Map<ValueId, Filled>();
    func.blocks.forEach(({ instrs }, made) => {
      for (const instr of instrs) {
        if (instr.kind !== "prim" || (instr.prim !== "array-new" && instr.prim !== "typed-new")) continue;
        const loop = loopThatFills(func, instr, stores.get(instr.result) ?? [], loops, idom);
        if (loop === undefined) continue;
        const entry = entryOf(func, loop);
        if (!dominates(idom, made as BlockId, entry as BlockId) || loop.blocks.includes(made as BlockId)) continue;
        const escapes = escapesOf(func, instr.result);
        const mayHaveEscaped = reachableFrom(func, escapes);
        // The block before the loop comes before it, too.
        const isFull = (block: number): boolean =>
          block !== entry &&
          dominates(idom, entry as BlockId, block as BlockId) &&
          !loop.blocks.includes(block as BlockId) &&
          !mayHaveEscaped.has(block);
        filled.set(instr.result, { instr, isFull, escapes: escapes.length > 0 });
      }
    });
    return filled;
  },
);

interface Store {
  readonly args: readonly Operand[];
  /** The block. */
  readonly b: number;
}

/** The stores into each array. */
function storesOf(func: Func): ReadonlyMap<ValueId, readonly Store[]> {
  const stores = new Map<ValueId, Store[]>();
  func.blocks.forEach(({ instrs }, b) => {
    for (const instr of instrs) {
      if (instr.kind !== "prim" || instr.prim !== "set") continue;
      const { args } = instr;
      const [array] = args;
      if (array?.kind !== "value") continue;
      const known = stores.get(array.id);
      if (known === undefined) stores.set(array.id, [{ args, b }]);
      else known.push({ args, b });
    }
  });
  return stores;
}

/** The loop that stores a number in each element of an array, where nothing else stores anything. */
function loopThatFills(
  func: Func,
  { args }: PrimInstr,
  [store, ...others]: readonly Store[],
  { list, of }: Loops,
  idom: readonly BlockId[],
): Loop | undefined {
  const length = args.at(-1);
  if (store === undefined || others.length > 0 || length === undefined) return undefined;
  const { b } = store;
  const [, key, stored] = store.args;
  const loop = list[of[b] as number];
  if (loop === undefined || stored === undefined || !isLeftAtLatch(func, loop)) return undefined;
  if (!dominates(idom, b as BlockId, loop.latch)) return undefined;
  const counter = counterThatCovers(func, loop, length);
  const isStored = isNumber(operandType(stored, (id) => func.values[id]?.type));
  return key?.kind === "value" && key.id === counter && isStored ? loop : undefined;
}

/** The blocks where an array is passed on. */
function escapesOf(func: Func, array: ValueId): readonly number[] {
  const isArray = (operand: Operand): boolean => operand.kind === "value" && operand.id === array;
  return func.blocks.flatMap(({ instrs, terminator }, b) => {
    const isPassed = instrs.some((instr) => {
      const operands = operandsOf(instr);
      const own = isAccess(instr) ? operands.slice(1) : operands;
      return own.some(isArray);
    });
    return isPassed || terminatorOperands(terminator).some(isArray) ? [b] : [];
  });
}

function reachableFrom(func: Func, blocks: readonly number[]): ReadonlySet<number> {
  const reached = new Set<number>();
  const work = [...blocks];
  for (let b = work.pop(); b !== undefined; b = work.pop()) {
    if (reached.has(b)) continue;
    reached.add(b);
    work.push(...successorsOf((func.blocks[b] as Block).terminator));
  }
  return reached;
}
