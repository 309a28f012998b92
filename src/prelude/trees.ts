// Trees of numbers, arrays, typed arrays, records and closures: gradients mirror them (`mirror`), cotangents of results
// enter a context (`seed`), and trees are copied. All of it is written in the language that zeroth differentiates, so it
// nests.
//
// A structure is the shape that a value had at one moment. A later change of the value does not change the shape of its
// gradient.

import {
  accum,
  arrayNew,
  foreignCall,
  inject,
  isTouched,
  number,
  ownSlot,
  part,
  propertyKeys,
  push,
  put,
  shadow,
  shadowGet,
  stop,
  sum,
  take,
  tuple,
  typedNew,
} from "../host/intrinsics.ts";
import { functionPlaces, type FunctionPlace } from "../host/function-places.ts";
import { ownProperty } from "./own-property.ts";
import { ZerothError } from "../ir/index.ts";
import { copyLooks, type Context, type Cotangent, type Shadow, type Structure } from "../runtime/index.ts";

type Keyed = Record<PropertyKey, unknown>;

/** An alias: functions capture a constant by its value, so the specialiser knows it; they capture an import as a variable. */
const lookAlike = copyLooks;

type RealArray = Float64Array | Float32Array;

/**
 * The cotangent of a value with structure `s`, as a tree. `g` is what the pullback returned for the value itself; cotangents
 * of memory are taken out of the shadows. Taking clears them, so memory that two paths reach counts at the first one only.
 */
export function mirror(s: Structure, context: Context, g: Cotangent): unknown {
  // The conversion tells that it is a number; a gradient may itself be differentiated.
  if (s.kind === "number") return number(g);
  if (s.kind === "none") return null;
  if (s.kind !== "closure" && g !== 0) throw usedAsNumber();
  if (s.kind === "array") return mirrorArray(s, context);
  if (s.kind === "typed") {
    const slots = shadow(context, s.ref);
    const gradient = typedNew((s.ref as RealArray).constructor as new (n: number) => RealArray, s.length);
    for (let i = 0; i < s.length; i++) gradient[i] = take(slots, i) as number;
    return gradient;
  }
  if (s.kind === "object") {
    const slots = shadow(context, s.ref);
    const gradient: Keyed = {};
    for (let k = 0; k < s.keys.length; k++) {
      const key = s.keys[k] as string;
      ownSlot(gradient, key);
      gradient[key] = mirror(s.items[k] as Structure, context, takeProperty(slots, key));
    }
    return gradient;
  }
  if (s.kind === "box") return mirror(s.items[0] as Structure, context, take(shadow(context, s.ref), "v"));
  if (s.kind === "closure") {
    if (isTouched(context, s.ref)) throw lostInInstance(s.ref as object);
    const whole = withReturned(s, context, g);
    const gradient: Keyed = {};
    for (let k = 0; k < s.keys.length; k++) {
      const key = s.keys[k] as string;
      ownSlot(gradient, key);
      gradient[key] = mirror(s.items[k] as Structure, context, part(whole, s.slots[k] as number));
    }
    return gradient;
  }
  if (s.kind === "opaque" && isTouched(context, s.ref)) throw lostInInstance(s.ref as object);
  return null;
}

/** Takes the cotangent of a property. `take` would refuse a property with a setter, even if the setter was never called. */
export function takeProperty(slots: Shadow, key: string): Cotangent {
  const g = shadowGet(slots, key);
  put(slots, key, 0);
  return g;
}

/**
 * The whole cotangent of a closure. If functions capture each other, `g` is only one part of it. Other parts are inside the
 * cotangents of the captured values, as deep as the calls went, or in the shadows of the memory that holds the functions.
 */
function withReturned(s: Structure, context: Context, g: Cotangent): Cotangent {
  if (!s.isCyclic) return g;
  let more = returned([s], s, g);
  const places = foreignCall(functionPlaces, undefined, tuple(s)) as readonly FunctionPlace[];
  for (let i = 0; i < places.length; i++) {
    const { memory, key, item, around } = places[i] as FunctionPlace;
    more = sum(more, returnedBy(around, item, shadowGet(shadow(context, memory), key)));
  }
  let whole = g;
  while (more !== 0) {
    whole = sum(whole, more);
    more = returned([s], s, more);
  }
  return whole;
}

/** The parts of `g`, the cotangent of the closure `at`, that belong to the outermost of the functions `around` it. */
function returned(around: readonly Structure[], at: Structure, g: Cotangent): Cotangent {
  let total: Cotangent = 0;
  if (g === 0) return total;
  for (let k = 0; k < at.items.length; k++) {
    const inside = part(g, at.slots[k] as number);
    total = sum(total, returnedBy(around, at.items[k] as Structure, inside));
  }
  return total;
}

/** The same for `g`, the cotangent of `item`, the content of a capture or of a place in memory. */
function returnedBy(around: readonly Structure[], item: Structure, g: Cotangent): Cotangent {
  if (item.kind === "closure") return returned([...around, item], item, g);
  if (item.kind !== "none" || item.ref === null) return 0;
  for (let i = 0; i < around.length; i++) {
    const outer = around[i] as Structure;
    if (Object.is(outer.ref, item.ref)) return i === 0 ? g : returned(around.slice(0, i + 1), outer, g);
  }
  return 0;
}

function usedAsNumber(): ZerothError {
  return new ZerothError({
    kind: "unsupported",
    message: "the derivative passes through an object or array that is used as a number",
    remedy: "use the number that it stands for",
  });
}

function lostInInstance(x: object): ZerothError {
  return new ZerothError({
    kind: "unsupported",
    message:
      typeof x === "function"
        ? "the gradient with respect to a property of a function"
        : `the gradient with respect to an instance of ${x.constructor.name}`,
    remedy: "use a plain object, or differentiate with respect to the numbers in it",
  });
}

function mirrorArray(s: Structure, context: Context): unknown[] {
  const slots = shadow(context, s.ref);
  const gradient: unknown[] = arrayNew(s.length);
  if (s.uniform) {
    for (let i = 0; i < s.length; i++) gradient[i] = number(take(slots, i));
  } else {
    for (let i = 0; i < s.length; i++) gradient[i] = mirror(s.items[i] as Structure, context, take(slots, i));
  }
  return gradient;
}

/**
 * Enters the cotangent `g`, a tree, of a value with structure `s` into a context. Cotangents of memory are accumulated in the
 * shadows; the cotangent of the value itself is returned. `null` and `undefined` stand for zero. `g` is only read. It was
 * passed to a pullback or, if `isRules`, returned by the pullback of a derivative rule; errors say which.
 */
export function seed(s: Structure, context: Context, g: unknown, isRules = false): Cotangent {
  if (g === null || g === undefined || s.kind === "none") return 0;
  if (s.kind === "opaque") {
    if (g === 0) return 0;
    throw mismatch("an instance of a class, which has no cotangent", g, isRules);
  }
  if (s.kind === "number") {
    if (typeof g !== "number") throw mismatch("a number", g, isRules);
    return g;
  }
  // The cotangent of a variable is that of its value.
  if (s.kind === "box") {
    accum(shadow(context, s.ref), "v", seed(s.items[0] as Structure, context, g, isRules));
    return 0;
  }
  if (typeof g !== "object") throw mismatch(described(s), g, isRules);
  const from = g as Keyed;
  if (s.kind === "array" || s.kind === "typed") {
    const given = (g as unknown[]).length;
    if (given !== s.length) throw mismatch(`an array of length ${s.length}`, g, isRules);
    const slots = shadow(context, s.ref);
    for (let i = 0; i < s.length; i++) {
      accum(
        slots,
        i,
        s.uniform ? seedNumber(from[i], isRules) : seed(s.items[i] as Structure, context, from[i], isRules),
      );
    }
    return 0;
  }
  if (s.kind === "object") {
    const slots = shadow(context, s.ref);
    for (let k = 0; k < s.keys.length; k++) {
      const key = s.keys[k] as string;
      accum(slots, key, seed(s.items[k] as Structure, context, ownProperty(from, key), isRules));
    }
    return 0;
  }
  let captured: Cotangent = 0;
  for (let k = 0; k < s.keys.length; k++) {
    const item = seed(s.items[k] as Structure, context, ownProperty(from, s.keys[k] as string), isRules);
    captured = sum(captured, inject(s.slots[k] as number, item));
  }
  return captured;
}

function seedNumber(g: unknown, isRules: boolean): Cotangent {
  if (g === null || g === undefined) return 0;
  if (typeof g !== "number") throw mismatch("a number", g, isRules);
  return g;
}

/** What a user calls a value of a structure that has parts. */
function described(s: Structure): string {
  if (s.kind === "typed") return "a typed array";
  if (s.kind === "closure") return "a function";
  return s.kind === "array" ? "an array" : "an object";
}

function mismatch(expected: string, given: unknown, isRules: boolean): ZerothError {
  const kind = Array.isArray(given) ? `an array of length ${given.length}` : `a value of type ${typeof given}`;
  return new ZerothError({
    kind: "invalid",
    message: isRules
      ? `the pullback of a derivative rule returned ${kind} as the cotangent of what is ${expected}`
      : `a pullback was given ${kind} where the function's result has ${expected}`,
    remedy: isRules
      ? "return a cotangent of the same shape as the argument for each; null stands for zero"
      : "give a cotangent of the same shape as the result; null stands for zero",
  });
}

/** A list of the enclosing values that are being copied, the innermost first. */
interface Open {
  readonly ref: unknown;
  readonly copy: unknown;
  readonly outer: Open | null;
}

/** The copy of `x` if it is a back reference: the copy of the enclosing value that it refers to. Otherwise `x` itself. */
function copyOfReference(s: Structure, x: unknown, around: Open | null): unknown {
  if (s.ref === null) return x;
  let open = around;
  while (open !== null && !Object.is(open.ref, s.ref)) open = open.outer;
  return open === null ? x : open.copy;
}

/** A deep copy of `x`, which had structure `s`. Functions, boxes and instances of classes are not copied. */
export function copyTree(s: Structure, x: unknown): unknown {
  return copyWithin(s, x, null);
}

function copyWithin(s: Structure, x: unknown, outer: Open | null): unknown {
  if (s.kind === "none") return copyOfReference(s, x, outer);
  if (s.kind === "array") {
    const copy: unknown[] = arrayNew(s.length);
    const around: Open = { ref: s.ref, copy, outer };
    for (let i = 0; i < s.length; i++) {
      if (s.uniform) copy[i] = (x as unknown[])[i];
      // A hole stays a hole.
      else if (i in (x as unknown[])) copy[i] = copyWithin(s.items[i] as Structure, (x as unknown[])[i], around);
    }
    foreignCall(lookAlike, undefined, tuple(copy, x));
    return copy;
  }
  if (s.kind === "typed") {
    const from = x as RealArray;
    const copy = typedNew(from.constructor as new (n: number) => RealArray, s.length);
    for (let i = 0; i < s.length; i++) copy[i] = from[i] as number;
    return copy;
  }
  if (s.kind === "object") {
    const copy: Keyed = {};
    const around: Open = { ref: s.ref, copy, outer };
    for (let k = 0; k < s.keys.length; k++) {
      const key = s.keys[k] as string;
      ownSlot(copy, key);
      copy[key] = copyWithin(s.items[k] as Structure, (x as Keyed)[key], around);
    }
    const symbols = symbolsOf(x as object);
    for (let k = 0; k < symbols.length; k++) copy[symbols[k] as symbol] = stop((x as Keyed)[symbols[k] as symbol]);
    foreignCall(lookAlike, undefined, tuple(copy, x));
    return copy;
  }
  return x;
}

/** The symbols of properties. A structure does not contain such properties, so copies treat them as constants. */
function symbolsOf(x: object): symbol[] {
  const all = propertyKeys(x);
  const symbols: symbol[] = [];
  for (let k = 0; k < all.length; k++) {
    if (typeof all[k] === "symbol") push(symbols, all[k] as symbol);
  }
  return symbols;
}

/** A copy of `x`, which has structure `s`, through which no derivative passes. */
export function stopTree(s: Structure, x: unknown): unknown {
  return stopWithin(s, x, null);
}

function stopWithin(s: Structure, x: unknown, outer: Open | null): unknown {
  if (s.kind === "none") return copyOfReference(s, x, outer);
  if (s.kind === "number") return stop(x);
  if (s.kind === "opaque") {
    throw new ZerothError({
      kind: "unsupported",
      message: "stopGradient of an instance of a class",
      remedy: "stop the numbers in it instead",
    });
  }
  if (s.kind === "closure") {
    throw new ZerothError({
      kind: "unsupported",
      message: "stopGradient of a function with captured values",
      remedy: "stop the captured values instead, or the function's result",
    });
  }
  if (s.kind === "array") {
    const copy: unknown[] = arrayNew(s.length);
    const around: Open = { ref: s.ref, copy, outer };
    for (let i = 0; i < s.length; i++) {
      if (s.uniform) copy[i] = stop((x as unknown[])[i]);
      else if (i in (x as unknown[])) copy[i] = stopWithin(s.items[i] as Structure, (x as unknown[])[i], around);
    }
    foreignCall(lookAlike, undefined, tuple(copy, x));
    return copy;
  }
  if (s.kind === "typed") {
    const from = x as RealArray;
    const copy = typedNew(from.constructor as new (n: number) => RealArray, s.length);
    for (let i = 0; i < s.length; i++) copy[i] = stop(from[i]) as number;
    return copy;
  }
  if (s.kind === "object") {
    const copy: Keyed = {};
    const around: Open = { ref: s.ref, copy, outer };
    for (let k = 0; k < s.keys.length; k++) {
      const key = s.keys[k] as string;
      ownSlot(copy, key);
      copy[key] = stopWithin(s.items[k] as Structure, (x as Keyed)[key], around);
    }
    const symbols = symbolsOf(x as object);
    for (let k = 0; k < symbols.length; k++) copy[symbols[k] as symbol] = stop((x as Keyed)[symbols[k] as symbol]);
    foreignCall(lookAlike, undefined, tuple(copy, x));
    return copy;
  }
  return x;
}
