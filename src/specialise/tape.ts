// The tape that the calls of a recursive function share: two lists, one of numbers and one of everything else.
//
// When a call is done, it stores what its pullback needs after what its inner calls have stored. In the reverse sweep, the
// pullback of a call first takes what was stored last, then calls the pullbacks of the inner calls, the last one first. So how
// much of the tape is left is the only state; nothing is removed from it, and a second reverse sweep can read it again.

import { constant, isNumber, zero, type Operand, type Type } from "../ir/index.ts";
import type { Stored } from "./specialised.ts";
import { putTogether, takeApart, type Leaf } from "./shape.ts";
import { ofOperand, type AbstractValue } from "./abstract-value.ts";
import { NotSpecialised } from "./not-specialised.ts";
import type { Writer } from "./writer.ts";

/** The operands that make up a tape. */
export interface Tape {
  readonly numbers: Operand;
  readonly others: Operand;
  /** In the reverse sweep, a list of how many of the numbers and of the others are left. */
  readonly left: Operand | null;
}

export function newTape(writer: Writer): Tape {
  const { builder } = writer;
  const numbers = builder.prim("array", [], writer.span, "numbers", "numbers");
  return { numbers, others: builder.prim("array", [], writer.span, "others", "array"), left: null };
}

/** The tape for a reverse sweep, which starts at its end. */
export function goingBack(writer: Writer, { numbers, others }: Tape): Tape {
  const { builder } = writer;
  const ends = [numbers, others].map((list) => builder.prim("array-length", [list], writer.span, "end"));
  return { numbers, others, left: builder.prim("array", ends, writer.span, "left", "numbers") };
}

const isStoredAsNumber = (type: Type): boolean => isNumber(type) || type === "bool";

/** Stores a value at the end. */
export function store(
  writer: Writer,
  tape: Tape,
  known: AbstractValue,
  isOption: Parameters<typeof takeApart>[3],
): Stored {
  const leaves: Leaf[] = [];
  const shape = takeApart(writer, known, { leaves, records: [], functions: null, own: new Set() }, isOption);
  // Integers are restored as integers.
  const types = leaves.map(({ known: leaf, type }) =>
    leaf.kind === "operand" && writer.typeOf(leaf.operand) === "int" ? "int" : type,
  );
  leaves.forEach((leaf) => {
    const operand = (leaf.known as { readonly operand: Operand }).operand;
    const isNumeric = isStoredAsNumber(leaf.type);
    const stored = leaf.type === "bool" ? writer.prim("select", [operand, constant(1), constant(0)]) : operand;
    writer.builder.prim("push", [isNumeric ? tape.numbers : tape.others, stored], writer.span);
  });
  return { shape, types };
}

/** Restores what was stored last. */
export function restored(writer: Writer, { numbers, others, left }: Tape, { shape, types }: Stored): AbstractValue {
  if (left === null) throw new NotSpecialised("a tape that is read while it is written", writer.span);
  const { builder } = writer;
  const values: Operand[] = new Array<Operand>(types.length).fill(zero);
  for (const [which, list] of [numbers, others].entries()) {
    const indices = [...types.keys()].filter((k) => isStoredAsNumber(types[k] as Type) === (which === 0));
    if (indices.length === 0) continue;
    const end = builder.prim("get", [left, constant(which)], writer.span, "end", "int");
    const start = builder.prim("sub", [end, constant(indices.length)], writer.span, "start", "int");
    builder.prim("set", [left, constant(which), start], writer.span);
    indices.forEach((index, k) => {
      const type = types[index] as Type;
      const at = k === 0 ? start : builder.prim("add", [start, constant(k)], writer.span, "", "int");
      const read = builder.prim("get", [list, at], writer.span, "", type === "bool" ? "num" : type);
      values[index] = type === "bool" ? builder.prim("ne", [read, constant(0)], writer.span) : read;
    });
  }
  // Another call was given the functions that these numbers mean.
  return putTogether(writer, shape, values.map(ofOperand), "stored", () => "any");
}
