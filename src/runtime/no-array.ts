// Where types do not show it, a derivative asks whether what is converted to a number is an array: such a number is read from a text,
// and carries no derivative.

import { usedAsNumber } from "../ir/used-as-number.ts";
import { Context } from "./shadow.ts";

/** Refuses an array or typed array that has a cotangent other than zero, or tangents in a context, or in one of several. */
export function noArray(x: unknown, lost: unknown): void {
  if (typeof x !== "object" || lost === 0) return;
  const isArray = Array.isArray(x);
  if (!isArray && !ArrayBuffer.isView(x)) return;
  const contexts = Array.isArray(lost) ? (lost as readonly unknown[]) : [lost];
  if (contexts.every((context) => context instanceof Context && !context.isTouched(x))) return;
  throw usedAsNumber(isArray ? "an array" : "a typed array");
}
