// Contents, as a function of the index, of arrays that the function makes and that a loop fills with numbers from end to end.

import { definitionsOf, type Definitions } from "./definitions.ts";
import type { Block, BlockId, Func, Loop, Operand, PrimInstr, ValueId } from "../ir/index.ts";
import {
  allInstrs,
  dominates,
  immediateDominators,
  isNumber,
  naturalLoops,
  ofFunction,
  isConstant,
  predecessors,
  sameOperand,
} from "../ir/index.ts";
import { counterThatCovers, entryOf, isLeftAtLatch, branchOf } from "./loops.ts";
import { reachedFrom } from "./reached.ts";
import { usesOfArray } from "./escape.ts";

/** The contents of element `i`. */
export type Element =
  /** Element `i` of another array, which is constant memory. */
  | { readonly kind: "copy"; readonly of: Operand }
  /** 1 where `i` equals `index`, which was computed before the array was made; 0 elsewhere. */
  | { readonly kind: "unit"; readonly index: Operand }
  | { readonly kind: "number" };

export interface Filled {
  readonly length: Operand;
  readonly element: Element;
  /** Whether all elements are filled in wherever the block runs. */
  readonly isFull: (block: number) => boolean;
}

export const filledArrays: (func: Func) => ReadonlyMap<ValueId, Filled> = ofFunction(
  (func: Func): ReadonlyMap<ValueId, Filled> => {
    const idom = immediateDominators(func);
    const elementOf = elements(func, idom);
    const { blockOf } = definitionsOf(func);
    const filled = new Map<ValueId, Filled>();
    for (const { result, ...instr } of allInstrs(func)) {
      if (instr.kind !== "prim" || (instr.prim !== "array-new" && instr.prim !== "typed-new")) continue;
      const length = instr.args.at(-1) as Operand;
      const { stores, passes } = usesOfArray(func, result);
      const [store, ...others] = stores;
      if (store === undefined || others.length > 0) continue;
      const loop = loopThatFills(func, length, store, idom);
      if (loop === undefined) continue;
      const entry = entryOf(func, loop) as BlockId;
      // An array that is made inside the loop is another one in each iteration.
      if (!dominates(idom, blockOf(result), entry)) continue;
      const escapes = passes.map(({ block }) => block);
      const mayHaveEscaped = new Set([...escapes, ...reachedFrom(func, escapes)]);
      // The entry dominates itself, but the array is not filled there yet.
      const isFull = (block: number): boolean =>
        block !== entry &&
        dominates(idom, entry, block as BlockId) &&
        !loop.blocks.includes(block as BlockId) &&
        !mayHaveEscaped.has(block);
      filled.set(result, { length, element: elementOf(result, store), isFull });
    }
    return filled;
  },
);

/** The contents of an array's elements, from its only store. */
function elements(func: Func, idom: readonly BlockId[]): (array: ValueId, store: PrimInstr) => Element {
  const definitions = definitionsOf(func);
  const { read, blockOf } = definitions;
  const joins = joinsOfOneAndZero(func);
  // An index that is not a number may name another property.
  const isBefore = (operand: Operand, array: ValueId): boolean =>
    (operand.kind === "const" && Number.isInteger(operand.value) && (operand.value as number) >= 0) ||
    (operand.kind === "value" &&
      isNumber(func.values[operand.id]?.type ?? "any") &&
      dominates(idom, blockOf(operand.id), blockOf(array)));
  return (array, store) => {
    const [, key, stored] = store.args as readonly [Operand, Operand, Operand];
    const condition = stored.kind === "value" ? joins.get(stored.id) : undefined;
    const index = condition === undefined ? undefined : equalTo(key, condition, definitions);
    if (index !== undefined && isBefore(index, array)) return { kind: "unit", index };
    const reading = read(stored);
    const [of, at] = reading?.prim === "load" ? reading.args : [];
    return of !== undefined && at !== undefined && sameOperand(at, key) ? { kind: "copy", of } : { kind: "number" };
  };
}

/** The loop in which the only store into an array of that length stores a number in each element. */
function loopThatFills(
  func: Func,
  length: Operand,
  { args: [, key], result }: PrimInstr,
  idom: readonly BlockId[],
): Loop | undefined {
  const { list, of } = naturalLoops(func);
  const b = definitionsOf(func).blockOf(result);
  const loop = list[of[b] as number];
  if (loop === undefined || !isLeftAtLatch(func, loop) || !dominates(idom, b, loop.latch)) return undefined;
  const counter = counterThatCovers(func, loop, length);
  return key?.kind === "value" && key.id === counter ? loop : undefined;
}

/** Maps each parameter that is 1 if a condition holds, and 0 if not, to that condition. */
function joinsOfOneAndZero(func: Func): ReadonlyMap<ValueId, Operand> {
  const joins = new Map<ValueId, Operand>();
  const preds = predecessors(func);
  func.blocks.forEach((own, b) => {
    const branch = branchOf(func, b);
    if (branch === null) return;
    const { target, args } = branch.then;
    const { params } = func.blocks[target] as Block;
    const other = branch.else.target;
    // The `else` edge leads to the same block, through an empty block.
    const { terminator, instrs } = func.blocks[other] as Block;
    const isAside = instrs.length === 0 && terminator.kind === "jump" && terminator.edge.target === target;
    if (!isAside || preds[target]?.length !== 2 || preds[other]?.length !== 1) return;
    params.forEach((param, k) => {
      if (isConstant(args[k], 1) && isConstant(terminator.edge.args[k], 0)) joins.set(param, branch.condition);
    });
  });
  return joins;
}

/** The operand that the condition compares a number with: equal if the condition holds. */
function equalTo(counter: Operand, condition: Operand, definitions: Definitions): Operand | undefined {
  const [a, b] = definitions.args(condition, "eq");
  const differing = isConstant(b, 0) ? definitions.args(a, "sub") : [];
  const [x, y] = differing.length > 0 ? differing : [a, b];
  return x !== undefined && sameOperand(x, counter) ? y : undefined;
}
