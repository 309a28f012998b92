// Pairs of adjacent loops: one follows directly behind the other, and both run under the same condition.

import type { Block, Func, Instr, Loop, Operand, ValueId } from "../ir/index.ts";
import { edgesOf, operandsOf, predecessors, sameOperand } from "../ir/index.ts";
import { branchOf, entryOf, type Branch } from "./loops.ts";
import { definitionsOf } from "./definitions.ts";
import { isAccess } from "./accesses.ts";

export interface LoopPair {
  readonly first: Loop;
  readonly second: Loop;
  /** The block before both, and the one between them. */
  readonly entry: number;
  readonly between: number;
  /** The branches into the first loop, back to its header, and into the second loop: each goes there if its condition holds. */
  readonly into: Branch;
  readonly again: Branch;
  readonly over: Branch;
  /** The right operand of the `lt` that both loops run under. */
  readonly limit: Operand;
}

/** The pair of the first loop and the loop behind it; null if no such loop exists. */
export function loopPair(func: Func, first: Loop, list: readonly Loop[]): LoopPair | null {
  const entry = entryOf(func, first);
  const [into, again] = [branchOf(func, entry), branchOf(func, first.latch)];
  if (into?.then.target !== first.header || again?.then.target !== first.header) return null;
  const between = into.else.target;
  const over = branchOf(func, between);
  if (again.else.target !== between || over === null || !sameOperand(over.condition, into.condition)) return null;
  const second = list.find(({ header }) => header === over.then.target);
  const limit = definitionsOf(func).args(into.condition, "lt")[1];
  if (second === undefined || limit === undefined || predecessors(func)[between]?.length !== 2) return null;
  return { first, second, entry, between, into, again, over, limit };
}

/**
 * Whether some of the arrays may have aliases in some blocks, which a branch leads into: an instruction or an edge passes an
 * array on. Analyses by name do not see that a read or write through an alias concerns the array.
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
