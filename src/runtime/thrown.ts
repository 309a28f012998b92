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

/** The error itself if it holds no number, nor anything that might: where no derivative of it is given, it has none. */
export function inertError(thrown: Thrown): Thrown {
  if (!mayHoldNumbers(thrown.v, new Set())) return thrown;
  throw new ZerothError({
    kind: "unsupported",
    message:
      "an error that holds numbers or functions, thrown by a function whose derivative is given by hand, or by an operator such as checkpoint or fixedPoint",
    remedy: "catch it within that function, or throw an error with a message alone",
  });
}

/** The properties that all errors have. */
const ofErrors: ReadonlySet<PropertyKey> = new Set(["stack", "message", "name"]);

function mayHoldNumbers(x: unknown, seen: Set<object>): boolean {
  if (typeof x !== "object" || x === null) return typeof x === "number" || typeof x === "function";
  if (ArrayBuffer.isView(x) || x instanceof Map || x instanceof Set) return true;
  if (seen.has(x)) return false;
  seen.add(x);
  return Reflect.ownKeys(x).some((key) => {
    if (x instanceof Error && ofErrors.has(key)) return false;
    const own = Object.getOwnPropertyDescriptor(x, key);
    // The length of an array is no number that is thrown.
    if (Array.isArray(x) && key === "length") return false;
    return own?.get !== undefined || mayHoldNumbers(own?.value, seen);
  });
}
