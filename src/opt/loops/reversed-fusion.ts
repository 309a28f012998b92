// Reversed loop fusion: a forward sweep and the reverse sweep over its tape become one loop, where no iteration needs the one
// before. Each iteration is computed right before its adjoint, the last one first, and no tape is left.
//
// **How** The forward loop counts from 0 up to a whole limit, carries nothing but tapes, and stores in nothing but arrays that it
// makes in the same iteration. The reverse loop, right behind it, counts from the limit down and pops the tapes. The body of the
// first takes the place of the pops of the second; the records are what it would have pushed.
//
// **Example** `loop: %y = f(%i); %t.1 = tape-push %t, (%y)` and `loop: %j = sub %k, 1; (%y) = tape-pop %t; g(%j, %y)`
// → `loop: %j = sub %k, 1; %y = f(%j); g(%j, %y)`.

import {
  counterThatCovers,
  definitionsOf,
  instrsOf,
  isAccess,
  isLeftAtLatch,
  privateStores,
  usesOf,
  writesMemory,
} from "../../analysis/index.ts";
import type { Block, Func, Instr, Operand, Pass, PrimInstr, ValueId } from "../../ir/index.ts";
import {
  allInstrs,
  isConstant,
  isValue,
  mapFunctions,
  operandsOf,
  prims,
  sameOperand,
  typeIn,
  value,
  valuesIn,
  zero,
} from "../../ir/index.ts";
import { fuse, haveOtherNames, isMovable, type Fusion, type LoopPair } from "./fusion.ts";

export const reversedFusion: Pass = {
  name: "reversed-fusion",
  phase: "any",
  run: (module) => mapFunctions(module, fuseIn),
};

const fuseIn = (func: Func): Func =>
  allInstrs(func).some((instr) => isPrim(instr, ["tape-pop"])) ? fuse(func, inReverse) : func;

const isPrim = (instr: Instr | undefined, names: readonly PrimInstr["prim"][]): instr is PrimInstr =>
  instr?.kind === "prim" && names.includes(instr.prim);

function inReverse(func: Func, pair: LoopPair): Fusion | null {
  const { first, between, limit } = pair;
  const counter = counterThatCovers(func, first, limit);
  const step = countingDown(func, pair);
  if (counter === undefined || step === null || typeIn(func, limit) !== "int" || !isAlone(func, pair)) return null;
  // What is between the loops does nothing that may end the function, or that the first loop could see.
  const before = (func.blocks[between] as Block).instrs;
  const replaced = withoutTapes(func, pair, counter);
  if (replaced === null || !before.every(isMovable)) return null;
  return {
    before: new Set(before),
    leading: [step],
    replaced: new Map([...replaced, [counter, value(step.result)]]),
  };
}

/** The step of the second loop's counter, if it counts from the limit down to zero; its result is the first loop's counter. */
function countingDown(func: Func, { second: { test }, limit }: LoopPair): Instr | null {
  if (test === null || test.isUp || test.isInclusive || test.ahead !== 0 || !isConstant(test.limit, 0)) return null;
  const { init, step, next } = test.counter;
  return step === -1 && sameOperand(init, limit) ? (definitionsOf(func).of(next) ?? null) : null;
}

/** Whether iterations of the first loop have no effect that others see, and see no effect of others; and neither loop throws. */
function isAlone(func: Func, { first, second, between }: LoopPair): boolean {
  const [all, later] = [first, second].map((loop) => instrsOf(func, loop)) as [readonly Instr[], readonly Instr[]];
  const isMaking = (instr: Instr): boolean => instr.kind === "prim" && prims[instr.prim].effect === "alloc";
  const own = new Set(all.filter(isMaking).map(({ result }) => result));
  const stores = privateStores(func, { mayLeave: true });
  const isSteady = (id: ValueId): boolean => stores.get(id)?.every((store) => !later.includes(store)) === true;
  const others = new Set<ValueId>();
  const stays = (instr: Instr): boolean => {
    if (isMovable(instr)) return true;
    const [array] = isAccess(instr) ? valuesIn(operandsOf(instr).slice(0, 1)) : [];
    if (array === undefined) return false;
    if (own.has(array)) return true;
    others.add(array);
    return !writesMemory(instr) && isSteady(array);
  };
  return (
    [first, second].every((loop) => isLeftAtLatch(func, loop)) &&
    all.every(stays) &&
    // Through an alias, the second loop could write to what the first reads.
    !haveOtherNames(func, others, second, [between, ...second.blocks]) &&
    later.every((instr) => instr.kind === "prim")
  );
}

/**
 * What takes the place of the tapes, and of what is popped: the records that the first loop pushes. Null if it passes on
 * anything else, or the second loop does not pop each of them.
 */
function withoutTapes(func: Func, pair: LoopPair, counter: ValueId): ReadonlyMap<ValueId, Operand> | null {
  const { first, second, between, into, again, over, out } = pair;
  const block = (b: number): Block => func.blocks[b] as Block;
  const { instr: definition } = definitionsOf(func);
  const uses = usesOf(func);
  const isUsedOnce = (id: ValueId): boolean => uses(id).length === 1;
  const replaced = new Map<ValueId, Operand>();
  const { params: tapes } = block(between);
  const carried = block(first.header).params.filter((param) => param !== counter);
  for (const param of carried) {
    const k = block(first.header).params.indexOf(param);
    const push = definition(again.then.args[k]);
    if (into.then.args[k]?.kind !== "zero" || !isPrim(push, ["tape-push"]) || !isValue(push.args[0], param))
      return null;
    // The tape goes from the push to the block between, from there to the second loop, and nowhere else.
    const n = again.else.args.findIndex((arg) => isValue(arg, push.result));
    const tape = tapes[n];
    if (tape === undefined || into.else.args[n]?.kind !== "zero") return null;
    const m = over.then.args.findIndex((arg) => isValue(arg, tape));
    const popped = block(second.header).params[m];
    if (popped === undefined || ![param, tape, popped].every(isUsedOnce) || uses(push.result).length !== 2) return null;
    const [pop] = uses(popped).map((use) => use.instr ?? undefined);
    if (!isPrim(pop, ["tape-pop"]) || !block(second.header).instrs.includes(pop)) return null;
    // The second loop takes the rest for its next iteration, which alone uses it, and the record; nothing else of the pair.
    const rest = definition(out.then.args[m]);
    const parts = uses(pop.result).map((use) => use.instr ?? undefined);
    const isPart = (part: Instr | undefined, component: number): boolean =>
      isPrim(part, ["tuple-get", "part"]) && isValue(part.args[0], pop.result) && isConstant(part.args[1], component);
    if (rest === undefined || !isPart(rest, 0) || !isUsedOnce(rest.result)) return null;
    if (!parts.every((part) => part === rest || isPart(part, 1))) return null;
    for (const id of [param, push.result, tape, popped, pop.result]) replaced.set(id, zero);
    for (const part of parts)
      if (part !== undefined) replaced.set(part.result, part === rest ? zero : (push.args[1] as Operand));
  }
  // Code behind the first loop can use nothing else that the loop computes: control may get there without running it.
  return carried.length > 0 && tapes.length === carried.length ? replaced : null;
}
