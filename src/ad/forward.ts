// The interface between the forward transform and its rules: the pushforward under construction, at one instruction.

import type { Operand, PrimName, Type, ValueId } from "../ir/index.ts";

export interface Forward {
  /** The operand of the pushforward for an operand of the primal. */
  readonly primal: (operand: Operand) => Operand;
  /** The same, as a number. */
  readonly number: (operand: Operand) => Operand;
  /** The tangent of an operand; `zero` if it has none. */
  readonly tangent: (operand: Operand) => Operand;
  /** The result of the instruction, defined before the code that a rule emits. */
  readonly result: Operand;
  /** The length of an array before the instruction, if the instruction moves the array's end. */
  readonly end: Operand | undefined;
  /** The tangents of a reference's contents. */
  readonly shadow: (reference: Operand) => Operand;
  /** The tangents of the contents of the reference that the instruction made. */
  readonly shadowOfResult: () => Operand;
  /** The function's own closure, as a value of the primal. */
  readonly self: ValueId | undefined;
  /** The tangent of a capture of the function itself. */
  readonly ownCapture: (index: number) => Operand;
  readonly typeOf: (operand: Operand) => Type;
  readonly emit: (prim: PrimName, ...args: readonly Operand[]) => Operand;
}
