// Loops whose counter takes each value from 0 up to a limit.

import type { Block, Func, Loop, Operand, PrimName, Terminator, ValueId } from "../ir/index.ts";
import { edgesOf, sameOperand } from "../ir/index.ts";

/** The block before a loop. */
export function entryOf(func: Func, { header, latch }: Loop): number {
  return func.blocks.findIndex(
    ({ terminator }, b) => b !== latch && edgesOf(terminator).some(({ target }) => target === header),
  );
}

/** Whether a loop is left at its latch only: nothing in it ends the function, or throws. */
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

export const isConst = (operand: Operand | undefined, n: number): boolean =>
  operand?.kind === "const" && operand.value === n;

/** What something is below if a condition holds. */
export function limitOf(func: Func, condition: Operand): Operand | null {
  return argsOf(func, condition, "lt")[1] ?? null;
}

/** The operands of the instruction whose result something is; none if it is of another kind. */
function argsOf(func: Func, operand: Operand | undefined, name: PrimName): readonly Operand[] {
  if (operand?.kind !== "value") return [];
  // To look is faster than to make a table for a few.
  for (const { instrs } of func.blocks) {
    for (const instr of instrs)
      if (instr.result === operand.id) return instr.kind === "prim" && instr.prim === name ? instr.args : [];
  }
  return [];
}

/** The counter that is 0 in the first iteration, one more in each, and below the limit; the loop runs if 0 is below it. */
export function counterThatCovers(func: Func, loop: Loop, limit: Operand): ValueId | undefined {
  const { params } = func.blocks[loop.header] as Block;
  /** What is passed for a parameter where the branch to the header asks whether it is below the limit. */
  const passedFrom = (b: number, k: number): Operand | undefined => {
    const { terminator } = func.blocks[b] as Block;
    if (terminator.kind !== "branch" || terminator.then.target !== loop.header) return undefined;
    const [passed, bound] = argsOf(func, terminator.condition, "lt");
    const isSame = passed !== undefined && sameOperand(terminator.then.args[k] as Operand, passed);
    return isSame && bound !== undefined && sameOperand(bound, limit) ? passed : undefined;
  };
  const entry = entryOf(func, loop);
  return params.find((counter, k) => {
    const [before, step] = argsOf(func, passedFrom(loop.latch, k), "add");
    const isStep = before?.kind === "value" && before.id === counter && isConst(step, 1);
    return isStep && isConst(passedFrom(entry, k), 0);
  });
}
