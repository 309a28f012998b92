// References: arrays, typed arrays, records, boxes; and names from outside.

import { Box } from "../../runtime/box.ts";
import { accessorOf, type AccessorKind } from "../../runtime/accessors.ts";
import { conversionOf } from "../../runtime/conversions.ts";
import { gather } from "../../runtime/gather.ts";
import { implicit } from "../../runtime/implicit.ts";
import { initialiserFunction } from "../../runtime/classes.ts";
import { constructorFunction, environmentOf } from "../../runtime/closure.ts";
import { classAmong, makeErrorInstance, makeInstance } from "../../runtime/class-numbers.ts";
import { argumentsOf } from "../../runtime/arguments.ts";
import { classMade } from "../../runtime/class-made.ts";
import { mapGet } from "../../runtime/tables.ts";
import { placeAdd, placeClear, placeCount, placeNext, placeOf, placeRemove } from "../../runtime/places.ts";
import {
  deleteProperty,
  isWalked,
  iterable,
  keysIn,
  lengthOf,
  propertyKeys,
  realLengthOf,
} from "../../runtime/reference.ts";
import type { Shadow } from "../../runtime/shadow-kind.ts";
import { templateStrings } from "../../runtime/template-strings.ts";
import { logEnd, logLength, logSlot } from "../../runtime/undo-log.ts";
import { arrayOfZeros } from "../../runtime/zeros.ts";
import { defineProperty } from "../../runtime/define-property.ts";
import { asked, changed, effects, passed, read, storedInFirst, storedInFresh, written } from "./effects.ts";
import {
  failsOnNullish,
  failsOnPrimitives,
  failsToDelete,
  failsToPop,
  failsToPush,
  failsToSetLength,
  failsToWrite,
  failsUnlessConstructor,
  failsUnlessFunction,
  failsUnlessWalked,
  mayAlwaysFail,
} from "./failing.ts";
import { guardPrims } from "./guards.ts";
import { prim, type Prim } from "./prim.ts";
import type { ReferencePrim } from "./names.ts";

export const referencePrims: Readonly<Record<ReferencePrim, Prim>> = {
  // Names from outside.
  global: prim(
    1,
    effects([asked], { result: "unknown", mayThrow: true, fails: mayAlwaysFail }),
    "any",
    (name: string) => readGlobal(name),
  ),
  /** A constructor as an ordinary function: calling it constructs. */
  construct: prim(
    1,
    effects([{ ...asked, goes: "result" }], { result: "unknown", fails: failsUnlessConstructor }),
    "func",
    (f: unknown) => constructorFunction(f),
  ),
  /** The constructor of a class as a function of the object that it initialises, its receiver. */
  initialiser: prim(
    1,
    effects([{ ...asked, goes: "result" }], { result: "unknown", mayThrow: true, fails: failsUnlessFunction }),
    "func",
    (f: unknown) => initialiserFunction(f),
  ),
  /** What the language calls by itself, as a function: `accessor "get"` reads a property, whatever is behind it. */
  accessor: prim(1, effects([asked], { result: "unknown" }), "func", (kind: keyof typeof implicit) => implicit[kind]),
  /** The compiled getter or setter behind a property, or the compiled method that makes a number; undefined if there is none. */
  "accessor-of": prim(
    3,
    effects([asked], { result: "unknown" }),
    "any",
    (x: unknown, key: PropertyKey, kind: AccessorKind | "convert") =>
      kind === "convert" ? conversionOf(x) : accessorOf(x, key, kind),
  ),
  "prototype-of": prim(
    1,
    effects([asked], { result: "unknown", mayThrow: true, fails: failsOnNullish }),
    "any",
    (x: unknown): unknown => Object.getPrototypeOf(x),
  ),
  /** `class-among x, 3, 5`: which of these classes an instance of one of them is of: 0 or 1. */
  "class-among": prim({ atLeast: 2 }, effects([asked]), "int", classAmong),
  /** `template "place", s, …, r, …`: the frozen strings of a tagged template, as they mean and as they are written. */
  template: prim({ atLeast: 3 }, effects([asked], { result: "unknown" }), "any", templateStrings),

  // Arrays, typed arrays, records: mutable, with identity.
  array: prim(
    { atLeast: 0 },
    effects([storedInFresh], { result: "fresh", makes: "operands" }),
    "array",
    (...items: unknown[]) => items,
    (...items) => `[${items.join(", ")}]`,
  ),
  /** A new array with the components of a tuple. */
  "array-from": prim(
    1,
    effects([storedInFresh], { result: "fresh" }),
    "array",
    (t: readonly unknown[]) => [...t],
    (t = "") => `[...${t}]`,
  ),
  /** An object as JavaScript makes it for `arguments`, with the components of a tuple. */
  "arguments-from": prim(1, effects([storedInFresh], { result: "fresh" }), "object", argumentsOf),
  /** `new Array(n)`: n holes. */
  "array-new": prim(
    1,
    effects([asked], { result: "fresh", makes: "holes", mayThrow: true, fails: mayAlwaysFail }),
    "array",
    (n: number) => new Array<unknown>(n),
    (n = "") => `new Array(${n})`,
  ),
  /** An array of n zeros, in final code. */
  "array-zeros": prim(1, effects([asked], { result: "fresh", makes: "zeros" }), "numbers", arrayOfZeros),
  /** `typed-new F, n`: a typed array of class `F` with n zeros. */
  "typed-new": prim(
    2,
    effects([asked], { result: "fresh", makes: "zeros", mayThrow: true, fails: mayAlwaysFail }),
    "typed",
    (F: new (n: number) => unknown, n: number) => new F(n),
    (F = "", n = "") => `new ${F}(${n})`,
  ),
  /** `object k1, v1, k2, v2, …`: a record with these properties, in this order. */
  object: prim(
    { atLeast: 0 },
    effects([asked, storedInFresh], { repeats: 2, result: "fresh", makes: "entries" }),
    "object",
    (...entries: unknown[]) => makeObject(entries),
    (...entries) => {
      const properties: string[] = [];
      for (let i = 0; i < entries.length; i += 2) properties.push(`[${entries[i]}]: ${entries[i + 1]}`);
      return `{ ${properties.join(", ")} }`;
    },
  ),
  /** An object without properties of its own, with this prototype. It may have accessors, so it is not known as fresh memory. */
  "object-of": prim(
    1,
    effects([asked], { result: "unknown", mayThrow: true, fails: failsOnPrimitives }),
    "object",
    (prototype: object | null) => Object.create(prototype) as object,
  ),
  /** `instance 3, k1, v1, k2, v2, …`: an instance of class 3 with these properties, in this order, of which it inherits none. */
  instance: prim(
    { atLeast: 1 },
    effects([asked, asked, storedInFresh], { repeats: 2, result: "fresh", makes: "entries" }),
    "object",
    makeInstance,
  ),
  /** `error 3, m, k1, v1, …`: the same for a class of errors, with a message, or undefined. */
  error: prim(
    { atLeast: 2 },
    effects([asked, asked, asked, storedInFresh], { repeats: 2, result: "fresh" }),
    "object",
    makeErrorInstance,
  ),
  get: prim(
    2,
    effects([read("value"), asked], { isElementRead: true, result: "contents", mayThrow: true, fails: failsOnNullish }),
    "any",
    (o: Record<PropertyKey, unknown>, k: PropertyKey) => o[k],
    (o = "", k = "") => `${o}[${k}]`,
  ),
  /** `get` of constant memory (`Memory` in effects.ts). */
  load: prim(
    2,
    effects([read("value"), asked], { isElementRead: true, result: "contents", memory: "constant", mayLeave: true }),
    "any",
    (o: Record<PropertyKey, unknown>, k: PropertyKey) => o[k],
    (o = "", k = "") => `${o}[${k}]`,
  ),
  /** `get` of frozen memory: of an array, by a number. */
  "get-frozen": prim(
    2,
    effects([read("value"), asked], { isElementRead: true, result: "contents", memory: "frozen", mayLeave: true }),
    "any",
    (o: Record<PropertyKey, unknown>, k: PropertyKey) => o[k],
    (o = "", k = "") => `${o}[${k}]`,
  ),

  /** `is-element a, k, "undefined"`: whether element k of an array is something else than that; "nullish" is "null" as well. */
  "is-element": prim(
    3,
    effects([read("value", "presence"), asked]),
    "bool",
    (a: ArrayLike<unknown>, k: number, what: string) =>
      what === "nullish" ? a[k] !== undefined && a[k] !== null : a[k] !== (what === "null" ? null : undefined),
    (a = "", k = "", what = "") =>
      what.includes("nullish")
        ? `${a}[${k}] != null`
        : `${a}[${k}] !== ${what.includes("null") ? "null" : "undefined"}`,
  ),

  ...guardPrims,

  // The undo log of final code (runtime/undo-log.ts): what the next instruction changes of memory that others see.
  /** `log-slot o, k`: the value at key k. */
  "log-slot": prim(2, effects([read("value", "presence", "length"), asked], { mayLeave: true }), "none", logSlot),
  /** `log-end a, n`: the length of an array, and its last n elements. */
  "log-end": prim(2, effects([read("all"), asked], { mayLeave: true }), "none", logEnd),
  /** `log-length a, n`: the length of an array, and what goes when it becomes n. */
  "log-length": prim(2, effects([read("all"), asked], { mayLeave: true }), "none", logLength),

  set: prim(
    3,
    effects([written("value", "presence", "length"), asked, storedInFirst], { mayThrow: true, fails: failsToWrite }),
    "none",
    (o: Record<PropertyKey, unknown>, k: PropertyKey, v: unknown) => {
      o[k] = v;
    },
    (o = "", k = "", v = "") => `${o}[${k}] = ${v}`,
  ),
  /**
   * Makes an own property of the object where `set` would write to an inherited one: so `own-slot` and then `set` define a
   * property of a plain object, whatever its key is.
   */
  "own-slot": prim(2, effects([changed("value", "presence"), asked]), "none", (o: object, k: PropertyKey) => {
    const name = typeof k === "object" ? String(k) : k;
    const isInherited = name === "__proto__" || (Object.getPrototypeOf(o) !== Object.prototype && name in o);
    // The name and the length of a function cannot be assigned.
    const isFixed = typeof o === "function" && (name === "name" || name === "length");
    if (isFixed || (isInherited && !Object.hasOwn(o, name))) defineProperty(o, name, undefined);
  }),
  delete: prim(
    2,
    effects([changed("value", "presence"), asked], { mayThrow: true, fails: failsToDelete }),
    "bool",
    (o: unknown, k: PropertyKey) => deleteProperty(o, k),
    (o = "", k = "") => `delete ${o}[${k}]`,
  ),
  /** `k in o`. */
  has: prim(
    2,
    effects([read("presence"), asked], { mayThrow: true, fails: failsOnPrimitives }),
    "bool",
    (o: object, k: PropertyKey) => k in o,
    (o = "", k = "") => `${k} in ${o}`,
  ),
  /** The own enumerable string keys of an object, as an array. */
  keys: prim(
    1,
    effects([read("all")], { result: "fresh", mayThrow: true, fails: failsOnNullish }),
    "array",
    (o: object) => Object.keys(o),
    (o = "") => `Object.keys(${o})`,
  ),
  /** The names that `for`-`in` walks: enumerable ones of the object and its prototypes; of null and undefined there are none. */
  "keys-in": prim(1, effects([read("all")], { result: "fresh", mayThrow: true }), "array", (o: object) => keysIn(o)),
  /** Whether a name that `keys-in` gave is still there. Texts have names, too. */
  "still-in": prim(
    2,
    effects([read("presence"), asked]),
    "bool",
    (o: unknown, k: PropertyKey) => k in (Object(o) as object),
  ),
  /** The keys that spreading copies: those of `keys`, and the object's own enumerable symbols. */
  "property-keys": prim(
    1,
    effects([read("all")], { result: "fresh", mayThrow: true, fails: failsOnNullish }),
    "array",
    (o: object) => propertyKeys(o),
  ),
  /** `.length` of anything. */
  length: prim(
    1,
    effects([read("length")], { result: "contents", mayThrow: true, fails: failsOnNullish }),
    "any",
    (o: unknown) => lengthOf(o),
    (o = "") => `${o}.length`,
  ),
  /** The length of an array; refused for a record, whose `length` may carry a derivative. */
  "array-length": prim(1, effects([read("length")], { mayThrow: true, fails: failsOnNullish }), "int", (o: unknown) =>
    realLengthOf(o),
  ),
  "set-length": prim(
    2,
    effects([changed("value", "presence", "length"), asked], { mayThrow: true, fails: failsToSetLength }),
    "none",
    (o: { length: unknown }, n: unknown) => {
      o.length = n;
    },
    (o = "", n = "") => `${o}.length = ${n}`,
  ),
  push: prim(
    2,
    effects([changed("value", "presence", "length"), storedInFirst], { mayThrow: true, fails: failsToPush }),
    "none",
    (a: unknown[], v: unknown) => {
      a.push(v);
    },
    (a = "", v = "") => `${a}.push(${v})`,
  ),
  pop: prim(
    1,
    effects([changed("value", "presence", "length")], { result: "contents", mayThrow: true, fails: failsToPop }),
    "any",
    (a: unknown[]) => a.pop(),
    (a = "") => `${a}.pop()`,
  ),
  /** `iterable x, "name"`: what `for`-`of` walks by index, an array or a text's code points; the name is for the error. */
  iterable: prim(
    { atLeast: 1 },
    effects([passed, asked], { mayThrow: true, fails: failsUnlessWalked }),
    "any",
    (x: unknown, name?: string) => iterable(x, name),
  ),
  /** `is-walked x, "entries"`: whether that method of x is the native one that makes an iterator of an array. */
  "is-walked": prim(
    2,
    effects([asked], { mayThrow: true, fails: failsOnNullish }),
    "bool",
    (x: unknown, method: string) => isWalked(x, method),
  ),
  /** `class-made x, "map"`: the class of what that native method of x makes; refused if it is a class of the program's arrays. */
  "class-made": prim(
    2,
    effects([asked], { result: "unknown", mayThrow: true, fails: failsOnNullish }),
    "any",
    (x: unknown, method: string) => classMade(x, method),
  ),
  /** The first n elements of an array, or slots of a shadow, as a tuple. */
  gather: prim(
    2,
    effects([read("all"), asked], { result: "contents" }),
    "tuple",
    (a: readonly unknown[] | Shadow, n: number) => gather(a, n),
  ),

  /** `map-get m, k`: what a map of a module holds under a key; a number of it carries no derivative. */
  "map-get": prim(2, effects([read("value"), asked], { result: "contents" }), "any", mapGet),
  // Lists of keys that know the place of each (runtime/places.ts).
  /** `place-of keys, k`: the place of a key; -1 if it has none. */
  "place-of": prim(2, effects([read("presence"), asked]), "int", placeOf),
  /** `place-add keys, k`: gives a key that has no place the next one; the list gets the key by `push`. */
  "place-add": prim(2, effects([changed("presence"), asked]), "none", placeAdd),
  /** `place-remove keys, k`: takes the place of a key, and gives it; -1 if it has none. */
  "place-remove": prim(2, effects([changed("presence"), asked]), "int", placeRemove),
  "place-clear": prim(1, effects([changed("presence")]), "none", placeClear),
  /** `place-next keys, n`: the first place from n on that a key has; -1 if there is none. */
  "place-next": prim(2, effects([read("presence"), asked]), "int", placeNext),
  /** How many keys have a place. */
  "place-count": prim(1, effects([read("presence")]), "int", placeCount),

  // Boxes of captured variables that are assigned; `cell`s are variables before that is decided.
  cell: prim(1, effects([storedInFresh], { result: "fresh" }), "box", (v: unknown) => new Box(v)),
  "cell-get": prim(1, effects([read("value")], { result: "contents" }), "any", (b: Box) => b.v),
  "cell-set": prim(2, effects([written("value"), storedInFirst]), "none", (b: Box, v: unknown) => {
    b.v = v;
  }),
  "box-new": prim(1, effects([storedInFresh], { result: "fresh" }), "box", (v: unknown) => new Box(v)),
  "box-get": prim(
    1,
    effects([read("value")], { result: "contents" }),
    "any",
    (b: Box) => b.v,
    (b = "") => `${b}.v`,
  ),
  "box-set": prim(
    2,
    effects([written("value"), storedInFirst]),
    "none",
    (b: Box, v: unknown) => {
      b.v = v;
    },
    (b = "", v = "") => `${b}.v = ${v}`,
  ),

  /** `capture self, k`: reads the environment. */
  capture: prim(
    2,
    effects([read("value"), asked], { result: "contents" }),
    "any",
    (self: unknown, k: number) => environmentOf(self)[k],
  ),
};

/** The value of a global variable. */
function readGlobal(name: string): unknown {
  if (name in globalThis) return (globalThis as Record<string, unknown>)[name];
  throw new ReferenceError(`${name} is not defined`);
}

function makeObject(entries: readonly unknown[]): object {
  const object: Record<PropertyKey, unknown> = {};
  for (let i = 0; i < entries.length; i += 2) defineProperty(object, entries[i] as PropertyKey, entries[i + 1]);
  return object;
}
