// Unrolled loops: how far, and where they end.

import type { Block, Func, Loop, Span } from "../ir/index.ts";
import { NotSpecialised, TooLong } from "./not-specialised.ts";
import type { Extent } from "./extents.ts";
import type { Reason } from "./reason.ts";

export interface Unrolling {
  /** Limits for an unrolled loop: iterations, and code. */
  readonly limits: readonly [number, number];
  /** The limits where no iteration knows anything that would not be known in all of them. */
  readonly limitsAlike: readonly [number, number];
  /** Longer functions are given up. */
  readonly longest: number;
  /** Whether the whole call is given up then, to be made again in another way, and not the function alone. */
  readonly givesUpAll: boolean;
}

const usual: Unrolling = { limits: [64, 4000], limitsAlike: [8, 400], longest: 6000, givesUpAll: true };

/** How far loops are unrolled: "little" where code would be too long, "much" where only long code will do. */
export type HowFar = "usual" | "little" | "much";

export const unrollings: Readonly<Record<HowFar, Unrolling>> = {
  usual,
  little: { limits: [64, 400], limitsAlike: [1, 0], longest: 20_000, givesUpAll: false },
  much: { ...usual, longest: 20_000, givesUpAll: false },
};

/** The part of the limits for code that counts where there are loops in an unrolled loop: what an iteration knows is worth less. */
export const partWithLoops: number = 1 / 4;

/**
 * Functions with more blocks than this are given up. Engines do not optimise code of so many branches, and passes and derivatives,
 * which take what is known along all of them, take long: a gradient has a multiple of the function's blocks.
 */
let mostBlocks = 4000;

/** Runs `run` with another limit of blocks: tests have small programs given up. */
export function withMostBlocks<T>(other: number, run: () => T): T {
  const before = mostBlocks;
  mostBlocks = other;
  try {
    return run();
  } finally {
    mostBlocks = before;
  }
}

/** Gives up a function of which too much has been written. */
export function requireShort({ longest, givesUpAll }: Unrolling, { length, blocks }: Extent, span: Span): void {
  const reason: Reason | null =
    blocks > mostBlocks
      ? "more branches than are worth specialising"
      : length > longest
        ? "more code than is worth specialising"
        : null;
  if (reason !== null) throw new (givesUpAll ? TooLong : NotSpecialised)(reason, span);
}

/** Where the latch leaves a loop; null if it does not. */
export function exitOf({ blocks }: Func, { latch, header }: Loop): number | null {
  const { terminator } = blocks[latch] as Block;
  if (terminator.kind !== "branch") return null;
  return terminator.then.target === header ? terminator.else.target : terminator.then.target;
}
