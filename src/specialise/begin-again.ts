// Writes all code again once something is found out that all of it depends on: what instances hold (class-fields.ts), and how
// functions are stored (function-storage.ts).

import type { Steps } from "../ir/index.ts";
import type { FunctionStorage } from "./function-storage.ts";
import { Abandoned, BeginAgain, NeedsFunction, NeedsRecord, NotSpecialised } from "./not-specialised.ts";

/** At most this often is all written again. */
const mostTimes = 10;

/** Makes something until nothing more is found out; `forget` is called each time that something has been. */
export function* untilKnown<T>(functions: FunctionStorage, make: () => Steps<T>, forget: () => void): Steps<T> {
  functions.reset();
  for (let k = 0; ; k++) {
    functions.begin();
    try {
      return yield* make();
    } catch (error) {
      const isRefused = error instanceof NeedsFunction || (functions.kind === "records" && isOfCode(error));
      if (!(error instanceof BeginAgain) && !isRefused) throw error;
      if (k === mostTimes) throw new NotSpecialised(error.reason, error.span);
      if (isRefused) functions.kind = "refused";
      forget();
    }
  }
}

/** Whether an error says that the code cannot be specialised, and not that something else is to be tried first. */
const isOfCode = (error: unknown): error is NotSpecialised =>
  error instanceof NotSpecialised && !(error instanceof Abandoned || error instanceof NeedsRecord);
