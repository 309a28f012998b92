// How large functions engines optimise.

import { emitFunction } from "../codegen/index.ts";
import { allInstrs, type Func, type Program } from "../ir/index.ts";

/** V8 does not optimise functions whose bytecode has more than 60 kilobytes; these are about as many instructions. */
const usual = 3000;
let mostOptimised = usual;
/** So many characters of JavaScript are as much bytecode as an instruction, where a function is large. */
const charactersEach = 36;
/** Of a large function, each part has at most this share of what engines optimise. */
const share = 0.95;
/** Functions that have no more than this share are not looked at. */
const short = 0.6;

/** Runs `run` as if engines optimised only shorter functions: laws have code made again, and in parts. */
export function withMostOptimised<T>(other: number, run: () => T): T {
  const before = mostOptimised;
  mostOptimised = other;
  try {
    return run();
  } finally {
    mostOptimised = before;
  }
}

/** Whether a function that is not finished is so short that engines will optimise it. */
export const isShortEnough = (func: Func): boolean => allInstrs(func).length <= mostOptimised;

/** How many instructions a finished function may have. */
export function mostInstrs(program: Program, func: Func): number {
  const size = allInstrs(func).length;
  if (mostOptimised < usual) return size - 1;
  // The text of such a function is hardly ever too long, and it takes time to find out.
  if (size < short * mostOptimised) return Infinity;
  const longest = mostOptimised * charactersEach;
  const { length } = emitFunction(program, func.name).text;
  return length <= longest ? Infinity : Math.floor((share * longest * size) / length);
}
