// Keys that a record cannot have: records that have not been materialised have no symbols and no indices as keys.

import { constant, isNumber } from "../ir/index.ts";
import { ofOperand, type AbstractValue } from "./abstract-value.ts";
import { typeOfAbstract } from "./type-of-abstract.ts";
import type { Writer } from "./writer.ts";

/** A symbol that every program has, such as `Symbol.iterator`. */
export function wellKnownSymbol(writer: Writer, name: string, symbol: symbol): AbstractValue {
  const read = writer.prim("load", [writer.prim("global", [constant("Symbol")]), constant(name)]);
  if (read.kind === "value") writer.symbols.set(read.id, symbol);
  return ofOperand(read);
}

/** Whether a record that has not been materialised lacks a key that is a well-known symbol or a number. */
export function isMissing(writer: Writer, object: AbstractValue | undefined, key: AbstractValue | undefined): boolean {
  const contents = writer.virtual(object);
  if (contents?.kind !== "record" || key?.kind !== "operand") return false;
  const symbol = key.operand.kind === "value" ? writer.symbols.get(key.operand.id) : undefined;
  if (symbol !== undefined) {
    if (symbol in Object.prototype) return false;
    writer.assume(Object.prototype, symbol, undefined);
    return true;
  }
  return isNumber(typeOfAbstract(writer, key)) && contents.keys.every((name) => String(Number(name)) !== name);
}
