// What the rules of the forward transform work with: the pushforward under construction, at one instruction.

import type { Operand, PrimName, Type, ValueId } from "../ir/index.ts";

export interface Forward {
  /** What stands for a primal operand in the pushforward. */
  readonly primal: (operand: Operand) => Operand;
  /** The same, as a number. */
  readonly number: (operand: Operand) => Operand;
  /** The tangent of an operand; `zero` where it has none. */
  readonly tangent: (operand: Operand) => Operand;
  /** The result of the instruction, which stands before the code that a rule emits. */
  readonly result: Operand;
  /** The length that an array had before the instruction, if it moves the array's end. */
  readonly end: Operand | undefined;
  /** The tangents of a reference's contents. */
  readonly shadow: (reference: Operand) => Operand;
  /** Those of the reference that the instruction made. */
  readonly shadowOfResult: () => Operand;
  /** The function's own closure, as the primal names it. */
  readonly self: ValueId | undefined;
  /** The tangent of a capture of the function itself. */
  readonly ownCapture: (index: number) => Operand;
  readonly typeOf: (operand: Operand) => Type;
  readonly emit: (prim: PrimName, ...args: readonly Operand[]) => Operand;
}
