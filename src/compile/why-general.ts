// Says why general code runs, where code cannot be specialised to a call.
//
// The specialiser refuses what it cannot handle, with a reason. An internal error of the compiler is no such reason: tests throw
// it, and the suites fail if one occurred at all, even if it was caught. Users get the answer of general code, which does not
// depend on the failed specialisation; `explain` shows them the error.

import { ZerothError } from "../ir/index.ts";
import { NotSpecialised } from "../specialise/index.ts";
import { internalErrors } from "./internal-errors.ts";

/** Turns an error that specialising threw into a reason; with `isTest` internal errors are thrown. */
export function whyGeneral(error: unknown, isTest: boolean): NotSpecialised {
  if (error instanceof NotSpecialised) return error;
  // If the program contains what cannot be differentiated, general code throws the error if it reaches it.
  if (error instanceof ZerothError && error.kind !== "bug")
    return new NotSpecialised("what cannot be differentiated", error.span, error.reason);
  internalErrors.push(error);
  if (isTest) throw error;
  if (error instanceof ZerothError) return new NotSpecialised("a bug in zeroth", error.span, error.reason);
  return new NotSpecialised("a bug in zeroth", undefined, error instanceof Error ? error.message : String(error));
}
