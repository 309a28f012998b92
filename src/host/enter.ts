// From plain JavaScript into generated code, through the one engine of this copy of zeroth.

import { createEngine, enter, type Engine } from "../codegen/index.ts";
import { noSpan, type Word } from "../ir/index.ts";
import { type AnyFunction } from "../runtime/index.ts";
import { resolve, whenRulesChange } from "./resolve.ts";

export const engine: Engine = createEngine(resolve);
whenRulesChange(engine.forget);

/** Calls the derivative of a function of any kind, by a word. Errors that leave name places in the user's code. */
export function callWithWord(f: unknown, word: Word, receiver: unknown, args: readonly unknown[]): unknown {
  return callGenerated(engine.derivative(f, word, noSpan, undefined), receiver, args);
}

/** Calls a function that may be generated code. */
export function callGenerated(f: AnyFunction, receiver: unknown, args: readonly unknown[]): unknown {
  return enter(f, receiver, args);
}
