// Joins a block with its only successor, if that has no other predecessor.
//
// **Guarantees** No block ends in a jump to a block that only it leads to.
//
// **How** The successor's instructions are appended; the arguments of the edge replace its parameters. Loops stay canonical: a
// header has two predecessors, so it is never appended, and a latch that is appended to a header is of the same loop, since the
// back edge of another loop would leave the header's loop other than by its latch.
//
// **Example** `bb0: jump bb1(%x)  bb1(%y): return %y` → `bb0: return %x`.

import type { Block, BlockId, Func, Instr, Operand, Pass, Terminator, ValueId } from "../../ir/index.ts";
import { blockId, mapFunctions, predecessors, renumber, replaceValues, successorsOf } from "../../ir/index.ts";

export const mergeBlocks: Pass = {
  name: "merge-blocks",
  phase: "any",
  guarantees: ["no-lone-jumps"],
  run: (module) => mapFunctions(module, mergeIn),
};

function mergeIn(func: Func): Func {
  const preds = predecessors(func);
  const isAppended = (from: number, { terminator }: Block): boolean =>
    terminator.kind === "jump" && terminator.edge.target !== from && preds[terminator.edge.target]?.length === 1;
  const appended = new Set<BlockId>();
  func.blocks.forEach((block, b) => {
    if (isAppended(b, block)) for (const target of successorsOf(block.terminator)) appended.add(target);
  });
  if (appended.size === 0) return func;

  const replaced = new Map<ValueId, Operand>();
  // Blocks that are appended to others stay behind, unreachable; renumbering drops them.
  const merged = func.blocks.map((block, b): Block => {
    if (appended.has(blockId(b))) return block;
    const instrs: Instr[] = [...block.instrs];
    let { terminator }: { terminator: Terminator } = block;
    let end = block;
    for (let at = b; isAppended(at, end) && terminator.kind === "jump";) {
      const { target, args } = terminator.edge;
      at = target;
      end = func.blocks[target] as Block;
      end.params.forEach((param, k) => {
        const argument = args[k];
        if (argument !== undefined) replaced.set(param, argument);
      });
      instrs.push(...end.instrs);
      ({ terminator } = end);
    }
    return { params: block.params, instrs, terminator };
  });
  return renumber(replaceValues({ ...func, blocks: merged }, replaced));
}
