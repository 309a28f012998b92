// The language's own classes of errors, as parents of the program's classes.

import type { AnyFunction } from "./factory.ts";

const errorClasses: ReadonlySet<unknown> = new Set([
  Error,
  EvalError,
  RangeError,
  ReferenceError,
  SyntaxError,
  TypeError,
  URIError,
]);

/** Whether it is one of the language's own classes of errors: nothing in what they make carries a derivative. */
export const isErrorClass = (constructor: unknown): boolean => errorClasses.has(constructor);

/** What each error has, or may have, of its own. */
export const errorFields: ReadonlySet<unknown> = new Set(["message", "stack", "cause"]);

/** What the language's classes of errors do with a new object; each class has its own, since it stands for the class. */
export function errorInitialiser(): AnyFunction {
  return function (this: object, ...[message, options]: never[]): void {
    const define = (key: string, value: unknown): unknown =>
      Object.defineProperty(this, key, { value, writable: true, enumerable: false, configurable: true });
    if (message !== undefined) define("message", String(message));
    if (typeof options === "object" && options !== null && "cause" in options)
      define("cause", (options as { readonly cause: unknown }).cause);
    // As the engine does, with the name that the object has now.
    const { captureStackTrace } = Error as { readonly captureStackTrace?: (error: object) => void };
    if (captureStackTrace === undefined) define("stack", new Error(String(message ?? "")).stack);
    else captureStackTrace(this);
  };
}
