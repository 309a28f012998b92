// Counts the code written so far; failed attempts do not count.

export interface Extent {
  /** The number of instructions. */
  readonly length: number;
  readonly blocks: number;
}

/** What has been written, and how much of it is not part of the code. */
interface Written {
  readonly size: number;
  readonly blocks: number;
  abandoned: Extent;
}

export const extentOf = ({ size, blocks, abandoned }: Written): Extent => ({
  length: size - abandoned.length,
  blocks: blocks - abandoned.blocks,
});

/** Notes that what was written after there was this much is not part of the code. */
export function abandonAfter(written: Written, { length, blocks }: Extent): void {
  written.abandoned = { length: written.size - length, blocks: written.blocks - blocks };
}
