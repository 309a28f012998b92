// Tangents of trees: `enterTangent` enters a tangent that a caller gives into a context, `tangentTree` reads the tangent of a
// result. All of it is written in the language that zeroth differentiates, so it nests.
//
// Tangents of memory are in the shadows of the context, as cotangents are in a reverse pass. `null` and `undefined` mean that a
// value does not move.

import {
  arrayNew,
  foreignCall,
  inject,
  isTouched,
  keys,
  ownSlot,
  part,
  push,
  put,
  shadow,
  shadowGet,
  sum,
  tuple,
  typedNew,
} from "../host/intrinsics.ts";
import { ownProperty } from "./own-property.ts";
import { ZerothError } from "../ir/index.ts";
import { holdsHiddenNumbers, type Context, type Cotangent, type Structure } from "../runtime/index.ts";

type Keyed = Record<PropertyKey, unknown>;
type RealArray = Float64Array | Float32Array;

/**
 * Enters the tangent `v` of a value with structure `s`. Tangents of memory are put into the shadows; the tangent of the value
 * itself is returned. Later paths are entered first, so if several paths lead to the same memory, the first one that moves it
 * counts. `v` is only read. Errors say `what` tangent it is.
 */
export function enterTangent(s: Structure, context: Context, v: unknown, what: string): Cotangent {
  if (v === null || v === undefined) return 0;
  if (s.kind === "number") return tangentNumber(v, what);
  requireAlike(s, v, what);
  if (s.kind === "closure") return enterCaptures(s, context, v as Keyed, what);
  if (s.kind === "box") put(shadow(context, s.ref), "v", enterTangent(s.items[0] as Structure, context, v, what));
  if (s.kind === "array" || s.kind === "typed") enterElements(s, context, v as Keyed, what);
  if (s.kind === "object") enterProperties(s, context, v as Keyed, what);
  return 0;
}

function enterElements(s: Structure, context: Context, from: Keyed, what: string): void {
  const slots = shadow(context, s.ref);
  if (s.uniform) {
    // Read again in each branch: only in the last one may it be missing.
    for (let i = 0; i < s.length; i++)
      put(slots, i, typeof from[i] === "number" ? from[i] : tangentNumber(from[i], what));
  } else {
    for (let i = s.length - 1; i >= 0; i--)
      put(slots, i, enterTangent(s.items[i] as Structure, context, from[i], what));
  }
}

function enterProperties(s: Structure, context: Context, from: Keyed, what: string): void {
  const slots = shadow(context, s.ref);
  for (let k = s.keys.length - 1; k >= 0; k--) {
    const key = s.keys[k] as string;
    put(slots, key, enterTangent(s.items[k] as Structure, context, ownProperty(from, key), what));
  }
}

function enterCaptures(s: Structure, context: Context, from: Keyed, what: string): Cotangent {
  if (s.isCyclic) throw captureEachOther();
  let captured: Cotangent = 0;
  for (let k = s.keys.length - 1; k >= 0; k--) {
    const tangent = enterTangent(s.items[k] as Structure, context, ownProperty(from, s.keys[k] as string), what);
    captured = sum(captured, inject(s.slots[k] as number, tangent));
  }
  return captured;
}

/** The tangent of a closure contains those of what it captures, so in this case it would contain itself. */
function captureEachOther(): ZerothError {
  return new ZerothError({
    kind: "unsupported",
    message: "the tangent of functions that capture each other",
    remedy: "pass what moves as an argument, or take the gradient by reverse mode",
  });
}

function tangentNumber(v: unknown, what: string): Cotangent {
  if (v === null || v === undefined) return 0;
  if (typeof v !== "number") throw mismatch(what, v, "a number");
  return v;
}

/** Refuses a tangent of another shape than the value: parts of it would be lost, or missing parts would be read. */
function requireAlike(s: Structure, v: unknown, what: string): void {
  if (s.kind === "box") return;
  const isList = Array.isArray(v) || ArrayBuffer.isView(v);
  if (s.kind === "none" || s.kind === "opaque") {
    if (typeof v === "object" || (typeof v === "number" && v !== 0)) throw mismatch(what, v, "nothing that can move");
  } else if (s.kind === "array" || s.kind === "typed") {
    if (!isList || (v as unknown[]).length !== s.length) throw mismatch(what, v, `an array of length ${s.length}`);
  } else {
    if (typeof v !== "object" || isList) throw mismatch(what, v, s.kind === "object" ? "a record" : "a closure");
    requireKnown(s, v as object, what);
  }
}

/** Refuses a property that the value does not have: it would be lost. */
function requireKnown(s: Structure, v: object, what: string): void {
  const given = keys(v);
  for (let k = 0; k < given.length; k++) {
    if (!s.keys.includes(given[k] as string)) throw mismatch(what, v, `no \`${given[k] as string}\``);
  }
}

function mismatch(what: string, given: unknown, expected: string): ZerothError {
  const kind =
    Array.isArray(given) || ArrayBuffer.isView(given)
      ? `an array of length ${(given as unknown[]).length}`
      : `a value of type ${typeof given}`;
  return new ZerothError({
    kind: "invalid",
    message: `the tangent ${what} has ${kind} where the value has ${expected}`,
    remedy: "give a tangent of the same shape as the value; null stands for what does not move",
  });
}

/**
 * The tangent of a value with structure `s`, as a tree. `t` is the tangent of the value itself; tangents of memory are read
 * from the shadows. The tangent of a Float32Array is a Float32Array, so it is rounded. With `isExact`, all tangents of typed
 * arrays are Float64Arrays.
 */
export function tangentTree(s: Structure, context: Context, t: Cotangent, isExact = false): unknown {
  if (s.kind === "number") return t;
  if (s.kind === "array") return tangentArray(s, context, isExact);
  if (s.kind === "typed") return tangentTyped(s, context, isExact);
  if (s.kind === "object") return tangentRecord(s, context, isExact);
  if (s.kind === "box")
    return tangentTree(s.items[0] as Structure, context, shadowGet(shadow(context, s.ref), "v"), isExact);
  if (s.kind === "none") return null;
  if (isTouched(context, s.ref)) throw lostInInstance(s.ref as object);
  return s.kind === "closure" ? tangentCaptures(s, context, t, isExact) : null;
}

function tangentArray(s: Structure, context: Context, isExact: boolean): unknown[] {
  const slots = shadow(context, s.ref);
  const tangent: unknown[] = arrayNew(s.length);
  for (let i = 0; i < s.length; i++) {
    const slot = shadowGet(slots, i);
    tangent[i] = s.uniform ? slot : tangentTree(s.items[i] as Structure, context, slot, isExact);
  }
  return tangent;
}

function tangentTyped(s: Structure, context: Context, isExact: boolean): RealArray {
  const slots = shadow(context, s.ref);
  const kind = isExact ? Float64Array : ((s.ref as RealArray).constructor as new (n: number) => RealArray);
  const tangent = typedNew(kind, s.length);
  for (let i = 0; i < s.length; i++) tangent[i] = shadowGet(slots, i) as number;
  return tangent;
}

/** An alias: functions capture a constant by its value, so the specialiser knows it; they capture an import as a variable. */
const hidesNumbers = holdsHiddenNumbers;

function tangentRecord(s: Structure, context: Context, isExact: boolean): Keyed {
  if (s.hidden !== null && foreignCall(hidesNumbers, undefined, tuple(s.hidden)) === true)
    throw lostInInstance(s.ref as object);
  const slots = shadow(context, s.ref);
  const tangent: Keyed = {};
  for (let k = 0; k < s.keys.length; k++) {
    const key = s.keys[k] as string;
    ownSlot(tangent, key);
    tangent[key] = tangentTree(s.items[k] as Structure, context, shadowGet(slots, key), isExact);
  }
  return tangent;
}

function tangentCaptures(s: Structure, context: Context, t: Cotangent, isExact: boolean): Keyed {
  const tangent: Keyed = {};
  for (let k = 0; k < s.keys.length; k++) {
    const key = s.keys[k] as string;
    ownSlot(tangent, key);
    tangent[key] = tangentTree(s.items[k] as Structure, context, part(t, s.slots[k] as number), isExact);
  }
  return tangent;
}

/** The product of a number and a tangent of structure `s`. */
export function times(factor: number, s: Structure, tangent: unknown): unknown {
  if (s.kind === "number") return factor * (tangent as number);
  if (s.kind === "typed") {
    const from = tangent as RealArray;
    const product = typedNew(from.constructor as new (n: number) => RealArray, s.length);
    for (let i = 0; i < s.length; i++) product[i] = factor * (from[i] as number);
    return product;
  }
  if (s.kind === "array") {
    const list: unknown[] = [];
    for (let i = 0; i < s.length; i++) {
      const item = (tangent as unknown[])[i];
      push(list, s.uniform ? factor * (item as number) : times(factor, s.items[i] as Structure, item));
    }
    return list;
  }
  if (s.kind !== "object") return tangent;
  const record: Keyed = {};
  for (let k = 0; k < s.keys.length; k++) {
    const key = s.keys[k] as string;
    ownSlot(record, key);
    record[key] = times(factor, s.items[k] as Structure, (tangent as Keyed)[key]);
  }
  return record;
}

function lostInInstance(x: object): ZerothError {
  return new ZerothError({
    kind: "unsupported",
    message:
      typeof x === "function"
        ? "the tangent of a property of a function"
        : `the tangent of an instance of ${x.constructor.name}`,
    remedy: "use a plain object, or the numbers in it",
  });
}
