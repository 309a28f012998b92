// Turns the control-flow graph into nested statements: N. Ramsey, "Beyond Relooper: Recursive Translation of Unstructured Control
// Flow to Structured Control Flow" (ICFP 2022). No dispatch loop; needs a reducible graph.
//
// The dominator tree gives the nesting. A block with several forward predecessors is placed after a labelled block that encloses
// everything its dominator places before it, and is reached by `break`. A loop header opens a loop. The paper would leave the
// code after a loop inside of it, under the branch that leaves; here the exit through the latch is placed after the loop. Blocks
// are referred to by number: their instructions are not looked at.
//
//     bb0 → bb1;  bb1 → bb1, bb2          code bb0; L1: for (;;) { code bb1; if (bb1) { continue L1 } else { break L1 } }
//                                         code bb2; end bb2

import type { BlockId, Edge, Func } from "../ir/index.ts";
import { immediateDominators, naturalLoops, predecessors, reachesReturn, successorsOf } from "../ir/index.ts";

export type Shape =
  /** The instructions of a block. */
  | { readonly kind: "code"; readonly block: BlockId }
  /** The assignments of an edge to its target's parameters. */
  | { readonly kind: "edge"; readonly from: BlockId; readonly edge: Edge }
  | { readonly kind: "if"; readonly block: BlockId; readonly then: readonly Shape[]; readonly else: readonly Shape[] }
  /** Runs again when its body ends. */
  | { readonly kind: "loop"; readonly label: number; readonly body: readonly Shape[] }
  | { readonly kind: "block"; readonly label: number; readonly body: readonly Shape[] }
  | { readonly kind: "break"; readonly label: number }
  | { readonly kind: "continue"; readonly label: number }
  /** The return or throw of a block. */
  | { readonly kind: "end"; readonly block: BlockId };

/** The statement tree of a function. Labels are unique in it. */
export function structure(func: Pick<Func, "blocks">): readonly Shape[] {
  return new Structurer(func).tree(0 as BlockId);
}

class Structurer {
  readonly #func: Pick<Func, "blocks">;
  /** For each block, the blocks placed after it: its children in the dominator tree that are reached by `break`. */
  readonly #behind: BlockId[][];
  /** For each loop header, the block placed after the loop. */
  readonly #after = new Map<BlockId, BlockId>();
  /** For each loop header without such a block, the exit target of its latch: leave the loop, then go to that label. */
  readonly #onwards = new Map<BlockId, BlockId>();
  readonly #loopBlocks = new Map<BlockId, ReadonlySet<BlockId>>();
  /** The label to break to in order to reach a block, while that label is open. */
  readonly #breaks = new Map<BlockId, number>();
  readonly #continues = new Map<BlockId, number>();
  #labels = 0;

  constructor(func: Pick<Func, "blocks">) {
    this.#func = func;
    const idom = immediateDominators(func);
    const preds = predecessors(func);
    const returns = reachesReturn(func);
    for (const loop of naturalLoops(func).list) {
      // Several back edges to one header form one loop here.
      const blocks = new Set([...(this.#loopBlocks.get(loop.header) ?? []), ...loop.blocks]);
      this.#loopBlocks.set(loop.header, blocks);
    }
    const afterSome = new Set<BlockId>();
    for (const [header, blocks] of this.#loopBlocks) {
      const exits = [...blocks].flatMap((b) => this.#successors(b).map((to) => ({ from: b, to })));
      // The block after the loop may itself be a loop header, with an edge from its own latch.
      const isOnly = (to: BlockId): boolean => (preds[to] ?? []).every((p) => blocks.has(p) || p >= to);
      const candidates = exits.filter(({ to }) => !blocks.has(to) && isOnly(to));
      const isLatch = (b: BlockId): boolean => this.#successors(b).includes(header);
      const exit = candidates.find(({ to }) => returns[to]) ?? candidates.find(({ from }) => isLatch(from));
      if (exit === undefined || afterSome.has(exit.to)) {
        const onwards = exits.find(({ from, to }) => isLatch(from) && !blocks.has(to));
        if (onwards !== undefined) this.#onwards.set(header, onwards.to);
      } else {
        this.#after.set(header, exit.to);
        afterSome.add(exit.to);
      }
    }
    this.#behind = func.blocks.map(() => []);
    preds.forEach((sources, index) => {
      const block = index as BlockId;
      const forward = sources.filter((p) => p < block);
      if (forward.length >= 2 && !afterSome.has(block)) this.#behind[idom[block] as BlockId]?.push(block);
    });
  }

  #successors(block: BlockId): readonly BlockId[] {
    const terminator = this.#func.blocks[block]?.terminator;
    return terminator === undefined ? [] : successorsOf(terminator);
  }

  /** The statements of a block and of everything placed with it. */
  tree(block: BlockId): Shape[] {
    const behind = this.#behind[block] ?? [];
    const loop = this.#loopBlocks.get(block);
    if (loop === undefined) return this.#placeBehind(behind, () => this.#within(block));
    const inside = behind.filter((b) => loop.has(b));
    const outside = behind.filter((b) => !loop.has(b));
    return this.#placeBehind(outside, () => this.#loop(block, inside));
  }

  #loop(header: BlockId, inside: readonly BlockId[]): Shape[] {
    const label = this.#labels++;
    const after = this.#after.get(header);
    const onwards = this.#onwards.get(header) ?? header;
    const outerLabel = this.#breaks.get(onwards);
    const leavesTo = after ?? (outerLabel === undefined ? undefined : onwards);
    this.#continues.set(header, label);
    if (leavesTo !== undefined) this.#breaks.set(leavesTo, label);
    const body = this.#placeBehind(inside, () => this.#within(header));
    this.#continues.delete(header);
    const loop: Shape = { kind: "loop", label, body };
    if (after !== undefined) {
      this.#breaks.delete(after);
      return [loop, ...this.tree(after)];
    }
    if (outerLabel === undefined) return [loop];
    this.#breaks.set(onwards, outerLabel);
    return [loop, { kind: "break", label: outerLabel }];
  }

  /** `inner`, wrapped in one labelled block for each block in `followers`, which comes right after its labelled block. */
  #placeBehind(followers: readonly BlockId[], inner: () => Shape[]): Shape[] {
    const labels = followers.map(() => this.#labels++);
    followers.forEach((block, k) => this.#breaks.set(block, labels[k] as number));
    let shapes = inner();
    followers.forEach((block, k) => {
      this.#breaks.delete(block);
      shapes = [{ kind: "block", label: labels[k] as number, body: shapes }, ...this.tree(block)];
    });
    return shapes;
  }

  #within(block: BlockId): Shape[] {
    const code: Shape = { kind: "code", block };
    const terminator = this.#func.blocks[block]?.terminator;
    switch (terminator?.kind) {
      case "jump":
        return [code, ...this.#jump(block, terminator.edge)];
      case "branch": {
        const [then, otherwise] = [this.#jump(block, terminator.then), this.#jump(block, terminator.else)];
        return [code, { kind: "if", block, then, else: otherwise }];
      }
      default:
        return [code, { kind: "end", block }];
    }
  }

  #jump(from: BlockId, edge: Edge): Shape[] {
    const assign: Shape = { kind: "edge", from, edge };
    if (edge.target <= from) return [assign, { kind: "continue", label: this.#continues.get(edge.target) as number }];
    const label = this.#breaks.get(edge.target);
    return label === undefined ? [assign, ...this.tree(edge.target)] : [assign, { kind: "break", label }];
  }
}
