// What general code calls of the entries that it makes, while a call is explained.

import { stampFunction, stampOf, type AnyFunction, type Stamp } from "../runtime/index.ts";

type Watch = (entry: AnyFunction, args: readonly unknown[]) => void;

let watch: Watch | null = null;

/** An entry for general code: itself, or one whose calls are seen. */
export const unlessWatched = (entry: AnyFunction): AnyFunction => (watch === null ? entry : watched(entry, watch));

function watched(entry: AnyFunction, see: Watch): AnyFunction {
  const seen = (...args: never[]): unknown => {
    see(entry, args);
    return entry(...args);
  };
  stampFunction(seen, () => stampOf(entry) as Stamp);
  return seen;
}

/** The entries that general code makes and calls for a call, which is run, each with the arguments that it got first. */
export function entriesWithin(f: AnyFunction, args: readonly unknown[]): ReadonlyMap<AnyFunction, readonly unknown[]> {
  const found = new Map<AnyFunction, readonly unknown[]>();
  watch = (entry, given) => found.set(entry, found.get(entry) ?? given);
  try {
    f(...(args as never[]));
  } catch {
    // Where a call throws, what it ran until then is shown.
  } finally {
    watch = null;
  }
  return found;
}
