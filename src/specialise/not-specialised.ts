// Giving up: what cannot be specialised is thrown as an exception, up to a caller that can do something else.

import { calledFrom, noSpan, placeOfUser, type Span, type Steps } from "../ir/index.ts";
import type { Reason } from "./reason.ts";

/** Thrown if a program cannot be specialised; it then runs unspecialised. */
export class NotSpecialised extends Error {
  readonly reason: Reason;
  readonly span: Span;
  /** What the reason is about, if it is not known by its place: a name, the message of an error. */
  readonly detail: string;
  constructor(reason: Reason, span: Span = noSpan, detail = "") {
    super(detail === "" ? reason : `${reason}: ${detail}`);
    this.name = "NotSpecialised";
    this.reason = reason;
    this.span = span;
    this.detail = detail;
  }

  /** The same error with the place of the user's program that led to it, if it had none. */
  calledAt(span: Span): this {
    const caller = placeOfUser(span);
    if (caller === null || placeOfUser(this.span) !== null) return this;
    const Same = this.constructor as new (reason: Reason, span: Span, detail: string) => this;
    return new Same(this.reason, calledFrom(this.span, caller), this.detail);
  }
}

/** Thrown where a record of an argument is needed itself, and not only its properties. */
export class NeedsRecord extends NotSpecialised {}

/** Thrown for a reason that says nothing about the function that was next, which is left as it was. */
export class Abandoned extends NotSpecialised {}

/**
 * Thrown once something has been found out because of which all that has been written is written again. `change` is made before that;
 * not if the error turns out to be due to a wrong assumption.
 */
export class BeginAgain extends Abandoned {
  readonly change: () => void;
  constructor(reason: Reason, change: () => void = () => undefined) {
    super(reason);
    this.change = change;
  }
}

/** Thrown where a function would have to be one, and is a record: functions are records everywhere, or nowhere. */
export class NeedsFunction extends Abandoned {
  constructor(span: Span) {
    super("a function that is not known", span);
  }
}

/** Thrown where a pair would have to be an array, and is a record: pairs are records everywhere, or nowhere. */
export class NeedsArray extends Abandoned {
  constructor(span: Span) {
    super("data of a structure that is not known", span);
  }
}

/** Thrown when the budget of a call is spent. */
export class NoWorkLeft extends Abandoned {}

/** Thrown where code becomes so long that engines would not optimise it: it is made again in another way. */
export class TooLong extends Abandoned {}

/** Thrown if what the code depends on has changed since the code was begun. */
export class ChangedMeanwhile extends Abandoned {}

/** A result; undefined if it cannot be specialised, so that the caller does something else. `refused` is told why. */
export function* ifSpecialised<T>(
  result: Steps<T>,
  refused: (why: NotSpecialised) => void = () => undefined,
): Steps<T | undefined> {
  try {
    return yield* result;
  } catch (error) {
    if (!(error instanceof NotSpecialised) || error instanceof Abandoned) throw error;
    refused(error);
    return undefined;
  }
}
