// Where values are used: computed once for each function object.

import {
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

/** The uses of each value, in the order of the blocks. */
export const usesOf: (func: Func) => (id: ValueId) => readonly Use[] = ofFunction((func: Func) => {
  const uses = func.values.map((): Use[] => []);
  func.blocks.forEach(({ instrs, terminator }, block) => {
    const note = (operands: readonly Operand[], instr: Instr | null, target: BlockId | null): void => {
      operands.forEach((operand, k) => {
        if (operand.kind === "value") uses[operand.id]?.push({ block, instr, target, k });
      });
    };
    for (const instr of instrs) note(operandsOf(instr), instr, null);
    for (const { target, args } of edgesOf(terminator)) note(args, null, target);
    if (terminator.kind === "branch") note([terminator.condition], null, null);
    else if (terminator.kind !== "jump") note([terminator.value], null, null);
  });
  return (id) => uses[id] ?? [];
});
