// Errors as values, in code that a `try` statement encloses: there, an operation that throws does not throw but gives the error.
// And `yield`, as long as generators are not split.

import { attempt, caught, inertError, isThrown, Thrown } from "../../runtime/thrown.ts";
import { asked, effects, leaked, ofParts, read, storedInFresh } from "./effects.ts";
import type { ControlPrim, ReferencePrim } from "./names.ts";
import { numberPrims } from "./numbers.ts";
import { prim, type Prim } from "./prim.ts";
import { referencePrims } from "./references.ts";

export const controlPrims: Readonly<Record<ControlPrim, Prim>> = {
  /** An error as a value; `box-get` reads it. */
  thrown: prim(1, effects([storedInFresh], { result: "fresh" }), "box", (error: unknown) => new Thrown(error)),
  "is-thrown": prim(1, effects([asked]), "bool", isThrown),
  /** What a call of the word `E` gave, if that is no error. */
  returned: prim(
    1,
    ofParts,
    ([a = "any"]) => a,
    (x: unknown) => x,
    (x = "") => x,
  ),
  /** The same error as a value, which is refused if it might carry a derivative. */
  "inert-error": prim(1, effects([{ ...read("all"), goes: "result" }], { mayThrow: true }), "box", inertError),
  /** `failure "get", o, k`: the error that `get o, k` would throw now, as a value; undefined if it would throw none. */
  failure: prim({ atLeast: 2 }, effects([asked, read("all"), asked], { result: "unknown" }), "any", failureOf),
  /** Stops a generator with a value; gives what it is resumed with. Only before generators are split (src/generators). */
  yield: prim(1, effects([leaked], { result: "unknown", isAnything: true }), "tuple", () => {
    throw new Error("a generator that has not been split");
  }),
  /** `foreign-call`, with an error as a value. */
  attempt: prim(
    3,
    effects([leaked], { result: "unknown", isAnything: true }),
    "any",
    (f: (...args: unknown[]) => unknown, receiver: unknown, args: readonly unknown[]) =>
      attempt(() => f.apply(receiver, [...args])),
  ),
};

/** Only these primitives fail. */
function failureOf(name: ReferencePrim | "instanceof", ...args: readonly unknown[]): Thrown | undefined {
  const { effects, evaluate } = name === "instanceof" ? numberPrims[name] : referencePrims[name];
  if (effects.fails?.when(...args) !== true) return undefined;
  try {
    (evaluate as (...args: readonly unknown[]) => unknown)(...args);
    return undefined;
  } catch (error) {
    return caught(error);
  }
}
