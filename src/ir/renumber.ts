// Makes a function's ids canonical: blocks are in the builder's reverse postorder, without unreachable ones; values are
// numbered as the builder numbers them (parameters of all blocks first, then results), without undefined ones. Two
// functions are then equal exactly if their texts are.
//
// Requires closed code: `outer` and `alpha` operands of other functions are not renumbered.

import { assertInvariant } from "./diagnostics.ts";
import type { Block, BlockId, Edge, Func, Operand, ValueId, ValueInfo } from "./model.ts";
import { blockId, value, valueId } from "./model.ts";
import { mapOperands, mapTerminator, successorsOf } from "./walk.ts";

/** Values that other operands replace. */
export interface Replacement {
  readonly replaced: ReadonlyMap<ValueId, Operand>;
  readonly resolve: (operand: Operand) => Operand;
}

const nothing: Replacement = { replaced: new Map(), resolve: (operand) => operand };

/** The function with canonical ids, without what defines the replaced values; the same object if nothing changes. */
export function renumber(func: Func, { replaced, resolve }: Replacement = nothing): Func {
  const isKept = (id: ValueId): boolean => !replaced.has(id);
  const order = reversePostorder(func);
  const values: ValueInfo[] = [];
  const ids = new Array<ValueId | undefined>(func.values.length).fill(undefined);
  const define = (id: ValueId): void => {
    if (!isKept(id)) return;
    ids[id] = valueId(values.length);
    values.push(func.values[id] ?? { hint: "", type: "any" });
  };
  const kept = order.map((b) => func.blocks[b] as Block);
  for (const block of kept) block.params.forEach(define);
  for (const block of kept) for (const instr of block.instrs) define(instr.result);
  if (order.length === func.blocks.length && order.every((b, i) => b === i) && ids.every((id, i) => id === i))
    return func;

  const idOf = (id: ValueId): ValueId => {
    const next = ids[id];
    assertInvariant(next !== undefined, `a use of value ${id}, which is not defined, in @${func.name}`);
    return next;
  };
  const operands = new Array<Operand | undefined>(func.values.length).fill(undefined);
  const operand = (o: Operand): Operand => {
    if (o.kind !== "value") return o;
    let next = operands[o.id];
    if (next === undefined) {
      const resolved = resolve(o);
      operands[o.id] = next = resolved.kind === "value" ? value(idOf(resolved.id)) : resolved;
    }
    return next;
  };
  const position: BlockId[] = [];
  order.forEach((b, i) => {
    position[b] = blockId(i);
  });
  const edge = ({ target, args }: Edge): Edge => {
    const { params } = func.blocks[target] as Block;
    const kept = replaced.size === 0 ? args : args.filter((_, k) => isKept(params[k] as ValueId));
    return { target: position[target] as BlockId, args: kept.map(operand) };
  };
  const blocks = kept.map(({ params, instrs, terminator }): Block => ({
    params: params.filter(isKept).map(idOf),
    instrs: instrs
      .filter(({ result }) => isKept(result))
      .map((instr) => mapOperands(instr, operand, idOf(instr.result))),
    terminator: mapTerminator(terminator, operand, edge),
  }));
  return { ...func, values, blocks };
}

/** Reachable blocks, depth first, later successors first: as the builder orders them. */
function reversePostorder(func: Func): readonly BlockId[] {
  if (func.blocks.length === 0) return [];
  const successors = func.blocks.map((block) => successorsOf(block.terminator));
  const seen = func.blocks.map((_, b) => b === 0);
  const post: BlockId[] = [];
  const stack: { readonly block: BlockId; next: number }[] = [{ block: blockId(0), next: 0 }];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const out = successors[top.block] ?? [];
    const target = out[out.length - 1 - top.next++];
    if (target === undefined) {
      post.push(top.block);
      stack.pop();
    } else if (!seen[target]) {
      seen[target] = true;
      stack.push({ block: target, next: 0 });
    }
  }
  return post.reverse();
}
