// The refusal of memory that arithmetic converts to a number: such a number is read from a text, and carries no derivative.

import { ZerothError } from "./diagnostics.ts";
import type { Span } from "./span.ts";

/** `what` is what a user calls such a value. */
export function usedAsNumber(what: string, span?: Span): ZerothError {
  return new ZerothError({
    kind: "unsupported",
    message: `${what} used as a number, in differentiated code`,
    ...(span === undefined ? {} : { span }),
    remedy: "use the number that it stands for",
  });
}
