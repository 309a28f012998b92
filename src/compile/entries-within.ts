// While a call is explained, finds the entries that its general code makes and calls.

import { isEntry } from "./origins.ts";
import { stampFunction, stampOf, type AnyFunction, type Stamp } from "../runtime/index.ts";

type Watch = (entry: AnyFunction, args: readonly unknown[]) => void;

let watch: Watch | null = null;

/** An entry for general code: the entry itself, or one that reports its calls. */
export const unlessWatched = (entry: AnyFunction): AnyFunction => (watch === null ? entry : watched(entry, watch));

function watched(entry: AnyFunction, see: Watch): AnyFunction {
  const seen = (...args: never[]): unknown => {
    see(entry, args);
    return entry(...args);
  };
  stampFunction(seen, () => stampOf(entry) as Stamp);
  return seen;
}

/**
 * The entries whose results general code assembles in a call of what `hessian`, `jacfwd` or `jacobian` made, each with the
 * arguments of its first call. Makes the call; other functions are not called.
 */
export function entriesWithin(
  f: AnyFunction,
  args: readonly unknown[],
): readonly (readonly [AnyFunction, readonly unknown[]])[] {
  if (!isOfColumns(f)) return [];
  const found = new Map<AnyFunction, readonly unknown[]>();
  watch = (entry, given) => found.set(entry, found.get(entry) ?? given);
  try {
    f(...(args as never[]));
  } catch {
    // If the call throws, the entries that it called before are shown.
  } finally {
    watch = null;
  }
  return [...found];
}

function isOfColumns(f: AnyFunction): boolean {
  if (isEntry(f)) return false;
  const code = stampOf(f)?.code;
  const file = code?.program.func(code.name).span.file ?? "";
  return /^zeroth\/src\/prelude\/(?:jacfwd|jacobian)\.ts$/.test(file);
}
