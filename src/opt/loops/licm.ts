// Loop-invariant code motion: hoists what is the same in every iteration out of the loop.
//
// **How** The pass moves reads of memory that nothing writes, guards of what was read, look-ups of shadows and expensive
// functions of numbers, if every iteration computes them from values that the loop does not change. They move to the edge into
// the loop, so a loop that does not run computes nothing.
//
// **Example** `loop: %row = load %rows, %i; … load %row, %j` inside a loop over `%i` → the row is read before the inner loop.

import type { Block, BlockId, Edge, Func, Instr, Loop, Operand, Pass, Terminator, ValueId } from "../../ir/index.ts";
import {
  dominates,
  edgesOf,
  immediateDominators,
  isArray,
  isTyped,
  mapFunctions,
  mapTerminator,
  naturalLoops,
  typeIn,
  operandsOf,
  renumber,
  prims,
} from "../../ir/index.ts";

export const licm: Pass = {
  name: "licm",
  phase: "final",
  run: (module) => mapFunctions(module, hoistIn),
};

function hoistIn(func: Func): Func {
  const idom = immediateDominators(func);
  // Inner loops first: an instruction that is hoisted from an inner loop may then be hoisted from the one around it.
  for (const loop of naturalLoops(func).list.toReversed()) {
    const moved = invariantsOf(func, loop, idom);
    if (moved.size > 0) return hoistIn(withBefore(func, loop, moved));
  }
  return func;
}

/** The movable instructions that run in every iteration and depend on nothing in the loop. */
function invariantsOf(func: Func, loop: Loop, idom: readonly BlockId[]): ReadonlySet<Instr> {
  const inside = new Set<ValueId>();
  for (const b of loop.blocks) {
    const { params, instrs } = func.blocks[b] as Block;
    for (const id of [...params, ...instrs.map((instr) => instr.result)]) inside.add(id);
  }
  const moved = new Set<Instr>();
  for (const b of loop.blocks) {
    if (!dominates(idom, b, loop.latch)) continue;
    for (const instr of (func.blocks[b] as Block).instrs) {
      const isFixed = operandsOf(instr).every((o) => o.kind !== "value" || !inside.has(o.id));
      if (!isFixed || !isMovable(instr, func)) continue;
      moved.add(instr);
      inside.delete(instr.result);
    }
  }
  return moved;
}

function isMovable(instr: Instr, func: Func): boolean {
  if (instr.kind !== "prim") return false;
  const { arithmetic, effect, effects } = prims[instr.prim];
  const types = instr.args.map((arg: Operand) => typeIn(func, arg));
  const [type = "any"] = types;
  // An object has only one shadow, and that is as long as the object itself becomes.
  if (instr.prim === "shadow" || instr.prim === "shadow-numbers") return true;
  // Reads of other types may throw or call conversions. The loop does not write frozen memory: that would be after the read.
  if (effects.memory !== "changing") return isArray(type) || isTyped(type);
  if (effect !== "pure") return false;
  // Other pure instructions cost no more than reading a variable.
  return effects.mayLeave || (arithmetic?.cost === "expensive" && types.every((own) => own === "num" || own === "int"));
}

function withBefore(func: Func, loop: Loop, moved: ReadonlySet<Instr>): Func {
  const { header, latch } = loop;
  const order = loop.blocks.flatMap((b) => (func.blocks[b] as Block).instrs.filter((instr) => moved.has(instr)));
  const blocks = func.blocks.map((block): Block => ({
    ...block,
    instrs: block.instrs.filter((instr) => !moved.has(instr)),
  }));
  const entry = blocks.findIndex(
    ({ terminator }, b) => b !== latch && edgesOf(terminator).some(({ target }) => target === header),
  );
  const before = blocks[entry] as Block;
  if (before.terminator.kind === "jump") {
    blocks[entry] = { ...before, instrs: [...before.instrs, ...order] };
  } else {
    const edge = edgesOf(before.terminator).find(({ target }) => target === header) as Edge;
    const { span } = before.terminator;
    const own = blocks.push({ params: [], instrs: order, terminator: { kind: "jump", edge, span } }) - 1;
    const terminator: Terminator = mapTerminator(
      before.terminator,
      (operand) => operand,
      (e) => (e.target === header ? { target: own as BlockId, args: [] } : e),
    );
    blocks[entry] = { ...before, terminator };
  }
  return renumber({ ...func, blocks });
}
