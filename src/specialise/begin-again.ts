// Writes all code again once something is found out that all of it depends on: what instances hold (class-fields.ts), and how
// functions and pairs are stored (function-storage.ts, pair-storage.ts).

import type { Steps } from "../ir/index.ts";
import type { FunctionStorage } from "./function-storage.ts";
import { Abandoned, BeginAgain, NeedsArray, NeedsFunction, NeedsRecord, NotSpecialised } from "./not-specialised.ts";
import type { PairStorage } from "./pair-storage.ts";
import type { RecordStorage } from "./record-storage.ts";

/** At most this often is all written again. */
const mostTimes = 10;

/** Makes something until nothing more is found out; `forget` is called each time that something has been. */
export function* untilKnown<T>(
  functions: FunctionStorage,
  pairs: PairStorage,
  make: () => Steps<T>,
  forget: () => void,
): Steps<T> {
  functions.reset();
  pairs.reset();
  for (let k = 0; ; k++) {
    functions.begin();
    pairs.begin();
    try {
      return yield* make();
    } catch (error) {
      const refused = refusedBy(error, functions, pairs);
      if (!(error instanceof NotSpecialised) || (!(error instanceof BeginAgain) && refused === null)) throw error;
      if (k === mostTimes) throw new NotSpecialised(error.reason, error.span);
      if (error instanceof BeginAgain) error.change();
      if (refused !== null) refused.kind = "refused";
      forget();
    }
  }
}

/** What is not to be stored as records, by what an error says; null if that is not why. */
function refusedBy(error: unknown, functions: FunctionStorage, pairs: PairStorage): RecordStorage | null {
  if (error instanceof NeedsArray) return pairs;
  if (error instanceof NeedsFunction) return functions;
  if (!isOfCode(error)) return null;
  return pairs.kind === "records" ? pairs : functions.kind === "records" ? functions : null;
}

/** Whether an error says that the code cannot be specialised, and not that something else is to be tried first. */
const isOfCode = (error: unknown): boolean =>
  error instanceof NotSpecialised && !(error instanceof Abandoned || error instanceof NeedsRecord);
