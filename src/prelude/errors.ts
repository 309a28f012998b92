// How errors are made: what an error keeps of its arguments, its cause and the errors of an AggregateError, may carry derivatives.

import { construct, foreignCall, gather, iterable, tuple } from "../host/intrinsics.ts";
import type { Callable } from "./calls.ts";
import { copyFilled } from "./array-parts.ts";

interface WithCause {
  cause?: unknown;
}

const isObject = (x: unknown): x is object => (typeof x === "object" && x !== null) || typeof x === "function";

const hasCause = (options: unknown): options is WithCause => isObject(options) && "cause" in options;

/** `new E(message, options)`, and `E(message, options)`, of one of the language's own classes of errors. */
export function errorConstruction(type: unknown): Callable {
  const make = construct(type);
  return (...args) => {
    const options = args[1];
    if (!hasCause(options)) return foreignCall(make, undefined, gather(args, args.length));
    // The engine makes the property, which is not enumerable.
    const error = foreignCall(make, undefined, tuple(args[0], { cause: undefined })) as WithCause;
    error.cause = options.cause;
    return error;
  };
}

/** `new AggregateError(errors, message, options)`. */
export function aggregateConstruction(type: unknown): Callable {
  const make = construct(type);
  return (items, message, options) => {
    const given = hasCause(options);
    const error = foreignCall(
      make,
      undefined,
      given ? tuple([], message, { cause: undefined }) : tuple([], message),
    ) as WithCause & { errors: unknown };
    if (given) error.cause = options.cause;
    error.errors = copyFilled(iterable(items as readonly unknown[]) as readonly unknown[]);
    return error;
  };
}

/** What `super(message, options)` does in a class that extends one of them; `initialise` defines the properties. */
export function errorInitialisation(initialise: unknown): Callable {
  return function (this: unknown, ...args: readonly unknown[]): void {
    const options = args[1];
    if (hasCause(options)) {
      foreignCall(initialise, this, tuple(args[0], { cause: undefined }));
      (this as WithCause).cause = options.cause;
    } else {
      foreignCall(initialise, this, gather(args, args.length));
    }
  };
}
