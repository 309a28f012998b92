// Where a path leaves a block: what is known there.

import type { OpenBlock, Operand, ValueId } from "../ir/index.ts";
import type { AbstractValue } from "./abstract-value.ts";
import type { Heap } from "./heap.ts";
import type { Writer } from "./writer.ts";

/** The state where a path leaves a block: the block being written, values by id, the heap. */
export interface Path {
  readonly block: OpenBlock;
  readonly values: ReadonlyMap<ValueId, AbstractValue>;
  readonly heap: Heap;
}

/** Continues writing at the end of a path. */
export function continueOn(writer: Writer, path: Path): void {
  writer.builder.switchTo(path.block);
  writer.heap = path.heap.fork();
}

/** Notes that a parameter is always one value. */
export function passOn(writer: Writer, param: Operand, from: Operand): void {
  writer.setOuter(param, from);
  writer.made.noteSame(param, from);
}
