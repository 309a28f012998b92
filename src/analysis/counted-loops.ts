// Loops whose counter takes each value from 0 up to a limit.

import { definitionsOf } from "./definitions.ts";
import type { Block, Func, Loop, Operand, Terminator, ValueId } from "../ir/index.ts";
import { edgesOf, sameOperand, isConstant } from "../ir/index.ts";

/** The block before a loop. */
export function entryOf(func: Func, { header, latch }: Loop): number {
  return func.blocks.findIndex(
    ({ terminator }, b) => b !== latch && edgesOf(terminator).some(({ target }) => target === header),
  );
}

/** Whether a loop is left at its latch only: no other block of it jumps out, returns or throws. */
export function isLeftAtLatch(func: Func, { blocks, latch }: Loop): boolean {
  const inside = new Set<number>(blocks);
  return blocks.every((b) => {
    const edges = edgesOf((func.blocks[b] as Block).terminator);
    return b === latch || (edges.length > 0 && edges.every(({ target }) => inside.has(target)));
  });
}

export type Branch = Extract<Terminator, { readonly kind: "branch" }>;

export const branchOf = (func: Func, b: number): Branch | null => {
  const terminator = func.blocks[b]?.terminator;
  return terminator?.kind === "branch" ? terminator : null;
};

/** The right operand of a condition that is an `lt`; null for others. */
export function limitOf(func: Func, condition: Operand): Operand | null {
  return definitionsOf(func).args(condition, "lt")[1] ?? null;
}

/** The counter that starts at 0, steps by 1 and stays below the limit; the loop is entered only if 0 is below the limit. */
export function counterThatCovers(func: Func, loop: Loop, limit: Operand): ValueId | undefined {
  const { params } = func.blocks[loop.header] as Block;
  const definitions = definitionsOf(func);
  /** The argument of parameter `k` on the edge from `b` to the header, if that branch tests that it is below the limit. */
  const passedFrom = (b: number, k: number): Operand | undefined => {
    const { terminator } = func.blocks[b] as Block;
    if (terminator.kind !== "branch" || terminator.then.target !== loop.header) return undefined;
    const [passed, bound] = definitions.args(terminator.condition, "lt");
    const isSame = passed !== undefined && sameOperand(terminator.then.args[k] as Operand, passed);
    return isSame && bound !== undefined && sameOperand(bound, limit) ? passed : undefined;
  };
  const entry = entryOf(func, loop);
  return params.find((counter, k) => {
    const [before, step] = definitions.args(passedFrom(loop.latch, k), "add");
    const isStep = before?.kind === "value" && before.id === counter && isConstant(step, 1);
    return isStep && isConstant(passedFrom(entry, k), 0);
  });
}
