// How cotangents flow through one instruction: to which operands its pullback can contribute, given whether the result carries a
// cotangent. Activity analysis and the reverse transform share this one description.

import type {
  CallInstr,
  ClosureInstr,
  Func,
  Instr,
  Operand,
  OperandEffect,
  PrimInstr,
  PrimName,
  ValueId,
} from "../ir/index.ts";
import { isInactive, operandEffect, operandsOf, prims, typeIn } from "../ir/index.ts";
import { rules } from "./rules/index.ts";

/** The operands of a cotangent-moving primitive that go to one of `places`; "first" and "fresh" mean memory. */
function operandsThatGo(instr: PrimInstr, ...places: readonly OperandEffect["goes"][]): readonly Operand[] {
  if (!isMoving(instr.prim)) return [];
  return instr.args.filter((_, k) => places.includes(operandEffect(instr.prim, k).goes));
}

const isMoving = (prim: PrimName): boolean => rules[prim].kind === "structural";

/**
 * Whether a call has no effect, and takes nothing that carries a derivative, or is of a method of a string: it stays as it is.
 * What such methods give does not change with the numbers that they take, only jumps.
 */
export function isPassive(instr: Instr, func: Func): boolean {
  if (instr.kind !== "call" || instr.effect !== "pure") return false;
  const types = [instr.receiver, ...instr.args].map((operand) => typeIn(func, operand));
  return types[0] === "str" || types.every(isInactive);
}

/**
 * Whether the result may carry a cotangent even if no operand does. A value captured from the function's module does not:
 * gradients leave out the module's variables, and what these refer to has its own shadows.
 */
export function isSource(instr: Instr, func: Func): boolean {
  const { captures, blocks } = func;
  if (instr.kind !== "prim") return instr.kind === "call" && !isPassive(instr, func);
  if (instr.prim !== "capture") return isMoving(instr.prim) && prims[instr.prim].effects.result === "contents";
  return captures[ownCapture(instr, blocks[0]?.params[0]) ?? -1]?.from !== "module";
}

/** The index of the function's own capture that an instruction reads. */
export function ownCapture({ args: [closure, k] }: PrimInstr, self: ValueId | undefined): number | undefined {
  return closure?.kind === "value" && closure.id === self && k?.kind === "const" ? (k.value as number) : undefined;
}

/** Operands that receive a cotangent even if the result carries none. */
export function storedOperands(instr: Instr): readonly Operand[] {
  switch (instr.kind) {
    case "call":
      return callOperands(instr);
    case "closure":
      return [];
    case "prim":
      return operandsThatGo(instr, "into first", "into fresh");
  }
}

/** Operands that receive a cotangent if the result carries one. */
export function passedOperands(instr: Instr, self: ValueId | undefined): readonly Operand[] {
  switch (instr.kind) {
    case "call":
      return [];
    case "closure":
      return closureOperands(instr);
    case "prim":
      // A value read from another closure's environment has its cotangent in that closure's.
      if (instr.prim === "capture") return ownCapture(instr, self) === undefined ? instr.args.slice(0, 1) : [];
      return isMoving(instr.prim) ? operandsThatGo(instr, "result") : scalarOperands(instr);
  }
}

/** Operands on whose derivatives the second and higher derivatives of the result depend, though the first does not. */
export const passedLater = (instr: Instr): readonly Operand[] =>
  instr.kind === "prim" ? operandsThatGo(instr, "derivatives") : [];

function callOperands(instr: CallInstr): readonly Operand[] {
  return operandsOf(instr);
}

function closureOperands(instr: ClosureInstr): readonly Operand[] {
  return instr.captures;
}

function scalarOperands({ prim, args }: PrimInstr): readonly Operand[] {
  const rule = rules[prim];
  switch (rule.kind) {
    case "partials":
      return args.filter((_, i) => rule.partials[i] != null);
    case "variadic":
      return args;
    case "none":
    case "structural":
      return [];
  }
}
