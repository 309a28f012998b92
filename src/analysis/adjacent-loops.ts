// Two loops, one right behind the other, that run under one condition.

import type { Block, Func, Instr, Loop, Operand, ValueId } from "../ir/index.ts";
import { edgesOf, operandsOf, predecessors, sameOperand } from "../ir/index.ts";
import { branchOf, entryOf, limitOf, type Branch } from "./counted-loops.ts";
import { isAccess } from "./accesses.ts";

export interface LoopPair {
  readonly first: Loop;
  readonly second: Loop;
  /** The block before both, and the one between them. */
  readonly entry: number;
  readonly between: number;
  /** Into the first, back in it, and into the second; each goes on to the loop if its condition holds. */
  readonly into: Branch;
  readonly again: Branch;
  readonly over: Branch;
  /** What 0 is below if they run. */
  readonly limit: Operand;
}

/** The first loop and the one behind it, if there is one. */
export function loopPair(func: Func, first: Loop, list: readonly Loop[]): LoopPair | null {
  const entry = entryOf(func, first);
  const [into, again] = [branchOf(func, entry), branchOf(func, first.latch)];
  if (into?.then.target !== first.header || again?.then.target !== first.header) return null;
  const between = into.else.target;
  const over = branchOf(func, between);
  if (again.else.target !== between || over === null || !sameOperand(over.condition, into.condition)) return null;
  const second = list.find(({ header }) => header === over.then.target);
  const limit = limitOf(func, into.condition);
  if (second === undefined || limit === null || predecessors(func)[between]?.length !== 2) return null;
  return { first, second, entry, between, into, again, over, limit };
}

export const instrsOf = (func: Func, { blocks }: Loop): readonly Instr[] =>
  blocks.flatMap((b) => (func.blocks[b] as Block).instrs);

/**
 * Whether arrays may be known by other names in some blocks, to which a branch leads: an instruction there passes one on, or
 * an edge does. What is read or written by such a name is not seen to be theirs.
 */
export function haveOtherNames(
  func: Func,
  blocks: readonly number[],
  into: Branch,
  arrays: ReadonlySet<ValueId>,
): boolean {
  const isOne = (operand: Operand): boolean => operand.kind === "value" && arrays.has(operand.id);
  const passesOn = (instr: Instr): boolean =>
    operandsOf(instr)
      .slice(isAccess(instr) ? 1 : 0)
      .some(isOne);
  return (
    into.then.args.some(isOne) ||
    blocks.some((b) => {
      const { instrs, terminator } = func.blocks[b] as Block;
      return (
        instrs.some(passesOn) ||
        edgesOf(terminator).some(({ target, args }) => blocks.includes(target) && args.some(isOne))
      );
    })
  );
}
