// Values that are stored in memory as themselves, or as records (stand-ins.ts): functions, and short arrays of unlike things.

import { BeginAgain } from "./not-specialised.ts";
import type { Reason } from "./reason.ts";

export class RecordStorage {
  /**
   * As themselves, of which nothing is known when they are read; or as records, once one has been used that was read. "refused": that was
   * tried, and they go where they must be themselves.
   */
  kind: "themselves" | "records" | "refused" = "themselves";

  reset(): void {
    this.kind = "themselves";
  }

  /** Writes something that takes the values as themselves: a native does, or unknown code. */
  asThemselves<T>(write: () => T): T {
    const before = this.kind;
    if (before === "records") this.kind = "refused";
    try {
      return write();
    } finally {
      this.kind = before;
    }
  }

  /** Begins again, with records. */
  protected beginWithRecords(reason: Reason): never {
    throw new BeginAgain(reason, () => {
      this.kind = "records";
    });
  }
}
