// How short arrays of unlike things are stored in memory while code is specialised.

import { BeginAgain } from "./not-specialised.ts";

export class PairStorage {
  /**
   * As arrays, of whose elements nothing is known when they are read; or as records (pairs.ts), once an element has been read of which
   * nothing was known. "refused": that was tried, and they go where they must be arrays.
   */
  kind: "arrays" | "records" | "refused" = "arrays";
  #hasUnlike = false;

  reset(): void {
    this.kind = "arrays";
  }

  /** Nothing has been written yet. */
  begin(): void {
    this.#hasUnlike = false;
  }

  /** A text for what code relies on. */
  get key(): string {
    return this.kind === "records" ? "pairs " : "";
  }

  /** Writes something that takes arrays as arrays: unknown code, or what the call returns. */
  asArrays<T>(write: () => T): T {
    const before = this.kind;
    if (before === "records") this.kind = "refused";
    try {
      return write();
    } finally {
      this.kind = before;
    }
  }

  /** Notes that an array of unlike things has been made. */
  noteUnlike(): void {
    this.#hasUnlike = true;
  }

  /** Notes that an element is read of which nothing is known. */
  readUnknown(): void {
    if (this.kind !== "arrays" || !this.#hasUnlike) return;
    throw new BeginAgain("data of a structure that is not known", () => {
      this.kind = "records";
    });
  }
}
