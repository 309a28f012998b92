// What a primitive is: arity, effects, type of the result, meaning, and how JavaScript spells it.
//
// `evaluate` is the meaning; the interpreter calls it, and generated code calls it too wherever `js` is absent.
// Operands are JavaScript values: numbers mean what JavaScript says they mean. Operands described as *cotangents* are
// numbers, tuples or tapes (runtime/cotangent.ts), with 0 as the zero of all of them.

import type { Arithmetic } from "./arithmetic.ts";
import type { Type } from "../types.ts";
import type { Effects } from "./effects.ts";

/**
 * The effects in one word: `pure` may be dropped, duplicated and moved; `alloc` may be dropped (identity is new each time);
 * `read` depends on memory and may throw on a bad operand; `write` changes memory; `call` may do anything.
 */
export type Effect = "pure" | "alloc" | "read" | "write" | "call";

export interface Prim {
  /** The number of operands, or the least number for a primitive that takes any further ones. */
  readonly arity: number | { readonly atLeast: number };
  readonly effects: Effects;
  readonly effect: Effect;
  /** The type of the result; `none` if there is none (the text form then prints no result). */
  readonly result: Type | "none" | ((args: readonly Type[]) => Type);
  /** Null for primitives that do not compute numbers, or that passes may not treat as computing numbers. */
  readonly arithmetic: Arithmetic | null;
  // The operands are dynamic: each primitive knows what it takes.
  readonly evaluate: (...args: never[]) => unknown;
  /** JavaScript expression (or statement, for `none`) over operand expressions, already parenthesised as needed. */
  readonly js?: (...args: readonly string[]) => string;
}

/** A row of the table. */
export const prim = (
  arity: Prim["arity"],
  effects: Effects,
  result: Prim["result"],
  evaluate: Prim["evaluate"],
  js?: Prim["js"],
): Prim => {
  const row = { arity, effects, effect: effectInAWord(effects, result === "none"), result, arithmetic: null, evaluate };
  return js === undefined ? row : { ...row, js };
};

/** A row for a primitive that computes numbers. */
export const computing = (arithmetic: Arithmetic, row: Prim): Prim => ({ ...row, arithmetic });

function effectInAWord(
  { operands, result, memory, mayThrow, mayLeave, isAnything }: Effects,
  isStatement: boolean,
): Effect {
  if (isAnything) return "call";
  if (operands.some(({ writes, goes }) => writes.length > 0 || goes === "anywhere")) return "write";
  const depends = operands.some(({ reads }) => reads.length > 0) && memory !== "constant";
  if (result === "fresh" && !depends) return "alloc";
  // A check must not be dropped, though it gives nothing.
  return depends || mayThrow || (mayLeave && isStatement) ? "read" : "pure";
}
