// Loop fusion: two loops over the same indices, one behind the other, become one.
//
// **Guarantees** Everything is computed in the order in which it was, but for what one loop computes between two iterations of
// the other.
//
// **How** Both count from 0 up to the same limit, behind branches on one condition. They only read, compute, and store in private
// arrays. The second may read at its counter what the first stores at its own; otherwise neither touches what the other stores.
// Code between the loops moves before both if the second needs it, else behind both.
//
// **Example** `ys = xs.map(f); s = ys.reduce(g, 0)` in place: `loop: set %ys, %i, %y; loop: %y = get %ys, %j; %s.1 = g(%s, %y)`
// → `loop: set %ys, %i, %y; %y.1 = get %ys, %i; %s.1 = g(%s, %y.1)`.

import type { Block, Edge, Func, Instr, Loop, Operand, Pass, PrimInstr, Terminator, ValueId } from "../../ir/index.ts";
import {
  isArray,
  isTyped,
  mapFunctions,
  mapOperands,
  mapTerminator,
  naturalLoops,
  typeIn,
  operandsOf,
  predecessors,
  prims,
  renumber,
  terminatorOperands,
  value,
  operandEffect,
} from "../../ir/index.ts";
import {
  mayLeave,
  readsElement,
  touchesMemory,
  writesMemory,
  branchOf,
  counterThatCovers,
  isLeftAtLatch,
  type Branch,
  haveOtherNames,
  instrsOf,
  loopPair,
  privateStores,
  isRepeatable,
} from "../../analysis/index.ts";

export const loopFusion: Pass = { name: "loop-fusion", phase: "any", run: (module) => mapFunctions(module, fuseIn) };

function fuseIn(func: Func): Func {
  const { list } = naturalLoops(func);
  for (const first of list) {
    const pair = pairOf(func, first, list);
    if (pair !== null) return fuseIn(fused(func, pair));
  }
  return func;
}

/** Two loops that can be one. */
interface Pair {
  readonly first: Loop;
  readonly second: Loop;
  readonly counters: readonly [first: ValueId, second: ValueId];
  /** The block before both loops, the one between them, and the one behind. */
  readonly entry: number;
  readonly between: number;
  readonly behind: number;
  /** The instructions of the block between that move before both loops. */
  readonly before: ReadonlySet<Instr>;
}

function pairOf(func: Func, first: Loop, list: readonly Loop[]): Pair | null {
  const found = loopPair(func, first, list);
  if (found === null) return null;
  const { second, entry, between, over, limit } = found;
  const behind = over.else.target;
  const out = branchOf(func, second.latch);
  if (out?.then.target !== second.header || out.else.target !== behind) return null;
  if (predecessors(func)[behind]?.length !== 2) return null;
  const counters = [first, second].map((loop) => counterThatCovers(func, loop, limit));
  const [i, j] = counters;
  if (i === undefined || j === undefined) return null;
  const pair = { first, second, counters: [i, j] as const, entry, between, behind };
  // Through an alias, the second loop would read too early what the first one stores.
  const stored = writtenBy(instrsOf(func, first));
  if (haveOtherNames(func, second.blocks, over, stored) || !areApart(func, pair)) return null;
  const before = hoisted(func, pair);
  return before === null ? null : { ...pair, before };
}

/** Whether the loops have no effect that others could see, and do not interfere with each other. */
function areApart(func: Func, { first, second, counters }: Omit<Pair, "before">): boolean {
  const stores = privateStores(func, { mayLeave: true });
  const isMemory = (operand: Operand | undefined): boolean => {
    const type = typeIn(func, operand);
    return isArray(type) || isTyped(type);
  };
  const isQuiet = (instr: Instr): boolean => {
    if (instr.kind !== "prim") return false;
    if (writesMemory(instr)) return [...stores.values()].some((own) => own.includes(instr));
    if (["pure", "alloc"].includes(prims[instr.prim].effect)) return !readsElement(instr) || isMemory(instr.args[0]);
    return touchesMemory(instr) ? measures(instr) || isMemory(instr.args[0]) : mayLeave(instr);
  };
  const [one, other] = [first, second].map((loop) => instrsOf(func, loop)) as [readonly Instr[], readonly Instr[]];
  if (![first, second].every((loop) => isLeftAtLatch(func, loop)) || ![...one, ...other].every(isQuiet)) return false;
  const touched = (instrs: readonly Instr[]): ReadonlySet<ValueId> => new Set(instrs.flatMap(arrayOf));
  const [bySecond, inFirst, inSecond] = [writtenBy(other), touched(one), touched(other)];
  if ([...bySecond].some((array) => inFirst.has(array))) return false;
  // Arrays that the second loop does not touch do not matter.
  const byFirst = new Set([...writtenBy(one)].filter((array) => inSecond.has(array)));
  const [i, j] = counters;
  const isAt = (instr: Instr, counter: ValueId): boolean => {
    const [, key] = operandsOf(instr);
    return key?.kind === "value" && key.id === counter;
  };
  const keeps = (instrs: readonly Instr[], counter: ValueId, isAbout: (instr: Instr) => boolean): boolean =>
    instrs.every(
      (instr) => !isAbout(instr) || !arrayOf(instr).some((array) => byFirst.has(array)) || isAt(instr, counter),
    );
  return keeps(one, i, writesMemory) && keeps(other, j, () => true);
}

/** Whether a primitive reads nothing of its first operand but the length, and checks nothing. */
function measures({ prim }: PrimInstr): boolean {
  const { reads, assumes } = operandEffect(prim, 0);
  return assumes.length === 0 && reads.every((aspect) => aspect === "length");
}

/** The array that an instruction reads, writes or measures. */
function arrayOf(instr: Instr): readonly ValueId[] {
  if (instr.kind !== "prim" || !touchesMemory(instr)) return [];
  const [array] = instr.args;
  return array?.kind === "value" ? [array.id] : [];
}

/** What the second loop needs of the block between; null if that cannot move before the first, or the rest not behind both. */
function hoisted(func: Func, { first, second, between }: Omit<Pair, "before">): ReadonlySet<Instr> | null {
  const { params, instrs, terminator } = func.blocks[between] as Block;
  const needed = new Set<ValueId>();
  const need = (operand: Operand): void => {
    if (operand.kind === "value") needed.add(operand.id);
  };
  for (const instr of instrsOf(func, second)) operandsOf(instr).forEach(need);
  const [over, out] = [
    terminator,
    (func.blocks[second.latch] as Block).terminator,
  ] as readonly Terminator[] as readonly [Branch, Branch];
  for (const b of second.blocks) {
    const own = (func.blocks[b] as Block).terminator;
    if (own !== out) terminatorOperands(own).forEach(need);
  }
  [over.condition, out.condition, ...over.then.args, ...out.then.args].forEach(need);
  // An argument for the block behind may be a parameter of the block between: the first loop passes its value.
  const isParam = (operand: Operand): boolean => operand.kind === "value" && params.includes(operand.id);
  [...over.else.args, ...out.else.args].filter((operand) => !isParam(operand)).forEach(need);
  const before = new Set<Instr>();
  const writtenBefore = writtenBy(instrsOf(func, first));
  for (const instr of instrs.toReversed()) {
    if (!needed.has(instr.result)) continue;
    // A frozen read of such an array may read what the first loop stored; any other use may make an alias of it.
    if (operandsOf(instr).some((operand) => operand.kind === "value" && writtenBefore.has(operand.id))) return null;
    const isMovable = instr.kind === "prim" && prims[instr.prim].effect === "alloc";
    if (!isMovable && !isRepeatable(instr) && !(instr.kind === "prim" && instr.prim === "global")) return null;
    before.add(instr);
    operandsOf(instr).forEach(need);
  }
  const written = writtenBy(instrsOf(func, second));
  const mayWait = (instr: Instr): boolean => before.has(instr) || isLate(instr, written);
  return params.some((id) => needed.has(id)) || !instrs.every(mayWait) ? null : before;
}

/** Whether an instruction does the same if it runs after a loop that writes to some arrays. */
function isLate(instr: Instr, written: ReadonlySet<ValueId>): boolean {
  if (instr.kind !== "prim") return instr.kind === "closure";
  if (instr.args.some((arg) => arg.kind === "value" && written.has(arg.id))) return false;
  if (["pure", "alloc"].includes(prims[instr.prim].effect)) return true;
  return !writesMemory(instr) && (arrayOf(instr).length > 0 || mayLeave(instr));
}

const writtenBy = (instrs: readonly Instr[]): ReadonlySet<ValueId> =>
  new Set(instrs.flatMap((instr) => (writesMemory(instr) ? arrayOf(instr) : [])));

function fused(func: Func, { first, second, counters, entry, between, behind, before }: Pair): Func {
  const block = (b: number): Block => func.blocks[b] as Block;
  const [into, again, over, out] = [entry, first.latch, between, second.latch].map(
    (b) => branchOf(func, b) as Branch,
  ) as [Branch, Branch, Branch, Branch];
  const [i, j] = counters;
  const inner = block(second.header).params;
  const carried = inner.filter((id) => id !== j);
  const ofCarried = (args: readonly Operand[]): readonly Operand[] => args.filter((_, k) => inner[k] !== j);
  // The first loop's counter replaces that of the second.
  const rename = (operand: Operand): Operand => (operand.kind === "value" && operand.id === j ? value(i) : operand);
  const renamed = (args: readonly Operand[]): readonly Operand[] => args.map(rename);
  const { params: joined } = block(between);
  /** Arguments of an edge, with each parameter of the block between replaced by the argument that is given for it. */
  const through = (args: readonly Operand[], given: readonly Operand[]): readonly Operand[] =>
    args.map((arg) => {
      const k = arg.kind === "value" ? joined.indexOf(arg.id) : -1;
      return k < 0 ? arg : (given[k] as Operand);
    });
  const back: Edge = { ...again.then, args: [...again.then.args, ...renamed(ofCarried(out.then.args))] };
  const done: Edge = {
    target: again.else.target,
    args: [...again.else.args, ...renamed(through(out.else.args, again.else.args))],
  };
  // The block between takes a copy of each parameter of the block behind, and passes it on.
  const results = block(behind).params;
  const values = [...func.values];
  const handed = results.map((id) => values.push(func.values[id] as Func["values"][number]) - 1) as ValueId[];
  const blocks = func.blocks.map((own, b): Block => {
    let { params, instrs, terminator } = own;
    if (second.blocks.some((c) => c === b)) {
      instrs = instrs.map((instr) => mapOperands(instr, rename));
      terminator = mapTerminator(terminator, rename, (edge) => ({ ...edge, args: renamed(edge.args) }));
    }
    if (b === first.header) params = [...params, ...carried];
    if (b === second.header) params = [];
    if (b === entry) {
      instrs = [...instrs, ...block(between).instrs.filter((instr) => before.has(instr))];
      const then = { ...into.then, args: [...into.then.args, ...ofCarried(over.then.args)] };
      const skipped = [...into.else.args, ...through(over.else.args, into.else.args)];
      terminator = { ...into, then, else: { ...into.else, args: skipped } };
    }
    if (b === between) {
      params = [...params, ...handed];
      instrs = instrs.filter((instr) => !before.has(instr));
      terminator = { kind: "jump", edge: { target: over.else.target, args: handed.map(value) }, span: over.span };
    }
    if (b === second.latch) terminator = { ...out, condition: rename(out.condition), then: back, else: done };
    if (b === first.latch)
      terminator = { kind: "jump", edge: { target: over.then.target, args: [] }, span: again.span };
    return { params, instrs, terminator };
  });
  return renumber({ ...func, values, blocks });
}
