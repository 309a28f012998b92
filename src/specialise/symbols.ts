// Symbols as keys of records that have not been materialised: those that every program has, such as `Symbol.iterator`.

import { isNumber } from "../ir/index.ts";
import type { AbstractValue } from "./abstract-value.ts";
import { inheritedFrom } from "./instances.ts";
import { typeOfAbstract } from "./type-of-abstract.ts";
import type { Writer } from "./writer.ts";

/** The well-known symbol that a key is, if that is known. */
export const symbolOf = (writer: Writer, key: AbstractValue | undefined): symbol | undefined =>
  key?.kind === "operand" && key.operand.kind === "value" ? writer.symbols.get(key.operand.id) : undefined;

/** What a record or an instance that has not been materialised holds under a symbol; null for all else. */
export function underSymbol(
  writer: Writer,
  object: AbstractValue | undefined,
  key: AbstractValue,
): AbstractValue | null {
  const contents = writer.virtual(object);
  const symbol = symbolOf(writer, key);
  if (contents?.kind === "instance" && symbol !== undefined) return inheritedFrom(writer, contents.prototype, symbol);
  const k = contents?.kind === "record" && symbol !== undefined ? contents.keys.indexOf(symbol) : -1;
  return contents?.kind === "record" ? (contents.items[k] ?? null) : null;
}

/** Whether a record that has not been materialised lacks a key that is a well-known symbol or a number. */
export function isMissing(writer: Writer, object: AbstractValue | undefined, key: AbstractValue | undefined): boolean {
  const contents = writer.virtual(object);
  if (contents?.kind !== "record" || key?.kind !== "operand") return false;
  const symbol = symbolOf(writer, key);
  if (symbol !== undefined) {
    if (contents.keys.includes(symbol) || symbol in Object.prototype) return false;
    writer.assume(Object.prototype, symbol, undefined);
    return true;
  }
  return (
    isNumber(typeOfAbstract(writer, key)) &&
    contents.keys.every((key) => typeof key === "symbol" || String(Number(key)) !== key)
  );
}
