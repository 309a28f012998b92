// Loop deletion, with exit values: behind a loop that counts to a limit, the limit replaces the counter, and a loop that only
// counts is removed (LLVM's indvars and loop-deletion; S. Muchnick, "Advanced Compiler Design and Implementation", 1997,
// section 14.1, on induction variables).
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
  mapEdges,
  mapFunctions,
  mapOperands,
  mapTerminator,
  naturalLoops,
  operandsOf,
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
  const counting = loopsOf(func).filter((loop) => isCounting(func, loop));
  const ending = counting.filter((loop) => endsAtLimit(loop) && isSeenOutside(func, loop, nextOf(loop)));
  if (ending.length > 0) return closeIn(withLimits(func, ending));
  // Once an inner loop is gone, the loop around it may do nothing but count.
  const idle = counting.filter((loop) => isIdle(func, loop));
  return idle.length > 0 ? closeIn(withoutLoops(func, idle)) : func;
}

/** A loop that counts integers up or down to a limit, and is left when it has reached it. */
type Counting = LoopFacts & { readonly test: LoopTest; readonly again: NonNullable<LoopFacts["again"]> };

function isCounting(func: Func, loop: LoopFacts): loop is Counting {
  const { test, again } = loop;
  if (test === null || again === null || !test.isApproaching || !isLeftAtLatch(func, loop)) return false;
  const { counter, limit } = test;
  return [counter.init, value(counter.next), limit].every((operand) => typeIn(func, operand) === "int");
}

const endsAtLimit = ({ test: { counter, isUp, isInclusive, isGuarded } }: Counting): boolean =>
  isUp && counter.step === 1 && !isInclusive && isGuarded;

const nextOf = ({ test }: Counting): ValueId => test.counter.next;

/** Whether a value is used outside the loop, or on an edge out of it. */
function isSeenOutside(func: Func, { blocks }: LoopFacts, id: ValueId): boolean {
  const inside = new Set<number>(blocks);
  return usesOf(func)(id).some(({ block, target }) => !inside.has(block) || (target !== null && !inside.has(target)));
}

function withLimits(func: Func, loops: readonly Counting[]): Func {
  const values = [...func.values];
  const ends = new Map<ValueId, { readonly inside: ReadonlySet<number>; readonly last: Operand }>();
  /** What is computed at the end of the block before a loop. */
  const added = new Map<number, Instr[]>();
  /** An operand where a block uses it. The limit of a loop may be the end of another one. */
  const at = (b: number, operand: Operand): Operand => {
    const end = operand.kind === "value" ? ends.get(operand.id) : undefined;
    return end === undefined || end.inside.has(b) ? operand : at(b, end.last);
  };
  for (const { blocks, entry, test } of loops) {
    const { counter, limit, ahead } = test;
    let last = limit;
    if (ahead !== 0) {
      const result = valueId(values.push({ hint: "", type: "int" }) - 1);
      const { span } = (func.blocks[entry] as Block).terminator;
      const less: Instr = { kind: "prim", result, prim: "sub", args: [limit, constant(ahead)], span };
      added.set(entry, [...(added.get(entry) ?? []), less]);
      last = value(result);
    }
    ends.set(counter.next, { inside: new Set<number>(blocks), last });
  }
  const isEnd = (operand: Operand): boolean => operand.kind === "value" && ends.has(operand.id);
  const blocks = func.blocks.map(({ params, instrs, terminator }, b): Block => {
    const here = (operand: Operand): Operand => at(b, operand);
    const all = [...instrs, ...(added.get(b) ?? [])];
    return {
      params,
      instrs: all.map((instr) => (operandsOf(instr).some(isEnd) ? mapOperands(instr, here) : instr)),
      terminator: mapTerminator(terminator, here, (edge) => ({
        ...edge,
        args: edge.args.map((arg) => at(edge.target, arg)),
      })),
    };
  });
  return renumber({ ...func, blocks, values });
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

function withoutLoops(func: Func, loops: readonly Counting[]): Func {
  const idle = new Map(loops.map((loop) => [loop.header as number, loop]));
  const blocks = func.blocks.map((block, b): Block => {
    const loop = idle.get(b);
    const withoutArgs = (edge: Edge): Edge => (idle.has(edge.target) ? { ...edge, args: [] } : edge);
    if (loop === undefined) return { ...block, terminator: mapEdges(block.terminator, withoutArgs) };
    const { span } = (func.blocks[loop.latch] as Block).terminator;
    return { params: [], instrs: [], terminator: { kind: "jump", edge: withoutArgs(loop.again.else), span } };
  });
  return renumber({ ...func, blocks });
}
