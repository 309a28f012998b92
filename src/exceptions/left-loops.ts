// The loops of a function that jumps from within them leave, where errors are values.

import {
  edgesOf,
  type Func,
  type FuncBuilder,
  type Instr,
  type Loop,
  type OpenBlock,
  type Type,
  type ValueId,
  type ValueInfo,
} from "../ir/index.ts";

/** A value of the original, or one that differs by path: a flag, an argument on its way, the error. */
export type Variable = ValueId | ValueInfo;

export const temporary = (hint: string, type: Type = "any"): ValueInfo => ({ hint, type });

/** Where control may go on: a block of the original, or the end with an error. */
export type JumpTarget = number | "error";

/** A loop that jumps from within it leave. */
export interface LeftLoop {
  readonly header: OpenBlock;
  readonly latch: OpenBlock;
  readonly again: Variable;
  /** The values of the header's parameters in the next iteration. */
  readonly next: readonly Variable[];
  readonly leaving: { readonly to: JumpTarget; readonly flag: Variable }[];
}

/** A loop that jumps other than its latch's leave; null for other loops. */
export function leftLoop(
  func: Func,
  { header, latch, blocks: inside }: Loop,
  mayThrow: (instr: Instr) => boolean,
  blocks: readonly OpenBlock[],
  builder: FuncBuilder,
): LeftLoop | null {
  const within = new Set<number>(inside);
  const isLeft = inside.some((b) => {
    const { instrs, terminator } = func.blocks[b] as Func["blocks"][number];
    return (b !== latch && edgesOf(terminator).some(({ target }) => !within.has(target))) || instrs.some(mayThrow);
  });
  if (!isLeft) return null;
  const params = func.blocks[header]?.params ?? [];
  return {
    header: blocks[header] as OpenBlock,
    latch: builder.block(),
    again: temporary("again"),
    // Each has its own, even if two parameters are described by one object.
    next: params.map((id) => ({ ...(func.values[id] ?? temporary("")) })),
    leaving: [],
  };
}
