// Hoisting: moves instructions of loops to before the loops.

import type { Block, BlockId, Func, Instr, Operand } from "../../ir/index.ts";
import { dominates, immediateDominators, mapEdges, operandsOf, renumber } from "../../ir/index.ts";
import { definitionsOf, instrsOf, loopsOf, type LoopFacts } from "../../analysis/index.ts";

export interface Hoisting {
  /** Whether an instruction may move if the loop does not change its operands. */
  readonly isMovable: (instr: Instr, func: Func) => boolean;
  /** Whether it may run even if no iteration would get to it; else it must run in every iteration. */
  readonly isSpeculative: boolean;
}

/** The function with all movable instructions before the loops that do not change their operands. */
export function hoist(func: Func, hoisting: Hoisting): Func {
  // Inner loops first: an instruction that is hoisted from an inner loop may then be hoisted from the one around it.
  for (const loop of loopsOf(func).toReversed()) {
    const moved = invariantsOf(func, loop, hoisting);
    if (moved.size > 0) return hoist(renumber(withBefore(func, loop, moved, hoisting)), hoisting);
  }
  return func;
}

function invariantsOf(func: Func, loop: LoopFacts, { isMovable, isSpeculative }: Hoisting): ReadonlySet<Instr> {
  const idom = immediateDominators(func);
  const blocks = loop.blocks.filter((b) => isSpeculative || dominates(idom, b, loop.latch));
  const moved = new Set<Instr>();
  const isMoved = (operand: Operand): boolean => {
    const instr = definitionsOf(func).instr(operand);
    return instr !== undefined && moved.has(instr);
  };
  for (const instr of instrsOf(func, { ...loop, blocks })) {
    const isFixed = operandsOf(instr).every((operand) => loop.isInvariant(operand) || isMoved(operand));
    if (isFixed && isMovable(instr, func)) moved.add(instr);
  }
  return moved;
}

/** Speculative instructions move to the block that the loop is entered from; others to the edge from there into the loop. */
function withBefore(func: Func, loop: LoopFacts, moved: ReadonlySet<Instr>, { isSpeculative }: Hoisting): Func {
  const isJump = func.blocks[loop.entry]?.terminator.kind === "jump";
  const before = instrsOf(func, loop).filter((instr) => moved.has(instr));
  const without = func.blocks.map((block): Block => ({
    ...block,
    instrs: block.instrs.filter((instr) => !moved.has(instr)),
  }));
  if (!isSpeculative && !isJump) return withPreheader({ ...func, blocks: without }, loop, before);
  const blocks = without.map((block, b) =>
    b === loop.entry ? { ...block, instrs: [...block.instrs, ...before] } : block,
  );
  return { ...func, blocks };
}

/** The function with a block of its own, with these instructions, on the edge into a loop. */
export function withPreheader(func: Func, { entry, into }: LoopFacts, instrs: readonly Instr[]): Func {
  const own = func.blocks.length as BlockId;
  const blocks = func.blocks.map((block, b): Block => {
    if (b !== entry) return block;
    const terminator = mapEdges(block.terminator, (edge) =>
      edge.target === into.target ? { target: own, args: [] } : edge,
    );
    return { ...block, terminator };
  });
  const { span } = (func.blocks[entry] as Block).terminator;
  blocks.push({ params: [], instrs, terminator: { kind: "jump", edge: into, span } });
  return { ...func, blocks };
}
