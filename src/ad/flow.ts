// How cotangents flow through one instruction: which operands its pullback can contribute to, given whether the result
// carries a cotangent. The one description of it that activity analysis and the reverse transform share.

import type { CallInstr, ClosureInstr, Instr, Operand, PrimInstr } from "../ir/index.ts";
import { operandsOf } from "../ir/index.ts";
import { rules } from "./rules/index.ts";

/** Primitives whose result comes out of memory or a call: it may carry a cotangent whatever the operands are. */
const sources = new Set(["get", "length", "pop", "box-get", "capture", "shadow-get", "take", "gather"]);

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
  capture: (args) => args.slice(0, 1),
  part: (args) => args.slice(0, 1),
  "parts-from": (args) => args.slice(0, 1),
  "parts-to": (args) => args.slice(0, 1),
  inject: (args) => args.slice(1),
  "inject-from": (args) => args.slice(1),
  "tape-push": (args) => args,
  "tape-pop": (args) => args,
};

/** Whether the result may carry a cotangent even if no operand does. */
export function isSource(instr: Instr): boolean {
  return instr.kind === "call" || (instr.kind === "prim" && sources.has(instr.prim));
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
export function passedOperands(instr: Instr): readonly Operand[] {
  switch (instr.kind) {
    case "call":
      return [];
    case "closure":
      return closureOperands(instr);
    case "prim":
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
