// What compiling a function gives.

/**
 * Compiled code: takes a closure and its environment, and gives the JavaScript function that runs it. If the closure is null,
 * that function is the closure itself.
 */
export type Factory = (self: AnyFunction | null, env: Environment) => AnyFunction;

/**
 * Captured values by index. For the user's own functions the entries are getters, since a variable may not be initialised yet.
 * After that it keeps its value, for what is assigned is in a box; but what an import means may still be found out (`live`).
 */
export type Environment = ArrayLike<unknown> & { readonly live?: Readonly<Record<number, () => unknown>> };

export type AnyFunction = (...args: never[]) => unknown;
