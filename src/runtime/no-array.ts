// Where types do not show it, a derivative asks whether what is converted to a number is an array: such a number is read from a text,
// and carries no derivative.

import { usedAsNumber } from "../ir/used-as-number.ts";
import type { Context } from "./shadow.ts";

/**
 * Refuses an array or typed array of one element; where there are contexts, only one that has tangents in any of them. Of no element
 * there is nothing to lose, and of several the text is no number.
 */
export function noArray(x: unknown, contexts?: Context | readonly Context[]): void {
  if (typeof x !== "object") return;
  const isArray = Array.isArray(x);
  if (!(isArray || ArrayBuffer.isView(x)) || (x as ArrayLike<unknown>).length !== 1) return;
  if (contexts !== undefined && [contexts].flat().every((context) => !context.isTouched(x))) return;
  throw usedAsNumber(isArray ? "an array" : "a typed array");
}

/** The same for what is stored in a typed array. */
export function noArrayStored(memory: unknown, x: unknown, contexts?: Context | readonly Context[]): void {
  if (ArrayBuffer.isView(memory)) noArray(x, contexts);
}
