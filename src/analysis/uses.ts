// Where values are used: computed once for each function object.

import {
  blockId,
  edgesOf,
  ofFunction,
  operandsOf,
  type BlockId,
  type Func,
  type Instr,
  type Operand,
  type ValueId,
} from "../ir/index.ts";

/** One use of a value, in a block: by an instruction, on an edge to a block, or else by the terminator itself. */
export interface Use {
  readonly block: number;
  readonly instr: Instr | null;
  readonly target: BlockId | null;
  /** The position among the operands of the instruction, or the arguments of the edge. */
  readonly k: number;
}

/** The uses of each value, in the order of the blocks. Most values are never asked for: their uses are kept as numbers. */
export const usesOf: (func: Func) => (id: ValueId) => readonly Use[] = ofFunction((func: Func) => {
  /** Where the uses of each value begin; four numbers stand for each of them. */
  const starts = new Int32Array(func.values.length + 1);
  eachUse(func, (id) => {
    starts[id + 1] = (starts[id + 1] as number) + 1;
  });
  for (let id = 0; id < func.values.length; id++) starts[id + 1] = (starts[id + 1] as number) + (starts[id] as number);
  const uses = new Int32Array(4 * (starts.at(-1) as number));
  const next = starts.slice();
  eachUse(func, (id, block, instr, target, k) => {
    const at = next[id] as number;
    next[id] = at + 1;
    uses[4 * at] = block;
    uses[4 * at + 1] = instr;
    uses[4 * at + 2] = target;
    uses[4 * at + 3] = k;
  });
  const useAt = (at: number): Use => {
    const block = uses[4 * at] as number;
    const instr = uses[4 * at + 1] as number;
    const target = uses[4 * at + 2] as number;
    return {
      block,
      instr: instr < 0 ? null : (func.blocks[block]?.instrs[instr] as Instr),
      target: target < 0 ? null : blockId(target),
      k: uses[4 * at + 3] as number,
    };
  };
  const known: (readonly Use[] | undefined)[] = [];
  return (id) => {
    let found = known[id];
    if (found === undefined) {
      const [from, to] = [starts[id] ?? 0, starts[id + 1] ?? 0];
      known[id] = found = Array.from({ length: to - from }, (_, n) => useAt(from + n));
    }
    return found;
  };
});

/** -1 stands for no instruction, and for no target. */
type Visit = (id: ValueId, block: number, instr: number, target: number, k: number) => void;

function eachUse({ blocks }: Func, visit: Visit): void {
  const each = (operands: readonly Operand[], block: number, instr: number, target: number): void => {
    operands.forEach((operand, k) => {
      if (operand.kind === "value") visit(operand.id, block, instr, target, k);
    });
  };
  blocks.forEach(({ instrs, terminator }, b) => {
    instrs.forEach((instr, n) => {
      each(operandsOf(instr), b, n, -1);
    });
    for (const { target, args } of edgesOf(terminator)) each(args, b, -1, target);
    if (terminator.kind === "branch") each([terminator.condition], b, -1, -1);
    else if (terminator.kind !== "jump") each([terminator.value], b, -1, -1);
  });
}
