// How cotangents flow through one instruction: which operands its pullback can contribute to, given whether the result
// carries a cotangent. The one description of it that activity analysis and the reverse transform share.

import type { CallInstr, ClosureInstr, Func, Instr, Operand, PrimInstr, PrimName, ValueId } from "../ir/index.ts";
import { operandsOf } from "../ir/index.ts";
import { rules } from "./rules/index.ts";
import type { StructuralPrim } from "./structural-names.ts";

type Some = (args: readonly Operand[]) => readonly Operand[];

/** What a primitive that moves cotangents does with them. */
interface Movement {
  /** The result comes out of memory: it may carry a cotangent whatever the operands are. */
  readonly isSource?: true;
  /** Value operands that move into memory: they receive cotangents whatever becomes of the result. */
  readonly stored?: Some;
  /** Operands that pass the result's cotangent on. */
  readonly passed?: Some;
}

const source: Movement = { isSource: true };
const all: Some = (args) => args;
const first: Some = (args) => args.slice(0, 1);
const fromSecond: Some = (args) => args.slice(1);
/** It clears slots, and passes nothing on. */
const nothing: Movement = {};

const movements: Readonly<Record<StructuralPrim, Movement>> = {
  add: { passed: all },
  carry: { passed: (args) => args.slice(0, 2) },
  sum: { passed: all },
  gate: { passed: first },
  select: { passed: fromSecond },
  tuple: { passed: all },
  "tuple-get": { passed: first },
  "tuple-concat": { passed: all },
  part: { passed: first },
  "parts-from": { passed: first },
  "parts-to": { passed: first },
  inject: { passed: fromSecond },
  "inject-from": { passed: fromSecond },
  get: source,
  load: source,
  length: source,
  gather: source,
  "box-get": source,
  // The environment of another closure; the function's own is accounted for by capture (adjoint.ts).
  capture: { passed: first },
  "tape-push": { passed: all },
  "tape-pop": { passed: all },
  "shadow-get": source,
  array: { stored: all },
  "array-from": { stored: all },
  object: { stored: (args) => args.filter((_, i) => i % 2 === 1) },
  set: { stored: (args) => args.slice(2) },
  delete: nothing,
  "set-length": nothing,
  push: { stored: fromSecond },
  pop: source,
  "box-new": { stored: all },
  "box-set": { stored: fromSecond },
  accum: { stored: (args) => args.slice(2) },
  take: source,
  put: { stored: (args) => args.slice(2) },
  "accum-all": { stored: fromSecond },
  clear: nothing,
};

function movementOf(prim: PrimName): Movement {
  const rule = rules[prim];
  return rule.kind === "structural" ? movements[rule.prim] : nothing;
}

/**
 * Whether the result may carry a cotangent even if no operand does. What a function captures by value from its module
 * does not: gradients leave the module's variables out, and what they refer to has shadows of its own.
 */
export function isSource(instr: Instr, { captures, blocks }: Func): boolean {
  if (instr.kind !== "prim") return instr.kind === "call";
  if (instr.prim !== "capture") return movementOf(instr.prim).isSource === true;
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
      return movementOf(instr.prim).stored?.(instr.args) ?? [];
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
      if (instr.prim === "capture" && ownCapture(instr, self) !== undefined) return [];
      return movementOf(instr.prim).passed?.(instr.args) ?? scalarOperands(instr);
  }
}

/** Operands whose derivatives the second and higher derivatives of the result depend on, though the first does not. */
export const passedLater = (instr: Instr): readonly Operand[] =>
  instr.kind === "prim" && instr.prim === "carry" ? instr.args.slice(2) : [];

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
