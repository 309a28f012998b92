// Errors as values, in code that a `try` statement encloses: there, an operation that throws does not throw but gives the error.
// And `yield`, as long as generators are not split.

import { attempt, caught, inertError, isThrown, Thrown } from "../../runtime/thrown.ts";
import type { Operand } from "../model.ts";
import { isArray, isObject, isTyped, type Type } from "../types.ts";
import { asked, effects, leaked, ofParts, read, storedInFresh } from "./effects.ts";
import type { ControlPrim, PrimName, ReferencePrim } from "./names.ts";
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

const isNullish = (x: unknown): boolean => x === undefined || x === null;
const isPrimitive = (x: unknown): boolean => (typeof x !== "object" && typeof x !== "function") || x === null;

/** Whether JavaScript refuses to write a property of `o`: it is constant, has a getter alone, or may not be added. */
function isWriteRefused(o: unknown, key: unknown): boolean {
  if (isPrimitive(o)) return true;
  for (let holder = o as object | null; holder !== null; holder = Object.getPrototypeOf(holder) as object | null) {
    const property = Object.getOwnPropertyDescriptor(holder, key as PropertyKey);
    if (property === undefined) continue;
    // A setter finds out for itself; that of `__proto__` refuses where the object may not change.
    if (property.set !== undefined) return key === "__proto__" && !Object.isExtensible(o);
    if (property.writable !== true) return true;
    break;
  }
  return !Object.isExtensible(o) && !Object.hasOwn(o as object, key as PropertyKey);
}

const isLength = (n: unknown): boolean => typeof n === "number" && n >>> 0 === n;
const always = (): boolean => true;
const isFixed = (o: unknown): boolean => isPrimitive(o) || !Object.isExtensible(o);

/**
 * For each primitive that may throw for reasons that programs meet, whether it might on these operands. It is then run to see:
 * one that changes memory must throw then.
 */
const suspects: { readonly [name in PrimName]?: (...args: readonly unknown[]) => boolean } = {
  get: isNullish,
  length: isNullish,
  "array-length": isNullish,
  keys: isNullish,
  "property-keys": isNullish,
  has: (o) => isPrimitive(o),
  iterable: (x) => typeof x !== "string" && !Array.isArray(x),
  "is-walked": isNullish,
  "class-made": isNullish,
  instanceof: (_, type) => typeof type !== "function",
  global: always,
  initialiser: always,
  "prototype-of": isNullish,
  "object-of": isPrimitive,
  construct: (type) => typeof type !== "function",
  "array-new": always,
  "typed-new": always,
  set: isWriteRefused,
  delete: (o, key) =>
    isNullish(o) ||
    (isFixed(o) && Object.getOwnPropertyDescriptor(Object(o), key as PropertyKey)?.configurable === false),
  "set-length": (o, n) => isPrimitive(o) || Object.isFrozen(o) || (Array.isArray(o) && !isLength(n)),
  push: isFixed,
  pop: (o) => isPrimitive(o) || Object.isFrozen(o),
};

/** Those of them that never throw on an object, whatever it is. */
const readingObjects: ReadonlySet<PrimName> = new Set<PrimName>([
  "get",
  "length",
  "array-length",
  "keys",
  "property-keys",
  "has",
  "is-walked",
  "class-made",
  "prototype-of",
]);

/** Names that every engine has. */
const standardNames: ReadonlySet<unknown> = new Set(
  (
    "AggregateError Array ArrayBuffer BigInt Boolean DataView Date Error EvalError Float32Array Float64Array Function Infinity " +
    "Int16Array Int32Array Int8Array JSON Map Math NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set " +
    "String Symbol SyntaxError TypeError URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakSet " +
    "globalThis isFinite isNaN parseFloat parseInt undefined"
  ).split(" "),
);

/** Whether a primitive may throw for a reason that `failure` sees, on these operands. */
export function mayFail(name: PrimName, args: readonly Operand[], typeOf: (operand: Operand) => Type): boolean {
  if (suspects[name] === undefined) return false;
  const [operand] = args;
  if (name === "global") return operand?.kind !== "const" || !standardNames.has(operand.value);
  const first = operand === undefined ? "any" : typeOf(operand);
  const isReference = isArray(first) || isTyped(first) || isObject(first) || first === "func" || first === "tuple";
  return !((readingObjects.has(name) && isReference) || (name === "iterable" && isArray(first)));
}

function failureOf(name: ReferencePrim | "instanceof", ...args: readonly unknown[]): Thrown | undefined {
  if (suspects[name]?.(...args) !== true) return undefined;
  const { evaluate } = name === "instanceof" ? numberPrims[name] : referencePrims[name];
  try {
    (evaluate as (...args: readonly unknown[]) => unknown)(...args);
    return undefined;
  } catch (error) {
    return caught(error);
  }
}
