// Decides how long general code runs before a program is specialised: about as long as specialising takes. Both together then
// take at most twice the time of the better choice, however often a derivative is computed.

import { isChecked, type Code } from "../ir/index.ts";
import { stampOf } from "../runtime/index.ts";
import { stampFromSource } from "../host/from-source.ts";
import { programSize } from "./program-size.ts";

/** What is left for general code before the program is specialised. */
export interface GeneralBudget {
  /** Milliseconds. */
  left: number;
  /** Calls. */
  calls: number;
}

/**
 * Small programs are specialised after this many calls of general code, however short they are: engines record nothing about a
 * function's first calls, and they do not inline an entry into its callers if it has seen more of general code.
 */
const mostCalls = 8;

/** By the code that is differentiated: all closures of one code, and all operators over it, share a budget. */
const known = new WeakMap<Code, GeneralBudget>();

/** Approximate milliseconds that specialising takes for each instruction. */
const perInstruction = 5;

/**
 * Programs of at most this many instructions are specialised at once: a loop may run for long even in its first call. If nothing
 * runs more than once, no call takes long, and general code is ready sooner. Tests use specialised code at once.
 */
const mostAtOnce = (repeats: boolean): number => (repeats || isChecked ? 250 : 0);

/** The budget for a differentiated function. */
export function generalBudget(f: unknown): GeneralBudget {
  // The function must be compiled in any case, to be differentiated.
  if (typeof f === "function" && stampOf(f) === undefined) stampFromSource(f as () => unknown);
  const { size, repeats, code } = programSize(f);
  const budget = (code && known.get(code)) ?? {
    left: size > mostAtOnce(repeats) ? perInstruction * size : 0,
    calls: size > mostAtOnce(true) ? Infinity : mostCalls,
  };
  if (code) known.set(code, budget);
  return budget;
}
