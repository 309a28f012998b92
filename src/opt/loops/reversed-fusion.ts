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
  definitionsOf,
  branchOf,
  counterThatCovers,
  isLeftAtLatch,
  type Branch,
  haveOtherNames,
  instrsOf,
  loopPair,
  type LoopPair,
  isAccess,
  writesMemory,
  privateStores,
} from "../../analysis/index.ts";
import type { Block, Edge, Func, Instr, Loop, Operand, Pass, PrimInstr, PrimName, ValueId } from "../../ir/index.ts";
import {
  mapFunctions,
  mapOperands,
  mapTerminator,
  naturalLoops,
  typeIn,
  operandsOf,
  prims,
  renumber,
  sameOperand,
  terminatorOperands,
  isConstant,
} from "../../ir/index.ts";

export const reversedFusion: Pass = {
  name: "reversed-fusion",
  phase: "any",
  run: (module) => mapFunctions(module, fuseIn),
};

function fuseIn(func: Func): Func {
  if (!func.blocks.some(({ instrs }) => instrs.some((instr) => isPrim(instr, "tape-pop")))) return func;
  const { list } = naturalLoops(func);
  for (const first of list) {
    const pair = pairOf(func, first, list);
    if (pair !== null) return fuseIn(fused(func, pair));
  }
  return func;
}

/** A loop and its reverse. */
interface Pair {
  readonly first: Loop;
  readonly second: Loop;
  readonly counter: ValueId;
  /** The second loop's counter less one: the first loop's counter in the iteration that is being reversed. */
  readonly step: Operand;
  /** The block before the first loop, and the one between the loops. */
  readonly entry: number;
  readonly between: number;
  /** The record that is pushed in each iteration, by the second loop's parameter for its tape. */
  readonly records: ReadonlyMap<ValueId, Operand>;
}

const isPrim = (instr: Instr | undefined, name: PrimName): instr is PrimInstr =>
  instr?.kind === "prim" && instr.prim === name;

function pairOf(func: Func, first: Loop, list: readonly Loop[]): Pair | null {
  const found = loopPair(func, first, list);
  if (found === null) return null;
  const { second, entry, between, over, limit } = found;
  if (typeIn(func, limit) !== "int") return null;
  const counter = counterThatCovers(func, first, limit);
  const step = countingDown(func, second, limit, over);
  if (counter === undefined || step === null || !isQuiet(func, between) || !isAlone(func, found)) return null;
  const records = recordsOf(func, found, counter);
  return records === null ? null : { first, second, counter, step, entry, between, records };
}

/** The counter less one, in each iteration of a loop that counts from a limit down to zero; null for other loops. */
function countingDown(func: Func, { header, latch }: Loop, limit: Operand, into: Branch): Operand | null {
  const again = branchOf(func, latch);
  if (again?.then.target !== header) return null;
  const { params, instrs } = func.blocks[header] as Block;
  const condition = definitionsOf(func).instr(again.condition);
  const [compared, least] = isPrim(condition, "gt") ? condition.args : [];
  if (compared === undefined || !isConstant(least, 0)) return null;
  const step = instrs.find((instr) => compared.kind === "value" && instr.result === compared.id);
  const [count, one] = isPrim(step, "sub") ? step.args : [];
  const k = count?.kind === "value" ? params.indexOf(count.id) : -1;
  if (k < 0 || !isConstant(one, 1) || !sameOperand(into.then.args[k] as Operand, limit)) return null;
  return sameOperand(again.then.args[k] as Operand, compared) ? compared : null;
}

/** Whether a primitive may run earlier or later, even if it does more than compute a value. */
const isHarmless = ({ prim }: PrimInstr): boolean =>
  ["pure", "alloc"].includes(prims[prim].effect) ||
  prims[prim].effects.memory === "frozen" ||
  ["global", "keep-guard"].includes(prim);

/** Whether iterations of the first loop have no effect that others see, and see no effect of others; and neither loop throws. */
function isAlone(func: Func, { first, second, between, over }: LoopPair): boolean {
  const own = new Set(instrsOf(func, first).flatMap((instr) => (isMaking(instr) ? [instr.result] : [])));
  const later = new Set(instrsOf(func, second));
  const stores = privateStores(func, { mayLeave: true });
  const isSteady = (id: ValueId): boolean => stores.get(id)?.every((store) => !later.has(store)) === true;
  const stays = (instr: Instr): boolean => {
    if (instr.kind !== "prim") return false;
    if (isHarmless(instr)) return true;
    if (!isAccess(instr)) return false;
    const [array] = instr.args;
    return array?.kind === "value" && (own.has(array.id) || (!writesMemory(instr) && isSteady(array.id)));
  };
  const read = instrsOf(func, first).flatMap((instr) =>
    instr.kind === "prim" && isAccess(instr) && !isHarmless(instr) && instr.args[0]?.kind === "value"
      ? [instr.args[0].id]
      : [],
  );
  // Through an alias, the second loop could write to what the first reads.
  const others = new Set(read.filter((array) => !own.has(array)));
  return (
    [first, second].every((loop) => isLeftAtLatch(func, loop)) &&
    !haveOtherNames(func, [between, ...second.blocks], over, others) &&
    instrsOf(func, first).every(stays) &&
    [...later].every((instr) => instr.kind === "prim")
  );
}

const isMaking = (instr: Instr): boolean => instr.kind === "prim" && prims[instr.prim].effect === "alloc";

/** Whether a block does nothing that may end the function, or that the loop before it could see. */
function isQuiet(func: Func, b: number): boolean {
  return (func.blocks[b] as Block).instrs.every((instr) => instr.kind === "prim" && isHarmless(instr));
}

/** The records that the first loop pushes, if it passes on nothing else and the second loop pops each of them; else null. */
function recordsOf(
  func: Func,
  { first, second, into, again, over }: LoopPair,
  counter: ValueId,
): Pair["records"] | null {
  const block = (b: number): Block => func.blocks[b] as Block;
  const uses = usesOf(func);
  const { params: carried } = block(first.header);
  const between = block(into.else.target);
  const { params: inner, instrs } = block(second.header);
  const records = new Map<ValueId, Operand>();
  for (const [k, param] of carried.entries()) {
    if (param === counter) continue;
    const push = definitionsOf(func).instr(again.then.args[k]);
    if (into.then.args[k]?.kind !== "zero" || !isPrim(push, "tape-push") || !isOf(push.args[0], param)) return null;
    // The tape goes from the push to the block between, from there to the second loop, and nowhere else.
    const n = again.else.args.findIndex((arg) => isOf(arg, push.result));
    const tape = between.params[n];
    if (tape === undefined || into.else.args[n]?.kind !== "zero") return null;
    const m = over.then.args.findIndex((arg) => isOf(arg, tape));
    const popped = inner[m];
    if (popped === undefined || uses.get(param) !== 1 || uses.get(push.result) !== 2 || uses.get(tape) !== 1)
      return null;
    const pop = instrs.find((instr) => isPrim(instr, "tape-pop") && isOf(instr.args[0], popped));
    if (pop === undefined || uses.get(popped) !== 1 || !isPoppedEach(func, second, pop, m, uses)) return null;
    records.set(popped, push.args[1] as Operand);
  }
  // Code behind the first loop can use nothing else that the loop computes: control may get there without running it.
  return records.size > 0 && between.params.length === records.size ? records : null;
}

const isOf = (operand: Operand | undefined, id: ValueId): boolean => operand?.kind === "value" && operand.id === id;

/** Whether the next iteration pops the rest of a tape, and nothing else uses that. */
function isPoppedEach(func: Func, { header, latch }: Loop, pop: Instr, k: number, uses: Uses): boolean {
  const again = branchOf(func, latch);
  const rest = definitionsOf(func).instr(again?.then.args[k]);
  const back = again?.then.target === header;
  if (!back || !isTaken(rest, pop, 0) || uses.get((rest as Instr).result) !== 1) return false;
  const takers = func.blocks.flatMap(({ instrs }) => instrs.filter((instr) => isTaken(instr, pop, 0)));
  const others = func.blocks.flatMap(({ instrs }) => instrs.filter((instr) => isTaken(instr, pop, 1)));
  return takers.length === 1 && uses.get(pop.result) === takers.length + others.length;
}

/** Whether an instruction takes component `k` of the pair that was popped. */
function isTaken(instr: Instr | undefined, pop: Instr, k: number): boolean {
  if (!isPrim(instr, "tuple-get") && !isPrim(instr, "part")) return false;
  const [from, component] = instr.args;
  return isOf(from, pop.result) && isConstant(component, k);
}

type Uses = ReadonlyMap<ValueId, number>;

function usesOf(func: Func): Uses {
  const uses = new Map<ValueId, number>();
  const use = (operand: Operand): void => {
    if (operand.kind === "value") uses.set(operand.id, (uses.get(operand.id) ?? 0) + 1);
  };
  for (const { instrs, terminator } of func.blocks) {
    for (const instr of instrs) operandsOf(instr).forEach(use);
    terminatorOperands(terminator).forEach(use);
  }
  return uses;
}

function fused(func: Func, { first, second, counter, step, entry, between, records }: Pair): Func {
  const block = (b: number): Block => func.blocks[b] as Block;
  const header = block(second.header);
  const isTape = (k: number): boolean => records.has(header.params[k] as ValueId);
  const pops = new Map<ValueId, Operand>();
  for (const instr of header.instrs) {
    const [tape] = isPrim(instr, "tape-pop") ? instr.args : [];
    const record = tape?.kind === "value" ? records.get(tape.id) : undefined;
    if (record !== undefined) pops.set(instr.result, record);
  }
  /** The record for each instruction that takes it; and the step for the first loop's counter. */
  const taken = new Map<ValueId, Operand>([[counter, step]]);
  const gone = new Set<ValueId>(pops.keys());
  for (const { instrs } of func.blocks) {
    for (const instr of instrs) {
      const [from, k] = isPrim(instr, "tuple-get") || isPrim(instr, "part") ? instr.args : [];
      const record = from?.kind === "value" ? pops.get(from.id) : undefined;
      if (record === undefined) continue;
      gone.add(instr.result);
      if (isConstant(k, 1)) taken.set(instr.result, record);
    }
  }
  const pushed = new Set<ValueId>(block(first.header).params);
  for (const b of first.blocks) {
    for (const instr of block(b).instrs)
      if (isPrim(instr, "tape-push") && instr.args[0]?.kind === "value" && pushed.has(instr.args[0].id))
        gone.add(instr.result);
  }
  const resolve = (operand: Operand): Operand => {
    const other = operand.kind === "value" ? taken.get(operand.id) : undefined;
    return other === undefined ? operand : resolve(other);
  };
  const isStep = ({ result }: Instr): boolean => isOf(step, result);
  const later = func.blocks.length;
  const withoutTapes = (edge: Edge): Edge =>
    edge.target === second.header ? { ...edge, args: edge.args.filter((_, k) => !isTape(k)) } : edge;
  const rewritten = ({ params, instrs, terminator }: Block): Block => ({
    params,
    instrs: instrs.flatMap((instr) => (gone.has(instr.result) ? [] : [mapOperands(instr, resolve)])),
    terminator: mapTerminator(terminator, resolve, (edge) => {
      const { target, args } = withoutTapes(edge);
      return { target, args: args.map(resolve) };
    }),
  });
  const jump = (target: number, { span }: Block["terminator"]): Block["terminator"] => ({
    kind: "jump",
    edge: { target: target as Edge["target"], args: [] },
    span,
  });
  const blocks = func.blocks.map((own, b): Block => {
    if (b === entry) return rewritten({ ...own, terminator: jump(between, own.terminator) });
    if (b === between) return rewritten({ ...own, params: [] });
    if (b === second.header) {
      const params = own.params.filter((_, k) => !isTape(k));
      return rewritten({ params, instrs: own.instrs.filter(isStep), terminator: jump(first.header, own.terminator) });
    }
    const body = b === first.header ? { ...own, params: [] } : own;
    return rewritten(b === first.latch ? { ...body, terminator: jump(later, own.terminator) } : body);
  });
  blocks.push(rewritten({ ...header, params: [], instrs: header.instrs.filter((instr) => !isStep(instr)) }));
  return renumber({ ...func, blocks });
}
