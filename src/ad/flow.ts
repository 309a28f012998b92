// How cotangents flow through one instruction: which operands its pullback can contribute to, given whether the result
// carries a cotangent. The one description of it that activity analysis and the reverse transform share.

import type { CallInstr, ClosureInstr, Func, Instr, Operand, PrimInstr, ValueId } from "../ir/index.ts";
import { operandsOf } from "../ir/index.ts";
import { rules } from "./rules/index.ts";

/** Primitives whose result comes out of memory or a call: it may carry a cotangent whatever the operands are. */
const sources = new Set(["get", "load", "length", "pop", "box-get", "shadow-get", "take", "gather"]);

/** Value operands that move into memory: they receive cotangents whatever becomes of the result. */
const stored: { readonly [prim: string]: (args: readonly Operand[]) => readonly Operand[] } = {
  set: (args) => args.slice(2),
  push: (args) => args.slice(1),
  "box-set": (args) => args.slice(1),
  "box-new": (args) => args,
  array: (args) => args,
  "array-from": (args) => args,
  object: (args) => args.filter((_, i) => i % 2 === 1),
  accum: (args) => args.slice(2),
  put: (args) => args.slice(2),
  "accum-all": (args) => args.slice(1),
};

/** Operands that pass the result's cotangent on. */
const passed: { readonly [prim: string]: (args: readonly Operand[]) => readonly Operand[] } = {
  add: (args) => args,
  carry: (args) => args.slice(0, 2),
  sum: (args) => args,
  gate: (args) => args.slice(0, 1),
  select: (args) => args.slice(1),
  tuple: (args) => args,
  "tuple-get": (args) => args.slice(0, 1),
  "tuple-concat": (args) => args,
  part: (args) => args.slice(0, 1),
  "parts-from": (args) => args.slice(0, 1),
  "parts-to": (args) => args.slice(0, 1),
  inject: (args) => args.slice(1),
  "inject-from": (args) => args.slice(1),
  "tape-push": (args) => args,
  "tape-pop": (args) => args,
};

/**
 * Whether the result may carry a cotangent even if no operand does. What a function captures by value from its module
 * does not: gradients leave the module's variables out, and what they refer to has shadows of its own.
 */
export function isSource(instr: Instr, { captures, blocks }: Func): boolean {
  if (instr.kind !== "prim") return instr.kind === "call";
  if (instr.prim !== "capture") return sources.has(instr.prim);
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
      return stored[instr.prim]?.(instr.args) ?? [];
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
      // The environment of another closure; the function's own is accounted for by capture (adjoint.ts).
      if (instr.prim === "capture") return ownCapture(instr, self) === undefined ? instr.args.slice(0, 1) : [];
      return passed[instr.prim]?.(instr.args) ?? scalarOperands(instr);
  }
}

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
