// Fusion of adjacent loops: where one loop follows directly behind another, and both run under the same condition, they become
// one. Each iteration runs the first loop's body and then the second's. The passes decide which loops may be fused.

import type { Block, Edge, Func, Instr, Operand, ValueId, ValueInfo } from "../../ir/index.ts";
import { blockId, predecessors, prims, replaceValues, sameOperand, value, valueId } from "../../ir/index.ts";
import {
  branchOf,
  definitionsOf,
  isAccess,
  isRepeatable,
  loopsOf,
  usesOf,
  type Branch,
  type LoopFacts,
} from "../../analysis/index.ts";

export interface LoopPair {
  readonly first: LoopFacts;
  readonly second: LoopFacts;
  /** The block between the loops. */
  readonly between: number;
  /**
   * The branches before the first loop and at its latch, before the second loop and at its latch. Each goes to a header if its
   * condition holds.
   */
  readonly into: Branch;
  readonly again: Branch;
  readonly over: Branch;
  readonly out: Branch;
  /** The right operand of the `lt` that both loops run under. */
  readonly limit: Operand;
}

/** How two loops become one. */
export interface Fusion {
  /** The instructions of the block between that move before both loops; the others move behind both. */
  readonly before: ReadonlySet<Instr>;
  /** The instructions of the second loop that move before the first loop's body. */
  readonly leading: readonly Instr[];
  /** What takes the place of values that go. */
  readonly replaced: ReadonlyMap<ValueId, Operand>;
}

/** The function with each pair of adjacent loops fused for which `fusionOf` does not give null. */
export function fuse(func: Func, fusionOf: (func: Func, pair: LoopPair) => Fusion | null): Func {
  for (const first of loopsOf(func)) {
    const pair = pairOf(func, first);
    const fusion = pair && fusionOf(func, pair);
    const fused = pair && fusion && fusedBy(func, pair, fusion);
    if (fused !== null) return fuse(fused, fusionOf);
  }
  return func;
}

/** The pair of the first loop and the loop behind it; null if no such loop exists. */
export function pairOf(func: Func, first: LoopFacts): LoopPair | null {
  const { again } = first;
  const into = branchOf(func, first.entry);
  if (again === null || into?.then !== first.into) return null;
  const between = into.else.target;
  const over = branchOf(func, between);
  if (again.else.target !== between || over === null || !sameOperand(over.condition, into.condition)) return null;
  const second = loopsOf(func).find(({ header }) => header === over.then.target);
  const [, limit] = definitionsOf(func).args(into.condition, "lt");
  if (!second?.again || limit === undefined || predecessors(func)[between]?.length !== 2) return null;
  return { first, second, between, into, again, over, out: second.again, limit };
}

/** Null if something is left to be done behind both loops, but there is no one block behind both. */
function fusedBy(func: Func, pair: LoopPair, { before, leading, replaced }: Fusion): Func | null {
  const { first, second, between, into, again, over, out } = pair;
  const block = (b: number): Block => func.blocks[b] as Block;
  const { params: joined, instrs: passing } = block(between);
  const isLeft =
    joined.some((id) => !replaced.has(id)) ||
    passing.some((instr) => !before.has(instr) && !replaced.has(instr.result));
  if (isLeft && over.else.target !== out.else.target) return null;
  // If the block between is left, it takes a copy of each parameter of the block behind, and passes it on.
  const values = [...func.values];
  const handed = block(over.else.target).params.map((id) => valueId(values.push(func.values[id] as ValueInfo) - 1));
  /** The edge that leaves both loops, in place of an edge to the block between and one from there. */
  const leaving = ({ args: given }: Edge, { target, args }: Edge): Edge => {
    const passed = args.map((arg) => (arg.kind === "value" && given[joined.indexOf(arg.id)]) || arg);
    return isLeft ? { target: blockId(between), args: [...given, ...passed] } : { target, args: passed };
  };
  const moved = new Set([...before, ...leading]);
  const blocks = func.blocks.map((own, b): Block => {
    let { params, instrs, terminator } = own;
    instrs = instrs.filter((instr) => !moved.has(instr));
    if (b === first.entry) {
      instrs = [...instrs, ...passing.filter((instr) => before.has(instr))];
      const then = { ...into.then, args: [...into.then.args, ...over.then.args] };
      terminator = { ...into, then, else: leaving(into.else, over.else) };
    }
    if (b === between) {
      params = [...params, ...handed];
      terminator = { kind: "jump", edge: { target: over.else.target, args: handed.map(value) }, span: over.span };
    }
    if (b === first.header) {
      params = [...params, ...block(second.header).params];
      instrs = [...leading, ...instrs];
    }
    if (b === first.latch) terminator = { kind: "jump", edge: { ...over.then, args: [] }, span: again.span };
    if (b === second.header) params = [];
    if (b === second.latch) {
      const then = { ...again.then, args: [...again.then.args, ...out.then.args] };
      terminator = { ...out, then, else: leaving(again.else, out.else) };
    }
    return { params, instrs, terminator };
  });
  return replaceValues({ ...func, values, blocks }, replaced);
}

/** Whether an instruction may run earlier or later, even if it does more than compute a value. */
export const isMovable = (instr: Instr): boolean =>
  instr.kind === "prim" &&
  (isRepeatable(instr) || prims[instr.prim].effect === "alloc" || ["global", "keep-guard"].includes(instr.prim));

/**
 * Whether some of the arrays may have other names in the second loop, or in some blocks: an instruction or an edge passes an
 * array on. Analyses by name do not see that a read or write through another name concerns the array.
 */
export function haveOtherNames(
  func: Func,
  arrays: ReadonlySet<ValueId>,
  { blocks: loop }: LoopFacts,
  blocks: readonly number[] = loop,
): boolean {
  return [...arrays].some((array) =>
    usesOf(func)(array).some(({ block, instr, target, k }) =>
      instr === null ? target !== null && loop.includes(target) : blocks.includes(block) && (k > 0 || !isAccess(instr)),
    ),
  );
}
