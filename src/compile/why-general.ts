// Why general code runs, where code cannot be specialised to a call.
//
// What cannot be specialised is refused with a reason. An error of the compiler's own is no such reason: under test it is
// thrown, and the suites fail if there was one at all, whoever caught it. Users get the answer of general code, which does
// not need what could not be made; `explain` shows them the error.

import { ZerothError } from "../ir/index.ts";
import { NotSpecialised } from "../specialise/index.ts";
import { internalErrors } from "./internal-errors.ts";

/** The reason that an error is, which specialising has thrown; `isTest`: errors of the compiler's own are thrown. */
export function whyGeneral(error: unknown, isTest: boolean): NotSpecialised {
  if (error instanceof NotSpecialised) return error;
  // What cannot be differentiated is an error where the general code meets it, if it does.
  if (error instanceof ZerothError && error.kind !== "bug") return new NotSpecialised(error.message);
  internalErrors.push(error);
  if (isTest) throw error;
  if (error instanceof ZerothError) return new NotSpecialised(error.message, error.span);
  return new NotSpecialised(`bug in zeroth: ${error instanceof Error ? error.message : String(error)}`);
}
