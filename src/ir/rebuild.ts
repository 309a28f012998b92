// Rebuilds a function through the builder: the same blocks and parameters, with every instruction and operand passed
// through hooks. For passes that add or replace most instructions; for a few edits use `edit`.

import type { FuncShape, OpenBlock } from "./builder.ts";
import { FuncBuilder } from "./builder.ts";
import { predecessors } from "./cfg.ts";
import type { Func, Instr, Operand, Terminator, ValueId } from "./model.ts";
import { firstParam, value } from "./model.ts";
import { mapOperands } from "./walk.ts";

export interface Rebuild {
  readonly builder: FuncBuilder;
  /** The block under construction for each block of the original. */
  readonly blocks: readonly OpenBlock[];
  /** The new operand for an operand of the original. */
  readonly operand: (operand: Operand) => Operand;
}

export interface Hooks {
  /** Changes to the function's shape. */
  readonly shape?: Partial<FuncShape>;
  /** Runs first, in the entry block. */
  readonly prologue?: (rebuild: Rebuild) => void;
  /** Runs when the builder stands at the start of a block. */
  readonly enter?: (rebuild: Rebuild, block: number) => void;
  /** What replaces an operand that is not a value, or a value without definition in the new function; by default itself. */
  readonly other?: (operand: Operand, rebuild: Rebuild) => Operand;
  /** Emits what replaces an instruction and returns what replaces its result; undefined keeps it. */
  readonly instr?: (instr: Instr, rebuild: Rebuild) => Operand | undefined;
  /** Runs after each instruction, with the operand for its result. */
  readonly after?: (instr: Instr, result: Operand, rebuild: Rebuild) => void;
  /** Runs for each block once all edges into it are known: before it is entered, unless it heads a loop. By default it seals. */
  readonly seal?: (block: OpenBlock, rebuild: Rebuild) => void;
  /** Runs before a block's terminator; returns true if it has ended the block itself. */
  readonly leave?: (terminator: Terminator, rebuild: Rebuild, block: number) => boolean;
}

/** The shape that a rebuilt function shares with its original. */
export function shapeOf(func: Func): FuncShape {
  const { name, sourceName, parent, base, rest, captures, rules, refusal, span } = func;
  const params = (func.blocks[0]?.params ?? []).slice(firstParam).map((id) => hintAndType(func, id));
  return { name, sourceName, parent, base, rest, captures, rules, refusal, span, params };
}

function hintAndType(func: Func, id: ValueId): FuncShape["params"][number] {
  const { hint, type } = func.values[id] ?? { hint: "", type: "any" };
  return { hint, type };
}

export function rebuild(func: Func, hooks: Hooks): Func {
  const builder = new FuncBuilder({ ...shapeOf(func), ...hooks.shape });
  /** By id in the original. */
  const map: (Operand | undefined)[] = new Array<Operand | undefined>(func.values.length).fill(undefined);
  const entryParams = func.blocks[0]?.params ?? [];
  [builder.self, builder.receiver, ...builder.params].forEach((operand, i) => {
    const id = entryParams[i];
    if (id !== undefined) map[id] = operand;
  });
  const blocks = func.blocks.map((block, i) => {
    if (i === 0) return builder.entry;
    const open = builder.block();
    for (const id of block.params) {
      const { hint, type } = hintAndType(func, id);
      map[id] = value(builder.param(open, hint, type));
    }
    return open;
  });
  const state: Rebuild = {
    builder,
    blocks,
    operand: (operand) => {
      const mapped = operand.kind === "value" ? map[operand.id] : undefined;
      return mapped ?? hooks.other?.(operand, state) ?? operand;
    },
  };
  const seal = (block: OpenBlock): void => {
    if (hooks.seal === undefined) block.sealed = true;
    else if (!block.sealed) hooks.seal(block, state);
  };
  const preds = predecessors(func);
  hooks.prologue?.(state);
  func.blocks.forEach((block, i) => {
    // Reads in a block that is not sealed add parameters: seal as soon as possible.
    if ((preds[i] ?? []).every((source) => source < i)) seal(blocks[i] as OpenBlock);
    builder.switchTo(blocks[i] as OpenBlock);
    hooks.enter?.(state, i);
    for (const instr of block.instrs) {
      const replaced = hooks.instr?.(instr, state);
      if (replaced !== undefined) {
        map[instr.result] = replaced;
      } else {
        const { hint, type } = hintAndType(func, instr.result);
        map[instr.result] = builder.append(mapOperands(instr, state.operand, builder.fresh(hint, type)));
      }
      hooks.after?.(instr, map[instr.result] as Operand, state);
    }
    if (!hooks.leave?.(block.terminator, state, i)) copyTerminator(block.terminator, state);
  });
  blocks.forEach(seal);
  return builder.finish();
}

/** Ends the current block as the original does. */
export function copyTerminator(terminator: Terminator, { builder, blocks, operand }: Rebuild): void {
  const { span } = terminator;
  switch (terminator.kind) {
    case "jump":
      builder.jump(blocks[terminator.edge.target] as OpenBlock, span, terminator.edge.args.map(operand));
      break;
    case "branch":
      builder.branch(
        operand(terminator.condition),
        blocks[terminator.then.target] as OpenBlock,
        blocks[terminator.else.target] as OpenBlock,
        span,
        terminator.then.args.map(operand),
        terminator.else.args.map(operand),
      );
      break;
    case "return":
      builder.ret(operand(terminator.value), span);
      break;
    case "throw":
      builder.throw(operand(terminator.value), span);
      break;
  }
}
