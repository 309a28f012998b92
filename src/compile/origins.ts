// What entries stand for: the function that runs where a call is of no known shape, and what the operator was given.

import type { AnyFunction } from "../runtime/index.ts";

interface Origin {
  /** What runs where a call is of no known shape. */
  readonly general: AnyFunction;
  /** What the operator was given. */
  readonly given: unknown;
}

const origins = new WeakMap<object, Origin>();

export const comesFrom = (entry: AnyFunction, origin: Origin): unknown => origins.set(entry, origin);

export const generalOf = (entry: AnyFunction): AnyFunction => origins.get(entry)?.general ?? entry;

/** The function that is differentiated: operators may have been given what operators gave. */
export function differentiatedBy(entry: unknown): unknown {
  let f = entry;
  for (let origin = origins.get(f as object); origin !== undefined; origin = origins.get(f as object)) f = origin.given;
  return f;
}
