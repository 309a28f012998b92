// Unrolled loops: how far, and where they end.

import type { Block, Func, Loop } from "../ir/index.ts";

/** Limits for an unrolled loop: iterations, and code. */
export const limits = [64, 4000] as const;
/** The limits where no iteration knows anything that would not be known in all of them. */
export const limitsAlike = [8, 400] as const;

/** Where the latch leaves a loop; null if it does not. */
export function exitOf({ blocks }: Func, { latch, header }: Loop): number | null {
  const { terminator } = blocks[latch] as Block;
  if (terminator.kind !== "branch") return null;
  return terminator.then.target === header ? terminator.else.target : terminator.then.target;
}
