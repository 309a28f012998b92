// What compiling a function gives.

/**
 * Compiled code: takes a closure and its environment, and gives the JavaScript function that runs it. If the closure is null,
 * that function is the closure itself.
 */
export type Factory = (self: AnyFunction | null, env: Environment) => AnyFunction;

/** Captured values by index; for the user's own functions the entries are getters, so they are always up to date. */
export type Environment = ArrayLike<unknown>;

export type AnyFunction = (...args: never[]) => unknown;
