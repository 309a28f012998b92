// What compiling a function gives.

import type { CapturedVariables } from "./captured-variables.ts";

/**
 * Compiled code: takes a closure and its environment, and gives the JavaScript function that runs it. If the closure is null,
 * that function is the closure itself.
 */
export type Factory = (self: AnyFunction | null, env: Environment) => AnyFunction;

/** Captured values by index: those of a closure that compiled code made, or the variables of one of the user's own. */
export type Environment = readonly unknown[] | CapturedVariables;

export type AnyFunction = (...args: never[]) => unknown;
