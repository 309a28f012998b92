// Natural loops: where they are entered and left, what stays the same in them, what they count, and how often they run.

import { definitionsOf } from "./definitions.ts";
import type { Block, BlockId, Edge, Func, Instr, Loop, Operand, Terminator, ValueId } from "../ir/index.ts";
import {
  edgesOf,
  isConstant,
  isNumber,
  isValue,
  naturalLoops,
  ofFunction,
  predecessors,
  sameOperand,
  typeIn,
  value,
} from "../ir/index.ts";

export type Branch = Extract<Terminator, { readonly kind: "branch" }>;

/** A parameter of a header to which each iteration adds a constant. */
export interface Counter {
  readonly param: ValueId;
  /** The counter in the first iteration. */
  readonly init: Operand;
  /** The counter in the next iteration: `param + step`. */
  readonly next: ValueId;
  readonly step: number;
}

/** The comparison by which a loop goes round again: whether `next + ahead` of a counter is still below a limit, or above it. */
export interface LoopTest {
  readonly counter: Counter;
  readonly ahead: number;
  /** The loop does not change it. */
  readonly limit: Operand;
  readonly isUp: boolean;
  /** Whether the loop goes round again at the limit itself. */
  readonly isInclusive: boolean;
  /** Whether the step is a whole number and leads towards the limit. */
  readonly isApproaching: boolean;
  /** Whether the block before the loop enters it exactly if `init + ahead` passes the comparison. */
  readonly isTested: boolean;
  /** Whether the loop runs only if `init + ahead` passes the comparison: it is tested, or known to pass. */
  readonly isGuarded: boolean;
}

/** A loop that is entered from one block. */
export interface LoopFacts extends Loop {
  /** The block before the loop, and the edge from there to the header. */
  readonly entry: BlockId;
  readonly into: Edge;
  /** The edge from the latch to the header. */
  readonly back: Edge;
  /** The latch's branch, if it takes the edge back where its condition holds. */
  readonly again: Branch | null;
  /** Whether an operand is the same in all iterations. */
  readonly isInvariant: (operand: Operand) => boolean;
  readonly counters: readonly Counter[];
  readonly test: LoopTest | null;
}

/** The loops of a function, outer ones first, but for those that have several entries: no path leads from these to the return. */
export const loopsOf: (func: Func) => readonly LoopFacts[] = ofFunction((func: Func) =>
  naturalLoops(func)
    .list.filter(({ header }) => predecessors(func)[header]?.length === 2)
    .map((loop) => factsOf(func, loop)),
);

function factsOf(func: Func, loop: Loop): LoopFacts {
  const { header, latch } = loop;
  const { instr, blockOf } = definitionsOf(func);
  const entry = entryOf(func, loop) as BlockId;
  const [into, back] = [entry, latch].map((b) =>
    edgesOf((func.blocks[b] as Block).terminator).find(({ target }) => target === header),
  ) as [Edge, Edge];
  const again = branchOf(func, latch);
  const { list, of } = naturalLoops(func);
  /** Whether a block is in the loop: the loop is one of those around the block. */
  const isInside = (b: BlockId): boolean => {
    let around = of[b] ?? -1;
    while (around >= 0 && list[around] !== loop) around = list[around]?.parent ?? -1;
    return around >= 0;
  };
  const counters = (func.blocks[header] as Block).params.flatMap((param, k): readonly Counter[] => {
    const [init, next] = [into.args[k], back.args[k]] as [Operand, Operand];
    const [from, step] = split(instr(next));
    const isStep = step !== undefined && next.kind === "value" && isValue(from, param);
    return isStep ? [{ param, init, next: next.id, step }] : [];
  });
  const facts = {
    ...loop,
    entry,
    into,
    back,
    again: again?.then === back ? again : null,
    isInvariant: (operand: Operand) => operand.kind !== "value" || !isInside(blockOf(operand.id)),
    counters,
  };
  return { ...facts, test: testOf(func, facts) };
}

function testOf(func: Func, { entry, into, again, isInvariant, counters }: Omit<LoopFacts, "test">): LoopTest | null {
  const { instr } = definitionsOf(func);
  const compared = comparison(instr(again?.condition));
  if (compared === null) return null;
  const { less, more, isInclusive } = compared;
  const isUp = isInvariant(more);
  const [moving, limit] = isUp ? [less, more] : [more, less];
  if (!isInvariant(limit)) return null;
  const isWhole = (operand: Operand | undefined): boolean => typeIn(func, operand) === "int";
  /** What `x` is more than `base`, if they are the same, or whole numbers that differ by a constant. */
  const excess = (x: Operand, base: Operand): number | null => {
    if (sameOperand(x, base)) return 0;
    if (x.kind === "const" && base.kind === "const" && isWhole(x) && isWhole(base))
      return (x.value as number) - (base.value as number);
    const [from, plus] = split(instr(x));
    const rest = [x, from].every(isWhole) && Number.isInteger(plus) ? excess(from as Operand, base) : null;
    return rest === null ? null : rest + (plus as number);
  };
  const entering = branchOf(func, entry);
  const guard = entering?.then === into ? comparison(instr(entering.condition)) : null;
  /** Whether it is known that `init + ahead` passes the comparison. */
  const passes = (init: Operand, ahead: number): boolean => {
    const distance = isWhole(init) ? excess(init, limit) : null;
    if (distance === null) return false;
    const left = isUp ? -(distance + ahead) : distance + ahead;
    return left > 0 || (isInclusive && left === 0);
  };
  const isTestedFor = (init: Operand, ahead: number): boolean => {
    if (guard === null || guard.isInclusive !== isInclusive) return false;
    const [start, end] = isUp ? [guard.less, guard.more] : [guard.more, guard.less];
    return sameOperand(end, limit) && excess(start, init) === ahead;
  };
  for (const counter of counters) {
    const { param, init, next, step } = counter;
    // The comparison may be of the counter before its step, or of the counter plus a constant: `i + 1 < n`.
    const ahead = isValue(moving, param) ? -step : excess(moving, value(next));
    const isApproaching = Number.isInteger(step) && (isUp ? step > 0 : step < 0);
    if (ahead === null) continue;
    const isTested = isTestedFor(init, ahead);
    const isGuarded = isTested || passes(init, ahead);
    return { counter, ahead, limit, isUp, isInclusive, isApproaching, isTested, isGuarded };
  }
  return null;
}

/** Splits the sum of an operand and a constant into the two. */
function split(sum: Instr | undefined): readonly [operand?: Operand | undefined, plus?: number] {
  if (sum?.kind !== "prim" || (sum.prim !== "add" && sum.prim !== "sub")) return [];
  const [a, b] = sum.args;
  if (b?.kind === "const" && typeof b.value === "number") return [a, sum.prim === "add" ? b.value : -b.value];
  return sum.prim === "add" && a?.kind === "const" && typeof a.value === "number" ? [b, a.value] : [];
}

/** The operand that a comparison says is less, and the one that is more; null for other instructions. */
function comparison(
  instr: Instr | undefined,
): { readonly less: Operand; readonly more: Operand; readonly isInclusive: boolean } | null {
  if (instr?.kind !== "prim") return null;
  const [a, b] = instr.args as readonly [Operand, Operand];
  const isInclusive = instr.prim === "le" || instr.prim === "ge";
  if (instr.prim === "lt" || instr.prim === "le") return { less: a, more: b, isInclusive };
  return instr.prim === "gt" || instr.prim === "ge" ? { less: b, more: a, isInclusive } : null;
}

/**
 * The counter that takes each value from 0 up to the limit, in steps of 1: behind the block before the loop, the loop has run or
 * the limit is not above 0.
 */
export function counterThatCovers(func: Func, loop: Loop, limit: Operand): ValueId | undefined {
  const { entry, test } = loopsOf(func).find(({ header }) => header === loop.header) ?? {};
  if (!test || !test.isUp || test.isInclusive || test.ahead !== 0 || !test.isGuarded) return undefined;
  // Another condition may lead around the loop.
  if (!test.isTested && branchOf(func, entry as BlockId) !== null) return undefined;
  const { param, init, step } = test.counter;
  return isConstant(init, 0) && step === 1 && sameOperand(test.limit, limit) ? param : undefined;
}

/**
 * The trip count of a loop, or a few more: one, and one more for each of `init + step + ahead, init + 2·step + ahead, …` that
 * has not reached the limit: that is below it or, if the step is negative, above it.
 */
export interface TripCount {
  readonly init: Operand;
  readonly step: number;
  readonly ahead: number;
  readonly limit: Operand;
}

/** The trip count of a loop that counts up or down to its limit in whole steps; null for other loops. */
export function tripCountOf(func: Func, { test }: LoopFacts): TripCount | null {
  if (!test?.isApproaching) return null;
  const { counter, limit, isUp, isInclusive } = test;
  const { init, next, step } = counter;
  if (!isNumber(typeIn(func, limit))) return null;
  // If the limit is included, there is one more.
  const ahead = test.ahead - (isInclusive ? step : 0);
  const isWhole = typeIn(func, value(next)) === "int" && typeIn(func, init) === "int";
  if (isWhole && typeIn(func, limit) === "int") return { init, step, ahead, limit };
  // Steps of other numbers are rounded, so the loop may take more of them than the count says; but not on the way down to
  // zero, where no sum is less exact than its operands. The count itself is rounded, hence one more: from 256 down to what is
  // just above -1e-16 there are 257, not 256.
  const isDown = !isUp && limit.kind === "const" && Number.isInteger(limit.value) && (limit.value as number) >= 0;
  const isExact = isWhole || (isDown && isNumber(typeIn(func, init)));
  return isExact ? { init, step, ahead: ahead - step, limit } : null;
}

/** The block before a loop. */
export const entryOf = (func: Func, { header, latch }: Loop): number =>
  predecessors(func)[header]?.find((b) => b !== latch) ?? -1;

/** Whether a loop is left at its latch only: no other block of it jumps out, returns or throws. */
export function isLeftAtLatch(func: Func, { blocks, latch }: Loop): boolean {
  const inside = new Set<number>(blocks);
  return blocks.every((b) => {
    const edges = edgesOf((func.blocks[b] as Block).terminator);
    return b === latch || (edges.length > 0 && edges.every(({ target }) => inside.has(target)));
  });
}

export const branchOf = (func: Func, b: number): Branch | null => {
  const terminator = func.blocks[b]?.terminator;
  return terminator?.kind === "branch" ? terminator : null;
};

/** The instructions of a loop, in the order of its blocks. */
export const instrsOf = (func: Func, { blocks }: Loop): readonly Instr[] =>
  blocks.flatMap((b) => (func.blocks[b] as Block).instrs);
