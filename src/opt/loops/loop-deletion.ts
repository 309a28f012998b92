// Loop deletion, with exit values: behind a loop that counts to a limit, the limit replaces the counter, and a loop that only
// counts is removed (LLVM's indvars and loop-deletion).
//
// **Guarantees** Behind a loop that counts up to a limit by ones, nothing uses the counter: the limit replaces it, less the
// constant that the loop adds to the counter before it compares them, if any.
//
// **How** The latch, the only way out, compares the next counter with a limit that the loop does not change; the block before
// the loop has compared the start with the same limit, or both are constants. All are integers, so the first counter that is not
// below the limit is the limit.
//
// **Example** `branch lt 0, %n, bb1(0), bb2(0); bb1(%i): %j = add %i, 1; branch lt %j, %n, bb1(%j), bb2(%j)` → `bb2(%n)`.

import {
  instrsOf,
  isLeftAtLatch,
  isRemovable,
  loopsOf,
  usesOf,
  type LoopFacts,
  type LoopTest,
} from "../../analysis/index.ts";
import type { Block, Edge, Func, Instr, Operand, Pass, ValueId } from "../../ir/index.ts";
import {
  constant,
  isValue,
  mapBlock,
  mapEdges,
  mapFunctions,
  naturalLoops,
  renumber,
  typeIn,
  value,
  valueId,
} from "../../ir/index.ts";

export const loopDeletion: Pass = {
  name: "loop-deletion",
  phase: "any",
  run: (module) => mapFunctions(module, closeIn),
};

function closeIn(func: Func): Func {
  // Inner loops first: once an inner loop is gone, the loop around it may do nothing but count.
  for (const loop of loopsOf(func).toReversed()) {
    const closed = closeLoop(func, loop);
    if (closed !== func) return closeIn(closed);
  }
  return func;
}

function closeLoop(func: Func, loop: LoopFacts): Func {
  const { test, again } = loop;
  if (test === null || again === null || !test.isApproaching || !isLeftAtLatch(func, loop)) return func;
  const { counter, limit, isUp, isInclusive, isGuarded } = test;
  const { init, step, next } = counter;
  if (![init, value(next), limit].every((operand) => typeIn(func, operand) === "int")) return func;
  const endsAtLimit = isUp && step === 1 && !isInclusive && isGuarded;
  if (endsAtLimit && isSeenOutside(func, loop, next)) return withLimit(func, loop, test);
  return isIdle(func, loop) ? withoutLoop(func, loop, again.else) : func;
}

/** Whether a value is used outside the loop, or on an edge out of it. */
function isSeenOutside(func: Func, { blocks }: LoopFacts, id: ValueId): boolean {
  const inside = new Set<number>(blocks);
  return usesOf(func)(id).some(({ block, target }) => !inside.has(block) || (target !== null && !inside.has(target)));
}

function withLimit(func: Func, { blocks: inside, entry }: LoopFacts, { counter, limit, ahead }: LoopTest): Func {
  const result = valueId(func.values.length);
  const last = ahead === 0 ? limit : value(result);
  const resolve = (operand: Operand): Operand => (isValue(operand, counter.next) ? last : operand);
  const outwards = (edge: Edge): Edge =>
    inside.includes(edge.target) ? edge : { ...edge, args: edge.args.map(resolve) };
  const blocks = func.blocks.map((block, b): Block => {
    const { instrs, terminator } = block;
    if (inside.some((own) => own === b)) return { ...block, terminator: mapEdges(terminator, outwards) };
    if (b !== entry || ahead === 0) return mapBlock(block, resolve);
    const less: Instr = { kind: "prim", result, prim: "sub", args: [limit, constant(ahead)], span: terminator.span };
    return { ...block, instrs: [...instrs, less] };
  });
  return renumber({ ...func, blocks, values: [...func.values, { hint: "", type: "int" }] });
}

/** Whether a loop does nothing but count: no effect, no exception, and no value that is used outside. */
function isIdle(func: Func, loop: LoopFacts): boolean {
  const { header, blocks } = loop;
  // An inner loop may not terminate.
  if (naturalLoops(func).list.some((other) => other.header !== header && blocks.includes(other.header))) return false;
  const instrs = instrsOf(func, loop);
  const defined = [...blocks.flatMap((b) => func.blocks[b]?.params ?? []), ...instrs.map(({ result }) => result)];
  return (
    instrs.every((instr) => isRemovable(instr, (operand) => typeIn(func, operand))) &&
    !defined.some((id) => isSeenOutside(func, loop, id))
  );
}

function withoutLoop(func: Func, { header, latch }: LoopFacts, exit: Edge): Func {
  const { span } = (func.blocks[latch] as Block).terminator;
  const blocks = func.blocks.map((block, b): Block => {
    if (b === header) return { params: [], instrs: [], terminator: { kind: "jump", edge: exit, span } };
    const terminator = mapEdges(block.terminator, (edge) => (edge.target === header ? { ...edge, args: [] } : edge));
    return { ...block, terminator };
  });
  return renumber({ ...func, blocks });
}
