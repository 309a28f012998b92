// The tape that calls share: two lists, one of numbers and one of everything else (ad/lists.ts).

import type { Operand } from "../ir/index.ts";
import type { Writer } from "./writer.ts";

/** The operands that make up a tape. */
export interface Tape {
  readonly numbers: Operand;
  readonly others: Operand;
  /** In the reverse sweep, a list of how many of the numbers and of the others are left. */
  readonly left: Operand | null;
}

/** The hint of lists of a tape that hold anything: only sweeps read them, which know what they have put there. No name is like it. */
export const hintOfTape = "tape.others";

export function newTape(writer: Writer): Tape {
  const { builder } = writer;
  const numbers = builder.prim("array", [], writer.span, "numbers", "numbers");
  return { numbers, others: builder.prim("array", [], writer.span, hintOfTape, "array"), left: null };
}

/** The tape for a reverse sweep, which starts at its end. */
export function reverseTape(writer: Writer, { numbers, others }: Tape): Tape {
  const { builder } = writer;
  const ends = [numbers, others].map((list) => builder.prim("array-length", [list], writer.span, "end"));
  return { numbers, others, left: builder.prim("array", ends, writer.span, "left", "numbers") };
}
