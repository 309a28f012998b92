// How functions are stored in memory while code is specialised.

import type { Span } from "../ir/index.ts";
import { NeedsFunction } from "./not-specialised.ts";
import type { Reason } from "./reason.ts";
import { RecordStorage } from "./record-storage.ts";

/** Reasons that may be about functions which recursion returns. */
const ofShapes: ReadonlySet<Reason> = new Set<Reason>([
  "recursion that gives results of several shapes",
  "recursion whose arguments keep changing their shape",
  "recursion whose result keeps changing its shape",
]);

/** Functions are records (function-classes.ts) once one has been called that was read. */
export class FunctionStorage extends RecordStorage {
  #turn = 0;
  /** Whether functions have been stored; and whether recursion may have returned several. */
  #hasStored = false;
  #hasRefused = false;
  /** Whether one function may have two records; and whether records have been compared. */
  #hasCopied = false;
  #hasCompared = false;

  /** Nothing has been written yet. */
  begin(): void {
    this.#turn++;
    this.#hasStored = this.#hasRefused = this.#hasCopied = this.#hasCompared = false;
  }

  /** A text for what code relies on. Code with records relies on what is known of copies and comparisons in all that is written with it. */
  get key(): string {
    return this.kind === "records" ? `records ${this.#turn} ` : "";
  }

  noteStored(): void {
    this.#hasStored = true;
  }

  /** Notes why a recursive function is not specialised: it may be for the functions that it returns. */
  noteRefusal(reason: Reason): void {
    if (ofShapes.has(reason)) this.#hasStored = this.#hasRefused = true;
  }

  /** Notes that a call cannot be written in place. `isKnown`: what it calls is an existing function. */
  callUnknown(isKnown: boolean): void {
    const isReason = isKnown ? this.#hasRefused : this.#hasStored;
    if (this.kind === "themselves" && isReason) this.beginWithRecords("a function that is not known");
  }

  /** Notes that a function gets a record which may have one already. */
  noteCopied(span: Span): void {
    this.#hasCopied = true;
    if (this.#hasCompared) throw new NeedsFunction(span);
  }

  /** Notes that functions are compared, or sought, by their records. */
  noteCompared(span: Span): void {
    this.#hasCompared = true;
    if (this.#hasCopied) throw new NeedsFunction(span);
  }
}
