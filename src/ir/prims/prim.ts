// What a primitive is: arity, effect, type of the result, meaning, and how JavaScript spells it.
//
// `evaluate` is the meaning; the interpreter calls it, and generated code calls it too wherever `js` is absent.
// Operands are JavaScript values: numbers mean what JavaScript says they mean. Operands described as *cotangents* are
// numbers, tuples or tapes (values/cotangent.ts), with 0 as the zero of all of them.
//
// Effects: `pure` may be dropped, duplicated and moved; `alloc` may be dropped (identity is new each time);
// `read` depends on memory and may throw on a bad operand; `write` changes memory; `call` may do anything.

import type { Type } from "../types.ts";

export type Effect = "pure" | "alloc" | "read" | "write" | "call";

export interface Prim {
  /** The number of operands, or the least number of a primitive that takes any more. */
  readonly arity: number | { readonly atLeast: number };
  readonly effect: Effect;
  /** The type of the result; `none` if there is none (the text form then prints no result). */
  readonly result: Type | "none" | ((args: readonly Type[]) => Type);
  // The operands are dynamic: each primitive knows what it takes.
  readonly evaluate: (...args: never[]) => unknown;
  /** JavaScript expression (or statement, for `none`) over operand expressions, already parenthesised as needed. */
  readonly js?: (...args: readonly string[]) => string;
}

/** A row of the table. */
export const prim = (
  arity: Prim["arity"],
  effect: Effect,
  result: Prim["result"],
  evaluate: Prim["evaluate"],
  js?: Prim["js"],
): Prim => (js === undefined ? { arity, effect, result, evaluate } : { arity, effect, result, evaluate, js });
