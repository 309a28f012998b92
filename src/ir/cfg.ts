// Analyses of the control-flow graph: predecessors, dominators (Cooper, Harvey and Kennedy 2001), natural loops.
//
// Blocks are in reverse postorder, so their index order is a topological order of the forward edges, and an edge
// `a → b` is a back edge exactly if `b <= a`. Results are plain data, computed once for each function object, and never
// stored in the IR.

import type { BlockId, Func, Operand } from "./model.ts";
import { blockId } from "./model.ts";
import { ofFunction } from "./of-function.ts";
import { edgesOf, successorsOf } from "./walk.ts";

type Graph = Pick<Func, "blocks">;

/** The predecessors of each block, in block order; a branch contributes each of its two (different) targets once. */
export const predecessors: (func: Graph) => readonly (readonly BlockId[])[] = ofFunction(
  (func: Graph): readonly (readonly BlockId[])[] => {
    const result: BlockId[][] = func.blocks.map(() => []);
    func.blocks.forEach((block, index) => {
      for (const successor of successorsOf(block.terminator)) result[successor]?.push(blockId(index));
    });
    return result;
  },
);

/** A way into a block: the block that it comes from, and the arguments for the parameters. */
export interface EdgeInto {
  readonly from: BlockId;
  readonly args: readonly Operand[];
}

/** The edges into each block, in the order of the blocks that they come from. */
export const edgesInto: (func: Graph) => readonly (readonly EdgeInto[])[] = ofFunction(
  (func: Graph): readonly (readonly EdgeInto[])[] => {
    const result: EdgeInto[][] = func.blocks.map(() => []);
    func.blocks.forEach(({ terminator }, b) => {
      for (const { target, args } of edgesOf(terminator)) result[target]?.push({ from: blockId(b), args });
    });
    return result;
  },
);

/** The immediate dominator of each block; the entry's is itself. */
export const immediateDominators: (func: Graph) => readonly BlockId[] = ofFunction(
  (func: Graph): readonly BlockId[] => {
    const preds = predecessors(func);
    const idom: (number | undefined)[] = func.blocks.map(() => undefined);
    idom[0] = 0;
    const intersect = (a: number, b: number): number => {
      while (a !== b) {
        while (a > b) a = idom[a] ?? 0;
        while (b > a) b = idom[b] ?? 0;
      }
      return a;
    };
    for (let changed = true; changed;) {
      changed = false;
      for (let b = 1; b < func.blocks.length; b++) {
        let next: number | undefined;
        for (const p of preds[b] ?? []) {
          if (idom[p] !== undefined) next = next === undefined ? p : intersect(next, p);
        }
        if (next !== undefined && idom[b] !== next) {
          idom[b] = next;
          changed = true;
        }
      }
    }
    return idom.map((d) => blockId(d ?? 0));
  },
);

export function dominates(idom: readonly BlockId[], a: BlockId, b: BlockId): boolean {
  let block: number = b;
  while (block > a) block = idom[block] ?? 0;
  return block === a;
}

export interface Loop {
  readonly header: BlockId;
  readonly latch: BlockId;
  /** All blocks of the loop, inner loops included, in order. */
  readonly blocks: readonly BlockId[];
  /** The index of the enclosing loop in the list, or -1. Outer loops come before inner ones. */
  readonly parent: number;
}

export interface Loops {
  readonly list: readonly Loop[];
  /** The innermost loop of each block: an index into `list`, or -1. */
  readonly of: readonly number[];
}

/** The natural loops, one per back edge, outer first. Assumes a reducible graph (verify.ts checks). */
export const naturalLoops: (func: Graph) => Loops = ofFunction((func: Graph): Loops => {
  const preds = predecessors(func);
  const found: { header: number; latch: number; blocks: Set<number> }[] = [];
  func.blocks.forEach((block, index) => {
    for (const header of successorsOf(block.terminator)) {
      if (header > index) continue;
      const blocks = new Set<number>([header]);
      const work = [index];
      for (let b = work.pop(); b !== undefined; b = work.pop()) {
        if (blocks.has(b)) continue;
        blocks.add(b);
        work.push(...(preds[b] ?? []));
      }
      found.push({ header, latch: index, blocks });
    }
  });
  found.sort((a, b) => a.header - b.header || b.blocks.size - a.blocks.size);
  const of = func.blocks.map(() => -1);
  const list = found.map((loop, i): Loop => {
    const parent = of[loop.header] ?? -1;
    for (const b of loop.blocks) of[b] = i;
    return {
      header: blockId(loop.header),
      latch: blockId(loop.latch),
      blocks: [...loop.blocks].sort((a, b) => a - b).map(blockId),
      parent,
    };
  });
  return { list, of };
});

/** The block that returns, or -1 if no path returns. */
export function returnBlock(func: Graph): number {
  return func.blocks.findIndex((block) => block.terminator.kind === "return");
}

/** For each block, whether some path leads from it to the return. */
export const reachesReturn: (func: Graph) => readonly boolean[] = ofFunction((func: Graph): readonly boolean[] => {
  const preds = predecessors(func);
  const reaches = func.blocks.map(() => false);
  const work: number[] = [returnBlock(func)].filter((b) => b >= 0);
  for (let b = work.pop(); b !== undefined; b = work.pop()) {
    if (reaches[b]) continue;
    reaches[b] = true;
    work.push(...(preds[b] ?? []));
  }
  return reaches;
});
