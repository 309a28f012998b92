// How long general code runs before a program is specialised: about as long as that takes, so that both together take at
// most twice the time of the better choice, however often a derivative is asked for.

import { isChecked } from "../ir/index.ts";
import { stampOf, type Code } from "../runtime/index.ts";
import { stampFromSource } from "../host/from-source.ts";
import { programSize } from "./program-size.ts";

/** What general code may still take. */
export interface GeneralBudget {
  /** Milliseconds. */
  left: number;
  /** Calls. */
  calls: number;
}

/**
 * So many calls of general code come before small programs are specialised, however short they are: of a function's first
 * calls engines remember nothing, and an entry that has seen more of general code is not compiled into its callers.
 */
const mostCalls = 8;

/** By the code that is differentiated: closures of one code, and the operators over it, share it. */
const known = new WeakMap<Code, GeneralBudget>();

/** Milliseconds that specialising takes for each instruction, about. */
const perInstruction = 5;

/**
 * Programs of at most so many instructions are specialised at once: a loop may run for long in its first call already. Where
 * nothing runs more than once, no call takes long, and general code is there sooner. Tests see specialised code at once.
 */
const mostAtOnce = (repeats: boolean): number => (repeats || isChecked ? 250 : 0);

/** With a function that is differentiated. */
export function generalBudget(f: unknown): GeneralBudget {
  // It is compiled to be differentiated, in any case.
  if (typeof f === "function" && stampOf(f) === undefined) stampFromSource(f as () => unknown);
  const { size, repeats, code } = programSize(f);
  const budget = (code && known.get(code)) ?? {
    left: size > mostAtOnce(repeats) ? perInstruction * size : 0,
    calls: size > mostAtOnce(true) ? Infinity : mostCalls,
  };
  if (code) known.set(code, budget);
  return budget;
}
