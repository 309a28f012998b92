// Entry points: functions that run code made for the form of a call, and say so where a call is of another form.

import type { AnyFunction, Code } from "../ir/index.ts";

export const isPrelude = ({ program, name }: Code): boolean => program.func(name).span.file.startsWith("zeroth/");

/** Gets its arguments one by one if there are few, else in the list. */
export type Entry = (
  count: number,
  args: readonly unknown[],
  a0?: unknown,
  a1?: unknown,
  a2?: unknown,
  a3?: unknown,
) => unknown;

export const mostByName = 4;

/** What an entry gives for a list of arguments. */
export function called(entry: Entry, args: readonly unknown[]): unknown {
  return entry(args.length, args, args[0], args[1], args[2], args[3]);
}

/** What an entry gives if the call is not of the form that it was made for. */
export const miss: unique symbol = Symbol("zeroth.miss");

interface Origin {
  /** What runs where a call is of no known form. */
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
