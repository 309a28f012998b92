// Giving up: what cannot be specialised is thrown as an exception, up to a caller that can do something else.

import { noSpan, type Span, type Steps } from "../ir/index.ts";

/** Thrown if a program cannot be specialised; it then runs unspecialised. */
export class NotSpecialised extends Error {
  readonly span: Span;
  constructor(reason: string, span: Span = noSpan) {
    super(reason);
    this.name = "NotSpecialised";
    this.span = span;
  }
}

/** Thrown where a record of an argument is needed itself, and not only its properties. */
export class NeedsRecord extends NotSpecialised {}

/** Thrown for a reason that says nothing about the function that was next, which is left as it was. */
export class Abandoned extends NotSpecialised {}

/** Thrown when the budget of a call is spent. */
export class NoWorkLeft extends Abandoned {}

/** Thrown if what the code depends on has changed since the code was begun. */
export class ChangedMeanwhile extends Abandoned {}

/** A result; undefined if it cannot be specialised, so that the caller does something else. */
export function* ifSpecialised<T>(result: Steps<T>): Steps<T | undefined> {
  try {
    return yield* result;
  } catch (error) {
    if (error instanceof NotSpecialised && !(error instanceof Abandoned)) return undefined;
    throw error;
  }
}
