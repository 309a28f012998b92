// Idle branches: where neither side of a reversed branch has anything to do, which side was taken need not be stored.
//
// **Requires** the adjoint of a function, which reads alphas.
// **Guarantees** no branch whose sides meet, with the same arguments, before they have done anything.
//
// **Example** the reverse of `x < 0 ? i + 1 : i - 1`, where nothing is active: `branch @%edge, bb1, bb2`, two empty blocks that
// jump to `bb3`, → `jump bb3`.

import {
  rebuild,
  sameOperand,
  zero,
  type Block,
  type BlockId,
  type Edge,
  type Func,
  type OpenBlock,
  type Operand,
  type ValueId,
} from "../ir/index.ts";
import { usesOf } from "../analysis/index.ts";
import type { Adjoint } from "./adjoint.ts";

export function withoutIdleBranches({ pullback, reversed }: Adjoint): Adjoint {
  const jumps = idleBranches(pullback);
  if (jumps.size === 0) return { pullback, reversed };
  const conditions = new Set([...jumps.keys()].map((b) => conditionIn(pullback, b)));
  let position = (block: BlockId): BlockId | undefined => block;
  const func = rebuild(pullback, {
    prologue: ({ builder, blocks }) => {
      position = (block) => builder.positionOf(blocks[block] as OpenBlock);
    },
    instr: ({ result }) => (conditions.has(result) ? zero : undefined),
    leave: ({ span }, { builder, blocks, operand }, b) => {
      const jump = jumps.get(b);
      if (jump === undefined) return false;
      builder.jump(blocks[jump.target] as OpenBlock, span, jump.args.map(operand));
      return true;
    },
  });
  return { pullback: func, reversed: reversed.map((block) => (block === undefined ? undefined : position(block))) };
}

/** By block that ends in an idle branch: the edge to where its sides meet. */
function idleBranches(func: Func): ReadonlyMap<number, Edge> {
  const jumps = new Map<number, Edge>();
  /** Where an idle block goes. */
  const next = (b: number): Edge | null => {
    const { instrs, terminator } = func.blocks[b] as Block;
    if (terminator.kind === "jump" && instrs.length === 0) return terminator.edge;
    const isIdle = instrs.length === 0 || (instrs.length === 1 && conditionIn(func, b) !== null);
    return isIdle ? (jumps.get(b) ?? null) : null;
  };
  /** The edges that are passed before anything is done, without parameters of blocks between. Never one that goes back. */
  const pathFrom = (from: number, first: Edge): readonly Edge[] => {
    const path: Edge[] = [];
    const given = new Map<ValueId, Operand>();
    const valueOf = (arg: Operand): Operand => (arg.kind === "value" ? (given.get(arg.id) ?? arg) : arg);
    let [at, edge]: [number, Edge | null] = [from, first];
    while (edge !== null && edge.target > at) {
      const { target } = edge;
      const args = edge.args.map(valueOf);
      path.push({ target, args });
      (func.blocks[target] as Block).params.forEach((id, k) => given.set(id, args[k] as Operand));
      at = target;
      edge = next(at);
    }
    return path;
  };
  // Inner branches come later.
  for (let b = func.blocks.length - 1; b >= 0; b--) {
    const { terminator } = func.blocks[b] as Block;
    if (terminator.kind !== "branch") continue;
    const others = new Map(pathFrom(b, terminator.else).map((edge) => [edge.target, edge]));
    // Where they meet with other arguments, what comes after may use the parameters.
    const meeting = pathFrom(b, terminator.then).find(({ target }) => others.has(target));
    const other = meeting && others.get(meeting.target);
    if (meeting?.args.every((arg, k) => sameOperand(arg, other?.args[k] as Operand)) === true) jumps.set(b, meeting);
  }
  return jumps;
}

/** The condition of a block's branch, if the last instruction computes it for the branch alone. */
function conditionIn(func: Func, b: number): ValueId | null {
  const { instrs, terminator } = func.blocks[b] as Block;
  if (terminator.kind !== "branch" || terminator.condition.kind !== "value") return null;
  const { id } = terminator.condition;
  return instrs.at(-1)?.result === id && usesOf(func)(id).length === 1 ? id : null;
}
