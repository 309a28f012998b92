// What a user calls a value of a type of the IR that is used as a number.

import { isInstance, isRecord, isTyped, mayBeArray, type Type } from "../ir/index.ts";

export function described(type: Type): string {
  if (isTyped(type)) return "a typed array";
  if (mayBeArray(type)) return "an array";
  if (isInstance(type)) return "an instance of a class";
  if (type === "box") return "a captured variable";
  return isRecord(type) ? "a record" : "an object";
}
