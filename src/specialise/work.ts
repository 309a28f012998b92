// The budget for an attempt to specialise a call: a fixed amount, and more for each instruction that is not the prelude's.
// Attempts that succeed stay far below it; others might run for long before they fail.

import type { Func, Span } from "../ir/index.ts";
import { NoWorkLeft } from "./not-specialised.ts";

/** Instructions that may be run for each instruction of the program itself. */
const perInstruction = 250;
/** Instructions that may be run in any case. */
let least = 100_000;

/** Runs `run` with another budget for each call: tests of what is not specialised in the end find that out sooner. */
export function withLeastWork<T>(other: number, run: () => T): T {
  const before = least;
  least = other;
  try {
    return run();
  } finally {
    least = before;
  }
}

export class Work {
  #left = least;
  /** How many instructions have been run. */
  spent = 0;
  readonly #met = new Set<Func>();

  /** Called when a function of the program itself is run. */
  meet(func: Func): void {
    if (this.#met.has(func)) return;
    this.#met.add(func);
    for (const { instrs } of func.blocks) this.#left += perInstruction * instrs.length;
  }

  /** Called when `count` instructions are run. */
  spend(count: number, span: Span): void {
    this.#left -= count;
    this.spent += count;
    if (this.#left < 0) throw new NoWorkLeft("more code than is worth specialising", span);
  }
}
