// For each entry, the general function that runs for calls of an unknown shape, and the argument of the operator.

import type { AnyFunction } from "../runtime/index.ts";

interface Origin {
  /** The function that runs for calls of an unknown shape. */
  readonly general: AnyFunction;
  /** The argument of the operator. */
  readonly given: unknown;
}

const origins = new WeakMap<object, Origin>();

export const comesFrom = (entry: AnyFunction, origin: Origin): unknown => origins.set(entry, origin);

export const generalOf = (entry: AnyFunction): AnyFunction => origins.get(entry)?.general ?? entry;

/** The function that is differentiated in the end: the argument of an operator may itself be the result of an operator. */
export function differentiatedBy(entry: unknown): unknown {
  let f = entry;
  for (let origin = origins.get(f as object); origin !== undefined; origin = origins.get(f as object)) f = origin.given;
  return f;
}
