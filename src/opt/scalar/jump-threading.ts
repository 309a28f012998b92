// Jump threading: an edge to a block that only jumps on leads to its target (A. Aho, M. Lam, R. Sethi and J. Ullman, "Compilers:
// Principles, Techniques, and Tools", 2006, section 8.7.3).
//
// **Guarantees** Canonical control flow stays canonical.
//
// **How** An edge skips a block without parameters and instructions that no other edge leads to, unless a branch would then lead
// to one block by both edges. So if an empty latch follows the branch that ends a loop, that branch's block becomes the latch.
//
// **Example** `branch %c, bb1, bb2; bb1: jump bb3(%x)` → `branch %c, bb3(%x), bb2`.

import type { Block, BlockId, Edge, Func, Pass } from "../../ir/index.ts";
import { edgesOf, mapEdges, mapFunctions, predecessors, renumber } from "../../ir/index.ts";

export const jumpThreading: Pass = {
  name: "jump-threading",
  phase: "any",
  run: (module) => mapFunctions(module, threadIn),
};

function threadIn(func: Func): Func {
  const preds = predecessors(func);
  let changed = false;
  const blocks = [...func.blocks];
  /** The edge out of the block that an edge leads to, if that block can be skipped; else null. */
  const behind = ({ target }: Edge): Edge | null => {
    const { params, instrs, terminator } = blocks[target] as Block;
    const isEmpty = params.length === 0 && instrs.length === 0 && preds[target]?.length === 1;
    return isEmpty && terminator.kind === "jump" && terminator.edge.target !== target ? terminator.edge : null;
  };
  // Later blocks first, so that chains are passed in one walk.
  for (let b = blocks.length - 1; b >= 0; b--) {
    const block = blocks[b] as Block;
    const targets = new Set<BlockId>(edgesOf(block.terminator).map((edge) => edge.target));
    const terminator = mapEdges(block.terminator, (edge) => {
      const next = behind(edge);
      if (next === null || targets.has(next.target)) return edge;
      targets.delete(edge.target);
      targets.add(next.target);
      changed = true;
      return next;
    });
    blocks[b] = { ...block, terminator };
  }
  return changed ? renumber({ ...func, blocks }) : func;
}
