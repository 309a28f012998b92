// Where values are defined: computed once for each function object.

import {
  isElementRead,
  ofFunction,
  type BlockId,
  type Func,
  type Instr,
  type Operand,
  type PrimInstr,
  type PrimName,
  type ValueId,
} from "../ir/index.ts";

export interface Definitions {
  /** The instruction that defines a value; undefined for parameters of blocks. */
  readonly of: (id: ValueId) => Instr | undefined;
  /** The same for an operand; undefined also if it is not a value. */
  readonly instr: (operand: Operand | undefined) => Instr | undefined;
  /** The same if it is a primitive, and has this name where a name is given. */
  readonly prim: (operand: Operand | undefined, name?: PrimName) => PrimInstr | undefined;
  /** The operands of that primitive; none if it is something else. */
  readonly args: (operand: Operand | undefined, name: PrimName) => readonly Operand[];
  /** The read of an element or a property that a value is, checked to be a number or not. */
  readonly read: (operand: Operand | undefined) => PrimInstr | undefined;
  /** The block of the instruction, or of the parameter. */
  readonly blockOf: (id: ValueId) => BlockId;
}

export const definitionsOf: (func: Func) => Definitions = ofFunction(({ values, blocks }) => {
  const instrs = new Array<Instr | undefined>(values.length).fill(undefined);
  const places = new Array<number>(values.length).fill(0);
  blocks.forEach((block, b) => {
    for (const id of block.params) places[id] = b;
    for (const instr of block.instrs) {
      instrs[instr.result] = instr;
      places[instr.result] = b;
    }
  });
  const of = (id: ValueId): Instr | undefined => instrs[id];
  const instrOf = (operand: Operand | undefined): Instr | undefined =>
    operand?.kind === "value" ? of(operand.id) : undefined;
  const prim: Definitions["prim"] = (operand, name) => {
    const instr = instrOf(operand);
    return instr?.kind === "prim" && (name === undefined || instr.prim === name) ? instr : undefined;
  };
  const args: Definitions["args"] = (operand, name) => prim(operand, name)?.args ?? [];
  return {
    of,
    instr: instrOf,
    prim,
    args,
    read: (operand) => {
      const read = prim(args(operand, "guard-number")[0] ?? operand);
      return read !== undefined && isElementRead(read.prim) ? read : undefined;
    },
    blockOf: (id) => places[id] as BlockId,
  };
});
