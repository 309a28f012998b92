// Values as objects.

import { foreignCall, tuple } from "../host/intrinsics.ts";
import { ZerothError } from "../ir/index.ts";

const isObject = (x: unknown): x is object => (typeof x === "object" && x !== null) || typeof x === "function";

/** `Object(x)`: an object itself. A number would become an object that holds it. */
export function objectFrom(x?: unknown): unknown {
  if (isObject(x)) return x;
  if (x === null || x === undefined) return {};
  if (typeof x === "number") {
    throw new ZerothError({
      kind: "unsupported",
      message: "`Object(x)` of a number, an object that holds a number",
      remedy: "use the number itself",
    });
  }
  return foreignCall(Object, undefined, tuple(x));
}
