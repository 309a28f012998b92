// The intrinsics of the prelude, as JavaScript.
//
// The prelude is written in the language that it differentiates. It imports from here what it needs beyond that language: the
// front end lowers a call of `fooBar` to the primitive `foo-bar`, and the functions below define the same source when it runs as
// plain JavaScript. Both use the one table of primitives.

import { prims, type PrimName } from "../ir/index.ts";
import { type AnyFunction, type Context, type Cotangent, type Shadow, type Structure } from "../runtime/index.ts";
import { callGenerated, callWithWord } from "./enter.ts";

/** An immutable sequence; an array at run time, never one of the user's. */
export type Tuple<T = unknown> = readonly T[];

/** The second result of `callJ`; `callPullback` calls it with a context and a cotangent. */
export type Pullback = (context: Context, cotangent: Cotangent) => Tuple;

const meaning = <F>(name: PrimName): F => prims[name].evaluate as F;

// Numbers.
export const number: (x: unknown) => number = meaning("number");
export const isNumber: (x: unknown) => x is number = meaning("is-number");
export const isUnset: (x: unknown) => boolean = meaning("is-unset");
export const isNullish: (x: unknown) => x is null | undefined = meaning("is-nullish");

// Derivatives taken by hand.
/** The same value, without a derivative. */
export const stop: <T>(x: T) => T = meaning("stop");
/** The value `r`; its derivative is that of `r` plus `p` times that of `x`. */
export const carry: <T>(r: T, x: unknown, p: unknown) => T = meaning("carry");

// Tuples.
export const tuple: <T extends Tuple>(...parts: T) => T = meaning("tuple");
export const tupleGet: <T>(tuple: Tuple<T>, k: number) => T = meaning("tuple-get");
export const tupleLength: (tuple: Tuple) => number = meaning("tuple-length");
export const tupleConcat: <T>(a: Tuple<T>, b: Tuple<T>) => Tuple<T> = meaning("tuple-concat");

// Arrays and records.
/** A new array with the components of a tuple. */
export const arrayFrom: <T>(tuple: Tuple<T>) => T[] = meaning("array-from");
/** A new array of n holes. */
export const arrayNew: <T = unknown>(n: number) => T[] = meaning("array-new");
/** `.length` of anything. */
export const length: (x: unknown) => number = meaning("length");
/** The length of an array, typed array, string or function; refused of a record. */
export const arrayLength: (x: unknown) => number = meaning("array-length");
export const setLength: (x: { length: number }, n: number) => void = meaning("set-length");
export const push: <T>(x: T[], value: T) => void = meaning("push");
export const pop: <T>(x: T[]) => T | undefined = meaning("pop");
/** Ensures that a write to the property of a plain object goes to its own property. */
export const ownSlot: (x: object, key: PropertyKey) => void = meaning("own-slot");
/** A typed array of the given class, with n zeros. */
export const typedNew: <T>(type: new (n: number) => T, n: number) => T = meaning("typed-new");
export const keys: (x: object) => string[] = meaning("keys");
/** The keys of an object and its own enumerable symbols. */
export const propertyKeys: (x: object) => PropertyKey[] = meaning("property-keys");
export const has: (x: object, key: PropertyKey) => boolean = meaning("has");
/** The value that iteration by index walks. */
export const iterable: <T>(x: Iterable<T> | ArrayLike<T>) => ArrayLike<T> = meaning("iterable");
/** The class that a native method constructs; refused if that is a class of arrays other than Array. */
export const classMade: (x: unknown, method: string) => unknown = meaning("class-made");
/** Whether a method of `x` is that of all arrays or of all typed arrays. */
export const isWalked: (x: unknown, method: string) => boolean = meaning("is-walked");
/** The place of a key in a list of keys; -1 if it has none. */
export const placeOf: (keys: readonly unknown[], key: unknown) => number = meaning("place-of");
/** Gives a key that has no place the next one. */
export const placeAdd: (keys: readonly unknown[], key: unknown) => void = meaning("place-add");
/** Takes the place of a key, and gives it; -1 if it has none. */
export const placeRemove: (keys: readonly unknown[], key: unknown) => number = meaning("place-remove");
export const placeClear: (keys: readonly unknown[]) => void = meaning("place-clear");
/** The first place from `from` on that a key has; -1 if there is none. */
export const placeNext: (keys: readonly unknown[], from: number) => number = meaning("place-next");
/** The first n elements of an array, or slots of a shadow, as a tuple. */
export const gather: <T>(x: ArrayLike<T> | Shadow, n: number) => Tuple<T> = meaning("gather");
/** The present shape of a value. */
export const structure: (x: unknown) => Structure = meaning("structure");
/**
 * Which of the arguments listed in `argnums` share memory with anything else that a call of `f` can reach. `isHidden`: nobody sees
 * the result of `f`, which may lead to an argument.
 */
export const overlaps: (
  f: unknown,
  args: readonly unknown[],
  argnums: readonly number[],
  isHidden: boolean,
) => readonly boolean[] = meaning("overlaps");
/** Whether a reference, or one that its properties lead to, has received a cotangent other than zero. */
export const isTouched: (context: Context, primal: unknown) => boolean = meaning("is-touched");
/** A constructor as an ordinary function. */
export const construct: (type: unknown) => AnyFunction = meaning("construct");
/** An object without properties of its own, with this prototype. */
export const objectOf: (prototype: object | null) => object = meaning("object-of");
/**
 * The compiled getter or setter behind a property, for `super` any getter; for `convert` the compiled method that makes a number,
 * given a hint. Undefined if there is none.
 */
export const accessorOf: (
  x: unknown,
  key: PropertyKey,
  kind: "get" | "set" | "super" | "convert",
) => AnyFunction | { readonly v: unknown } | undefined = meaning("accessor-of");
/** The captured values of a function, by index. */
export const capture: (closure: unknown, k: number) => unknown = meaning("capture");

// Boxes.
export const boxNew: (value: unknown) => object = meaning("box-new");
export const boxGet: (box: unknown) => unknown = meaning("box-get");
export const boxSet: (box: unknown, value: unknown) => void = meaning("box-set");

// Cotangents.
export const sum: (a: Cotangent, b: Cotangent) => Cotangent = meaning("sum");
export const scale: (g: Cotangent, p: unknown) => number = meaning("scale");
export const gate: (g: Cotangent, condition: boolean) => Cotangent = meaning("gate");
/** Component k of a tuple cotangent, zero beyond its end. */
export const part: (tuple: Cotangent, k: number) => Cotangent = meaning("part");
export const partsFrom: (tuple: Cotangent, k: number) => Cotangent = meaning("parts-from");
/** The tuple cotangent that has g as component k. */
export const inject: (k: number, g: Cotangent) => Cotangent = meaning("inject");
export const injectFrom: (k: number, g: Cotangent) => Cotangent = meaning("inject-from");

// Contexts and shadows.
export const newContext: () => Context = meaning("new-context");
/** A context of a forward pass. */
export const newTangents: () => Context = meaning("new-tangents");
export const shadow: (context: Context, primal: unknown) => Shadow = meaning("shadow");
export const shadowGet: (shadow: Shadow, key: unknown) => Cotangent = meaning("shadow-get");
export const accum: (shadow: Shadow, key: unknown, g: Cotangent) => void = meaning("accum");
export const take: (shadow: Shadow, key: unknown) => Cotangent = meaning("take");
export const put: (shadow: Shadow, key: unknown, g: Cotangent) => void = meaning("put");
/** Accumulates the components of a tuple cotangent in the slots from 0 upwards. */
export const accumAll: (shadow: Shadow, tuple: Cotangent) => void = meaning("accum-all");

// Calls.
/** An ordinary call with a receiver. */
export function callWith(f: unknown, receiver: unknown, ...args: Tuple): unknown {
  return Reflect.apply(f as () => unknown, receiver, args) as unknown;
}

/** Calls a function as JavaScript does. No derivative passes through. */
export const foreignCall: (f: unknown, receiver: unknown, args: Tuple) => unknown = meaning("foreign-call");

/** `call.J`: the value of a call and its pullback. */
export function callJ(f: unknown, receiver: unknown, ...args: Tuple): readonly [value: unknown, pullback: Pullback] {
  return callWithWord(f, "J", receiver, args) as readonly [unknown, Pullback];
}

/** `call.D`: the value of a call and its tangent, given the tangents of the function, the receiver and the arguments. */
export function callD(
  f: unknown,
  receiver: unknown,
  context: Context,
  tangents: Tuple,
  ...args: Tuple
): readonly [value: unknown, tangent: Cotangent] {
  return callWithWord(f, "D", receiver, [context, tangents, ...args]) as readonly [unknown, Cotangent];
}

/** Runs a pullback in a context: the cotangents of the closure, of the receiver, and of each argument. */
export function callPullback(pullback: Pullback, context: Context, cotangent: Cotangent): Tuple {
  return callGenerated(pullback, undefined, [context, cotangent]) as Tuple;
}

/**
 * Gives `primal` the reverse-mode primal `j` and the pushforwards `d`, `v` (of any number of directions) and `t` (of series of
 * any order), functions of the same scope; a mode that is left out differentiates `primal` itself. This is what compiled code
 * sees; here the result is just `primal`.
 */
export function rule<F>(primal: F, j: unknown, d?: unknown, v?: unknown, t?: unknown): F;
export function rule<F>(primal: F): F {
  return primal;
}
