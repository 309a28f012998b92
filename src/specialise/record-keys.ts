// Operands for the keys of records.

import { constant, type Operand, type PrimName, type ValueId } from "../ir/index.ts";
import type { Key } from "./abstract-value.ts";

/** What is asked of the writer (writer.ts). */
interface Writing {
  readonly prim: (prim: PrimName, args: readonly Operand[]) => Operand;
  readonly symbols: Map<ValueId, symbol>;
}

const ofAll = "Symbol.";

/** A symbol that every program has, under its name. */
export function wellKnownSymbol(writer: Writing, name: string, symbol: symbol): Operand {
  const read = writer.prim("load", [writer.prim("global", [constant("Symbol")]), constant(name)]);
  if (read.kind === "value") writer.symbols.set(read.id, symbol);
  return read;
}

export const keyOperand = (writer: Writing, key: Key): Operand =>
  typeof key === "string" ? constant(key) : wellKnownSymbol(writer, String(key.description).slice(ofAll.length), key);
