// Loop-invariant code motion of comparisons, which may be done before code is differentiated.
//
// **How** Comparing numbers has no effect, so a comparison of what the loop does not change moves before the loop, even if no
// iteration would get to it. A derivative then need not store its outcome for each iteration.
//
// **Example** `bb1(%i: int): %c = lt 0, %n` in a loop that does not change %n → `%c` in the block before the loop.

import type { Block, Func, Instr, Operand, Pass, ValueId } from "../../ir/index.ts";
import { isNumber, mapFunctions, naturalLoops, typeIn, renumber, prims } from "../../ir/index.ts";
import { entryOf } from "../../analysis/index.ts";

export const hoistComparisons: Pass = {
  name: "hoist-comparisons",
  phase: "any",
  run: (module) => mapFunctions(module, hoistIn),
};

function hoistIn(func: Func): Func {
  // Inner loops first: an instruction that is hoisted from an inner loop may then be hoisted from the one around it.
  for (const loop of naturalLoops(func).list.toReversed()) {
    const inside = new Set<ValueId>();
    for (const b of loop.blocks) {
      const { params, instrs } = func.blocks[b] as Block;
      for (const id of [...params, ...instrs.map((instr) => instr.result)]) inside.add(id);
    }
    const isFixed = (operand: Operand): boolean =>
      (operand.kind !== "value" || !inside.has(operand.id)) && isNumber(typeIn(func, operand));
    const moves = (instr: Instr): boolean =>
      instr.kind === "prim" && prims[instr.prim].arithmetic?.isComparison === true && instr.args.every(isFixed);
    const moved = loop.blocks.flatMap((b) => (func.blocks[b] as Block).instrs.filter(moves));
    if (moved.length === 0) continue;
    const entry = entryOf(func, loop);
    const blocks = func.blocks.map((block, b): Block => {
      if (b === entry) return { ...block, instrs: [...block.instrs, ...moved] };
      return (loop.blocks as readonly number[]).includes(b)
        ? { ...block, instrs: block.instrs.filter((instr) => !moves(instr)) }
        : block;
    });
    return hoistIn(renumber({ ...func, blocks }));
  }
  return func;
}
