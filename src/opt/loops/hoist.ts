// Hoisting: moves instructions of loops to before the loops.

import type { Block, BlockId, Func, Instr, Operand, ValueId } from "../../ir/index.ts";
import { dominates, immediateDominators, mapEdges, operandsOf, renumber } from "../../ir/index.ts";
import { instrsOf, loopsOf, type LoopFacts } from "../../analysis/index.ts";

export interface Hoisting {
  /** Whether an instruction may move if the loop does not change its operands. */
  readonly isMovable: (instr: Instr, func: Func, loop: LoopFacts) => boolean;
  /** Whether it may run even if no iteration would get to it; else it must run in every iteration. */
  readonly isSpeculative: boolean;
}

/** The function with all movable instructions before the loops that do not change their operands. */
export function hoist(func: Func, hoisting: Hoisting): Func {
  // Inner loops first: an instruction that is hoisted from an inner loop may then be hoisted from the one around it.
  let current = func;
  const changed = new Set<number>();
  for (const loop of loopsOf(func).toReversed()) {
    if (loop.blocks.some((b) => changed.has(b))) continue;
    const moved = invariantsOf(func, loop, hoisting);
    if (moved.length === 0) continue;
    current = withBefore(current, loop, moved, hoisting);
    for (const b of loop.blocks) changed.add(b);
  }
  return current === func ? func : hoist(renumber(current), hoisting);
}

function invariantsOf(func: Func, loop: LoopFacts, { isMovable, isSpeculative }: Hoisting): readonly Instr[] {
  const idom = immediateDominators(func);
  const blocks = loop.blocks.filter((b) => isSpeculative || dominates(idom, b, loop.latch));
  const moved = new Map<ValueId, Instr>();
  const isFixed = (operand: Operand): boolean =>
    loop.isInvariant(operand) || (operand.kind === "value" && moved.has(operand.id));
  for (const instr of instrsOf(func, { ...loop, blocks }))
    if (operandsOf(instr).every(isFixed) && isMovable(instr, func, loop)) moved.set(instr.result, instr);
  return [...moved.values()];
}

/** Speculative instructions move to the block that the loop is entered from; others to the edge from there into the loop. */
function withBefore(func: Func, loop: LoopFacts, moved: readonly Instr[], { isSpeculative }: Hoisting): Func {
  const isEntry = isSpeculative || func.blocks[loop.entry]?.terminator.kind === "jump";
  const { blocks } = isEntry ? func : withPreheader(func, loop);
  const place = isEntry ? loop.entry : func.blocks.length;
  const gone = new Set(moved);
  const changed = ({ instrs }: Block, b: number): readonly Instr[] =>
    b === place ? [...instrs, ...moved] : instrs.filter((instr) => !gone.has(instr));
  return { ...func, blocks: blocks.map((block, b) => ({ ...block, instrs: changed(block, b) })) };
}

/** The function with a block of its own on the edge into a loop. */
export function withPreheader(func: Func, { entry, into }: LoopFacts): Func {
  const own = func.blocks.length as BlockId;
  const { terminator } = func.blocks[entry] as Block;
  const around = mapEdges(terminator, (edge) => (edge === into ? { target: own, args: [] } : edge));
  const blocks = func.blocks.map((block, b) => (b === entry ? { ...block, terminator: around } : block));
  blocks.push({ params: [], instrs: [], terminator: { kind: "jump", edge: into, span: terminator.span } });
  return { ...func, blocks };
}
