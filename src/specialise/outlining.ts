// Decides which calls of known functions stay calls: of functions that have been inlined often already, and that are not small.
//
// So the code of a program is at most a multiple of its text. Small functions are always inlined: a function that is called
// takes memory as references, of whose parts nothing is known any more, and whose cotangents are looked up.

import { type Code, type Steps } from "../ir/index.ts";
import type { AbstractValue } from "./abstract-value.ts";
import { asChoice } from "./choices.ts";
import { everyReached } from "./reached.ts";
import type { Writer } from "./writer.ts";

export interface InliningLimits {
  /** Functions of which fewer instructions are run, with all that they call, are always inlined. */
  readonly least: number;
  /** A function is inlined until this many of its instructions have been run, those of what it calls included. */
  readonly most: number;
}

let limits: InliningLimits = { least: 100, most: 4000 };

/** Runs `run` with other limits: laws have all calls but the first stay calls. */
export function withInliningLimits<T>(other: InliningLimits, run: () => T): T {
  const before = limits;
  limits = other;
  try {
    return run();
  } finally {
    limits = before;
  }
}

/** What inlining a function has taken so far. */
interface Inlined {
  instructions: number;
  /** The places of the calls: a loop that is run again has the same places. */
  readonly places: Set<string>;
}

export class Outlining {
  readonly #inlined = new Map<Code, Inlined>();

  /** Whether a function has been inlined at another place. */
  isInlinedBefore(code: Code, place: string): boolean {
    return this.#inlined.get(code)?.places.has(place) === false;
  }

  /** Whether a call at a place stays a call. */
  staysCall(code: Code, place: string): boolean {
    const before = this.#inlined.get(code);
    if (before === undefined || before.places.has(place)) return false;
    return before.instructions > limits.most && before.instructions > limits.least * before.places.size;
  }

  /** Inlines a call at a place. `count` tells how many instructions have been run so far. */
  *inlined<T>(code: Code, place: string, count: () => number, run: Steps<T>): Steps<T> {
    const before = count();
    const result = yield* run;
    const inlined = this.#inlined.get(code) ?? { instructions: 0, places: new Set() };
    if (!inlined.places.has(place)) inlined.instructions += count() - before;
    inlined.places.add(place);
    this.#inlined.set(code, inlined);
    return result;
  }
}

/**
 * Whether values can be given to a function that is called: variables that it may assign would have to be kept in memory, and so
 * would functions in arrays, which would then be unknown.
 */
export const canBeGiven = (writer: Writer, values: readonly AbstractValue[]): boolean =>
  [...everyReached(writer, values)].every((known) => {
    const contents = writer.virtual(known);
    const isFunction = (item: AbstractValue | null): boolean =>
      item !== null && asChoice(item, (id) => writer.heap.get(id))?.options.some((option) => option != null) === true;
    return contents?.kind !== "box" && !(contents?.kind === "array" && contents.items.some(isFunction));
  });
