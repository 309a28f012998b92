// Converting an object to a number would lose its derivative: refused, where types show it.

import { ZerothError, isArray, isInstance, isRecord, isTyped, type Span, type Type } from "../ir/index.ts";

export function usedAsNumber(span: Span, type: Type): ZerothError {
  return new ZerothError({
    kind: "unsupported",
    message: `${described(type)} used as a number, in differentiated code`,
    span,
    remedy: "use the number that it stands for",
  });
}

/** What a user calls a value of a type of the IR. */
function described(type: Type): string {
  if (isTyped(type)) return "a typed array";
  if (isArray(type)) return "an array";
  if (isInstance(type)) return "an instance of a class";
  if (type === "box") return "a captured variable";
  return isRecord(type) ? "a record" : "an object";
}
