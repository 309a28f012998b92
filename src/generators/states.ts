// The states of a generator: the places where it may go on after a `yield`, and the places where its parts meet.
//
// A generator stops at each `yield`, so its code falls into parts between them. Each part begins at one block, its root: the
// function's entry, the block after a `yield`, the header of a loop that has a `yield` in it, and any block that two parts lead to.
// A part has no jump back to a root, so its blocks are canonical control flow again.

import { successorsOf, naturalLoops, type Block, type Func, type Instr } from "../ir/index.ts";

/** The blocks of a function, cut such that a `yield` is the last instruction of its block. */
export function cutAtYields(func: Func): Func {
  const blocks: Block[] = [];
  /** The first piece of each block of the original. */
  const first: number[] = [];
  for (const { params, instrs, terminator } of func.blocks) {
    first.push(blocks.length);
    let rest: readonly Instr[] = instrs;
    let own = params;
    for (let at = rest.findIndex(isYield); at >= 0; at = rest.findIndex(isYield)) {
      const edge = { target: (blocks.length + 1) as never, args: [] };
      const { span } = rest[at] as Instr;
      blocks.push({ params: own, instrs: rest.slice(0, at + 1), terminator: { kind: "jump", edge, span } });
      rest = rest.slice(at + 1);
      own = [];
    }
    blocks.push({ params: own, instrs: rest, terminator });
  }
  const isNew = (b: number): boolean => isYield((blocks[b] as Block).instrs.at(-1));
  return {
    ...func,
    blocks: blocks.map((block, b) =>
      isNew(b) ? block : { ...block, terminator: renumbered(block.terminator, first) },
    ),
  };
}

export const isYield = (instr: Instr | undefined): boolean => instr?.kind === "prim" && instr.prim === "yield";

function renumbered(terminator: Block["terminator"], first: readonly number[]): Block["terminator"] {
  const moved = <E extends { readonly target: number }>(edge: E): E => ({
    ...edge,
    target: first[edge.target] as never,
  });
  switch (terminator.kind) {
    case "jump":
      return { ...terminator, edge: moved(terminator.edge) };
    case "branch":
      return { ...terminator, then: moved(terminator.then), else: moved(terminator.else) };
    default:
      return terminator;
  }
}

/** For each block of a function that is cut at its yields, the root of its part. */
export function partsOf(func: Func): readonly number[] {
  const { blocks } = func;
  const roots = new Set<number>([0]);
  blocks.forEach(({ instrs, terminator }) => {
    if (isYield(instrs.at(-1))) for (const target of successorsOf(terminator)) roots.add(target);
  });
  for (const { header, blocks: inside } of naturalLoops(func).list)
    if (inside.some((b) => isYield((blocks[b] as Block).instrs.at(-1)))) roots.add(header);
  for (;;) {
    const owner = blocks.map(() => -1);
    let shared = -1;
    for (const root of roots) {
      const work = [root];
      for (let b = work.pop(); b !== undefined && shared < 0; b = work.pop()) {
        if (owner[b] === root) continue;
        if (owner[b] !== -1) shared = b;
        owner[b] = root;
        for (const next of successorsOf((blocks[b] as Block).terminator)) if (!roots.has(next)) work.push(next);
      }
      if (shared >= 0) break;
    }
    if (shared < 0) return owner;
    roots.add(shared);
  }
}
