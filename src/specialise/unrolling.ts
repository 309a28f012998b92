// Unrolled loops: how far, and where they end.

import type { Block, Func, Loop } from "../ir/index.ts";

/** How far loops are unrolled. */
export interface Unrolling {
  /** Limits for an unrolled loop: iterations, and code. */
  readonly limits: readonly [number, number];
  /** The limits where no iteration knows anything that would not be known in all of them. */
  readonly limitsAlike: readonly [number, number];
}

const usual: Unrolling = { limits: [64, 4000], limitsAlike: [8, 400] };
/** Where code would become too long. */
const little: Unrolling = { limits: [64, 400], limitsAlike: [1, 0] };

export const unrollingOf = (unrollsLittle: boolean): Unrolling => (unrollsLittle ? little : usual);

/** Where the latch leaves a loop; null if it does not. */
export function exitOf({ blocks }: Func, { latch, header }: Loop): number | null {
  const { terminator } = blocks[latch] as Block;
  if (terminator.kind !== "branch") return null;
  return terminator.then.target === header ? terminator.else.target : terminator.then.target;
}
