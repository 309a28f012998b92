// Converting an object to a number would lose its derivative: refused, where types show it.

import { ZerothError, isTyped, type Span, type Type } from "../ir/index.ts";

export function usedAsNumber(span: Span, type: Type): ZerothError {
  return new ZerothError({
    kind: "unsupported",
    message: `${isTyped(type) ? "a typed array" : `an ${type}`} used as a number, in differentiated code`,
    span,
    remedy: "use the number that it stands for",
  });
}
