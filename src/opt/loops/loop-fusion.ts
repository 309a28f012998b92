// Loop fusion: two loops over the same indices, one behind the other, become one (R. Allen and K. Kennedy, "Optimizing Compilers
// for Modern Architectures", 2001).
//
// **Guarantees** The order of computations stays the same, except that iterations of the two loops take turns.
//
// **How** Both count from 0 up to the same limit, behind branches on one condition. They only read, compute, and store in
// private arrays. The second may read, at `j + c`, what the first stores at `i + a`, if c is at most a: it is stored by then.
// Otherwise neither touches what the other stores. Code between the loops moves before both if the second needs it, else behind
// both.
//
// **Example** `ys = xs.map(f); s = ys.reduce(g, 0)` in place: `loop: set %ys, %i, %y; loop: %y = get %ys, %j; %s.1 = g(%s, %y)`
// → `loop: set %ys, %i, %y; %y.1 = get %ys, %i; %s.1 = g(%s, %y.1)`.

import type { Block, Func, Instr, Operand, Pass, PrimInstr, ValueId } from "../../ir/index.ts";
import {
  isArray,
  isTyped,
  mapFunctions,
  operandEffect,
  operandsOf,
  prims,
  terminatorOperands,
  typeIn,
  value,
  valuesIn,
} from "../../ir/index.ts";
import {
  beyond,
  counterThatCovers,
  instrsOf,
  isLeftAtLatch,
  mayLeave,
  privateStores,
  readsElement,
  touchesMemory,
  writesMemory,
} from "../../analysis/index.ts";
import { fuse, haveOtherNames, isMovable, type Fusion, type LoopPair } from "./fusion.ts";

export const loopFusion: Pass = {
  name: "loop-fusion",
  phase: "any",
  run: (module) => mapFunctions(module, (func) => fuse(func, inOrder)),
};

function inOrder(func: Func, pair: LoopPair): Fusion | null {
  const { first, second, limit } = pair;
  const [i, j] = [first, second].map((loop) => counterThatCovers(func, loop, limit));
  if (i === undefined || j === undefined) return null;
  // Through an alias, the second loop would read too early what the first one stores.
  if (haveOtherNames(func, writtenBy(instrsOf(func, first)), second) || !areApart(func, pair, i, j)) return null;
  const before = neededBySecond(func, pair);
  return before === null ? null : { before, leading: [], replaced: new Map([[j, value(i)]]) };
}

/** Whether the loops have no effect that others could see, and do not interfere with each other. */
function areApart(func: Func, { first, second }: LoopPair, i: ValueId, j: ValueId): boolean {
  const stores = new Set<Instr>([...privateStores(func, { mayLeave: true }).values()].flat());
  const isMemory = (operand: Operand | undefined): boolean => {
    const type = typeIn(func, operand);
    return isArray(type) || isTyped(type);
  };
  const isQuiet = (instr: Instr): boolean => {
    if (instr.kind !== "prim") return false;
    if (writesMemory(instr)) return stores.has(instr);
    if (["pure", "alloc"].includes(prims[instr.prim].effect)) return !readsElement(instr) || isMemory(instr.args[0]);
    return touchesMemory(instr) ? measures(instr) || isMemory(instr.args[0]) : mayLeave(instr);
  };
  const [one, other] = [first, second].map((loop) => instrsOf(func, loop)) as [readonly Instr[], readonly Instr[]];
  if (![first, second].every((loop) => isLeftAtLatch(func, loop)) || ![...one, ...other].every(isQuiet)) return false;
  const [byFirst, bySecond, inSecond] = [writtenBy(one), writtenBy(other), new Set(other.flatMap(arrayOf))];
  const isAbout = (instr: Instr, arrays: ReadonlySet<ValueId>): boolean =>
    arrayOf(instr).some((array) => arrays.has(array));
  if (one.some((instr) => isAbout(instr, bySecond))) return false;
  // The last iteration that stores to a slot must not be later than the one that reads it.
  const ahead = (instr: Instr, counter: ValueId): number => beyond(func, operandsOf(instr)[1], counter);
  const stored = one.filter((instr) => writesMemory(instr) && isAbout(instr, inSecond));
  const isLate = (read: Instr): boolean =>
    stored.every((store) => arrayOf(store)[0] !== arrayOf(read)[0] || ahead(read, j) <= ahead(store, i));
  return other.every((instr) => !isAbout(instr, byFirst) || isLate(instr));
}

/** Whether a primitive reads nothing of its first operand but the length, and checks nothing. */
function measures({ prim }: PrimInstr): boolean {
  const { reads, assumes } = operandEffect(prim, 0);
  return assumes.length === 0 && reads.every((aspect) => aspect === "length");
}

/** The array that an instruction reads, writes or measures. */
const arrayOf = (instr: Instr): readonly ValueId[] =>
  touchesMemory(instr) ? valuesIn(operandsOf(instr).slice(0, 1)) : [];

const writtenBy = (instrs: readonly Instr[]): ReadonlySet<ValueId> =>
  new Set(instrs.filter(writesMemory).flatMap(arrayOf));

/** What the second loop needs of the block between; null if that cannot move before the first, or the rest not behind both. */
function neededBySecond(func: Func, { first, second, between, over, out }: LoopPair): ReadonlySet<Instr> | null {
  const block = (b: number): Block => func.blocks[b] as Block;
  const { params, instrs } = block(between);
  const inSecond = instrsOf(func, second);
  // An argument for the block behind may be a parameter of the block between: the first loop passes its value.
  const handed = [...over.else.args, ...out.else.args].filter(
    (operand) => operand.kind !== "value" || !params.includes(operand.id),
  );
  const inside = second.blocks.filter((b) => b !== second.latch);
  const needed = new Set(
    valuesIn([
      ...inSecond.flatMap(operandsOf),
      ...inside.flatMap((b) => terminatorOperands(block(b).terminator)),
      ...[over, out].flatMap(({ condition, then }) => [condition, ...then.args]),
      ...handed,
    ]),
  );
  const before = new Set<Instr>();
  const [byFirst, bySecond] = [writtenBy(instrsOf(func, first)), writtenBy(inSecond)];
  for (const instr of instrs.toReversed()) {
    if (!needed.has(instr.result)) continue;
    const used = valuesIn(operandsOf(instr));
    // A frozen read of such an array may read what the first loop stored; any other use may make an alias of it.
    if (used.some((id) => byFirst.has(id)) || !isMovable(instr)) return null;
    before.add(instr);
    for (const id of used) needed.add(id);
  }
  const mayWait = (instr: Instr): boolean => before.has(instr) || isLate(instr, bySecond);
  return params.some((id) => needed.has(id)) || !instrs.every(mayWait) ? null : before;
}

/** Whether an instruction does the same if it runs after a loop that writes to some arrays. */
function isLate(instr: Instr, written: ReadonlySet<ValueId>): boolean {
  if (instr.kind !== "prim") return instr.kind === "closure";
  if (valuesIn(instr.args).some((id) => written.has(id))) return false;
  if (["pure", "alloc"].includes(prims[instr.prim].effect)) return true;
  return !writesMemory(instr) && (arrayOf(instr).length > 0 || mayLeave(instr));
}
