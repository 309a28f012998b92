// Contents, as a function of the index, of arrays that the function makes and that a loop fills with numbers from end to end.

import { definitionsOf, type Definitions } from "./definitions.ts";
import type { Block, BlockId, Func, Loop, Loops, Operand, ValueId } from "../ir/index.ts";
import {
  dominates,
  immediateDominators,
  isNumber,
  naturalLoops,
  typeIn,
  ofFunction,
  isConstant,
  predecessors,
  sameOperand,
} from "../ir/index.ts";
import { counterThatCovers, entryOf, isLeftAtLatch, branchOf } from "./loops.ts";
import { reachedFrom } from "./reached.ts";
import { usesOf } from "./uses.ts";
import { isAccess } from "./accesses.ts";

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
  /** Whether any instruction or terminator passes the array on. */
  readonly escapes: boolean;
}

export const filledArrays: (func: Func) => ReadonlyMap<ValueId, Filled> = ofFunction(
  (func: Func): ReadonlyMap<ValueId, Filled> => {
    const loops = naturalLoops(func);
    const stores = storesOf(func);
    const idom = immediateDominators(func);
    const elementOf = elements(func, idom);
    const filled = new Map<ValueId, Filled>();
    func.blocks.forEach(({ instrs }, made) => {
      for (const { result, ...instr } of instrs) {
        if (instr.kind !== "prim" || (instr.prim !== "array-new" && instr.prim !== "typed-new")) continue;
        const length = instr.args.at(-1) as Operand;
        const [store, ...others] = stores.get(result) ?? [];
        if (store === undefined || others.length > 0) continue;
        const loop = loopThatFills(func, length, store, loops, idom);
        if (loop === undefined) continue;
        const entry = entryOf(func, loop);
        // An array that is made inside the loop is another one in each iteration.
        if (!dominates(idom, made as BlockId, entry as BlockId)) continue;
        const escapes = escapesOf(func, result);
        const mayHaveEscaped = new Set([...escapes, ...reachedFrom(func, escapes)]);
        // The entry dominates itself, but the array is not filled there yet.
        const isFull = (block: number): boolean =>
          block !== entry &&
          dominates(idom, entry as BlockId, block as BlockId) &&
          !loop.blocks.includes(block as BlockId) &&
          !mayHaveEscaped.has(block);
        const element = elementOf(result, store);
        filled.set(result, { length, element, isFull, escapes: escapes.length > 0 });
      }
    });
    return filled;
  },
);

interface Store {
  readonly args: readonly Operand[];
  /** The block of the store. */
  readonly b: number;
}

/** The stores into each array. */
function storesOf(func: Func): ReadonlyMap<ValueId, readonly Store[]> {
  const stores = new Map<ValueId, readonly Store[]>();
  func.blocks.forEach(({ instrs }, b) => {
    for (const instr of instrs) {
      if (instr.kind !== "prim" || instr.prim !== "set") continue;
      const { args } = instr;
      const [array] = args;
      if (array?.kind === "value") stores.set(array.id, [...(stores.get(array.id) ?? []), { args, b }]);
    }
  });
  return stores;
}

/** The contents of an array's elements, from its only store. */
function elements(func: Func, idom: readonly BlockId[]): (array: ValueId, store: Store) => Element {
  const definitions = definitionsOf(func);
  const { args, blockOf } = definitions;
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
    const [of, at] = args(args(stored, "guard-number")[0] ?? stored, "load");
    return of !== undefined && at !== undefined && sameOperand(at, key) ? { kind: "copy", of } : { kind: "number" };
  };
}

/** The loop in which the only store into an array of that length stores a number in each element. */
function loopThatFills(
  func: Func,
  length: Operand,
  { args: [, key, stored], b }: Store,
  { list, of }: Loops,
  idom: readonly BlockId[],
): Loop | undefined {
  const loop = list[of[b] as number];
  if (loop === undefined || stored === undefined || !isLeftAtLatch(func, loop)) return undefined;
  if (!dominates(idom, b as BlockId, loop.latch)) return undefined;
  const counter = counterThatCovers(func, loop, length);
  const isStored = isNumber(typeIn(func, stored));
  return key?.kind === "value" && key.id === counter && isStored ? loop : undefined;
}

/** The blocks that pass an array on. */
function escapesOf(func: Func, array: ValueId): readonly number[] {
  return usesOf(func)(array)
    .filter(({ instr, k }) => instr === null || k > 0 || !isAccess(instr))
    .map(({ block }) => block);
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
