// The interface between the reverse transform and its rules: the pullback under construction, at one instruction.

import type { FuncBuilder, Instr, Operand, PrimName, Span, Type } from "../ir/index.ts";

export interface Reverse {
  readonly builder: FuncBuilder;
  /** The context parameter of the pullback. */
  readonly context: Operand;
  readonly span: Span;
  readonly instr: Instr;
  /** Whether an operand of the primal can carry a cotangent. */
  readonly isActive: (operand: Operand) => boolean;
  /** The cotangent of the instruction's result; reading it resets it to zero. */
  readonly takeResult: () => Operand;
  /** x̄ += g. */
  readonly add: (operand: Operand, g: Operand) => void;
  /** Whether an operand is the function's own closure. */
  readonly isSelf: (operand: Operand) => boolean;
  /** Adds to the cotangent of a capture of the function. */
  readonly addCapture: (index: number, g: Operand) => void;
  /** The alpha of an operand of the primal. */
  readonly alpha: (operand: Operand) => Operand;
  /** The same, as a number. */
  readonly alphaNumber: (operand: Operand) => Operand;
  readonly typeOf: (operand: Operand) => Type;
  /** The instruction before (-1) or after (+1) this one in the augmented primal. */
  readonly neighbour: (offset: number) => Instr;
  readonly emit: (prim: PrimName, ...args: readonly Operand[]) => Operand;
}

/** The shadow of a reference of the primal. */
export function shadowOf(reverse: Reverse, reference: Operand): Operand {
  return reverse.emit("shadow", reverse.context, reverse.alpha(reference));
}
