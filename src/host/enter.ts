// From plain JavaScript into generated code: the one engine of this copy of zeroth.

import { createEngine, enter, type Engine } from "../codegen/index.ts";
import { noSpan, type Word } from "../ir/index.ts";
import { type AnyFunction } from "../runtime/index.ts";
import { resolve, whenRulesChange } from "./resolve.ts";

export const engine: Engine = createEngine(resolve);
whenRulesChange(engine.forget);

/** Calls the derivative of a function, whatever it is, by a word. Errors leave with the user's places. */
export function callWithWord(f: unknown, word: Word, receiver: unknown, args: readonly unknown[]): unknown {
  return callGenerated(engine.derivative(f, word, noSpan, undefined), receiver, args);
}

/** Calls a function that may be generated. */
export function callGenerated(f: AnyFunction, receiver: unknown, args: readonly unknown[]): unknown {
  return enter(f, receiver, args);
}
