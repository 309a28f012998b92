// How short arrays of unlike things are stored in memory while code is specialised.

import { RecordStorage } from "./record-storage.ts";

/** Pairs are records (pairs.ts) once an element of an array has been read of which nothing was known. */
export class PairStorage extends RecordStorage {
  #hasUnlike = false;

  /** Nothing has been written yet. */
  begin(): void {
    this.#hasUnlike = false;
  }

  /** A text for what code relies on. */
  get key(): string {
    return this.kind === "records" ? "pairs " : "";
  }

  /** Notes that an array of unlike things has been made. */
  noteUnlike(): void {
    this.#hasUnlike = true;
  }

  /** Notes that something is read of which nothing is known. */
  readUnknown(): void {
    if (this.kind === "themselves" && this.#hasUnlike) this.beginWithRecords("data of a structure that is not known");
  }
}
