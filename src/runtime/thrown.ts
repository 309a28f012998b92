// Errors as values: what a call of the word `E` gives where the function throws. A box, since the error may carry derivatives.

import { ZerothError } from "../ir/diagnostics.ts";
import { Box } from "./box.ts";
import { failedGuard } from "./guards.ts";

export class Thrown extends Box {}

export const isThrown = (x: unknown): x is Thrown => x instanceof Thrown;

/** What `run` gives, or the error that it throws, as a value. */
export function attempt(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return caught(error);
  }
}

/**
 * An error as a value. A refusal by zeroth is no error of the program, whose handlers do not get it: the call has no derivative;
 * nor is the end of specialised code.
 */
export function caught(error: unknown): Thrown {
  // oxlint-disable-next-line typescript/only-throw-error -- it is passed on
  if (error instanceof ZerothError || error === failedGuard) throw error;
  return new Thrown(error);
}

/** A function as one that gives its errors as values. */
export function attempting(f: unknown): (...args: unknown[]) => unknown {
  return function (this: unknown, ...args: unknown[]): unknown {
    return attempt(() => Reflect.apply(f as () => unknown, this, args) as unknown);
  };
}
