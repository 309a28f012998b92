// Whether specialised code answers a call: it may exist, and still give every call up because a guard fails.

import { called, miss } from "../compile/entry.ts";
import { originOf } from "../compile/origins.ts";
import { findEntry } from "../compile/plans.ts";
import type { AnyFunction } from "../runtime/index.ts";

/** Makes the call by specialised code; gives whether that returns. */
export function isAnswered(entry: unknown, ...args: readonly unknown[]): boolean {
  const origin = originOf(entry as AnyFunction);
  const run = findEntry(origin, args)?.bind(origin.given);
  return run != null && called(run, args) !== miss;
}
