// Arithmetic converts an array to a text and reads a number from that, which loses the derivative. Where types show that an operand
// is an array, differentiation fails; where they show nothing, the derivative asks as soon as there is one to lose (`no-array`).

import { convertingPrims, isInstance, isRecord, isTyped, mayBeArray, type PrimInstr, type Type } from "../ir/index.ts";

/** Whether an operation may convert an operand of a type from an array. What `+` gives of an array is a text. */
export const mayConvertArray = ({ prim }: PrimInstr, type: Type): boolean =>
  type === "any" && prim !== "add" && convertingPrims.has(prim);

/** What a user calls a value of a type of the IR. */
export function described(type: Type): string {
  if (isTyped(type)) return "a typed array";
  if (mayBeArray(type)) return "an array";
  if (isInstance(type)) return "an instance of a class";
  if (type === "box") return "a captured variable";
  return isRecord(type) ? "a record" : "an object";
}
