// For each entry, the general function that runs for calls of an unknown shape, and the argument of the operator.

import type { Opened } from "./opened.ts";
import type { Span } from "../ir/index.ts";
import { Return, type AnyFunction } from "../runtime/index.ts";

/** What is special of an operator's calls: lists among its arguments are lists of arguments, or its result holds a function. */
export type CallKind = "plain" | "lists" | "function";

export class Origin {
  /** The argument of the operator; null if each call passes it. */
  readonly given: unknown;
  readonly kind: CallKind;
  /** What is known of the function if it was returned in parts: then the argument of the operator is the list of them. */
  readonly opened: Opened | null;
  readonly #make: () => AnyFunction;
  #general: AnyFunction | null = null;

  constructor(make: () => AnyFunction, given: unknown, kind: CallKind, opened: Opened | null = null) {
    this.opened = opened;
    this.#make = make;
    this.given = given;
    this.kind = kind;
  }

  /** The function that runs for calls of an unknown shape: it is made when it is first needed. */
  get general(): AnyFunction {
    return (this.#general ??= this.#make());
  }

  /** From now on, what `general` gives is this function, which must do the same. */
  standFor(general: AnyFunction): void {
    this.#general = general;
  }

  /** Makes the code for a call, without making the call; gives whether there is any. Null if each call finds what it runs itself. */
  prepare(_args: readonly unknown[]): boolean | null {
    return null;
  }

  /**
   * Where specialised code gave up the last call that it was made for; null if it did not. The arguments of a call tell which
   * entry is meant.
   */
  gaveUpAt(_args: readonly unknown[]): Span | null {
    return null;
  }
}

// A private field costs less than an entry in a WeakMap, in particular when memory is collected.
class Entry extends Return {
  readonly #origin: Origin;
  constructor(entry: AnyFunction, origin: Origin) {
    super(entry);
    this.#origin = origin;
  }
  static origin(f: unknown): Origin | undefined {
    return typeof f === "function" && #origin in f ? f.#origin : undefined;
  }
}

export const comesFrom = (entry: AnyFunction, origin: Origin): unknown => new Entry(entry, origin);

export const isEntry = (f: AnyFunction): boolean => Entry.origin(f) !== undefined;

export const originOf = (entry: AnyFunction): Origin => Entry.origin(entry) ?? new Origin(() => entry, entry, "plain");

/** The function that is differentiated in the end: the argument of an operator may itself be the result of an operator. */
export function differentiatedBy(entry: unknown): unknown {
  let f = entry;
  for (let origin = Entry.origin(f); origin?.opened === null; origin = Entry.origin(f)) f = origin.given;
  return f;
}
