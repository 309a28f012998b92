// Guards: what specialised code throws where a value is not what the code was made for. Its caller runs general code then.

import { shares } from "./sharing.ts";
import { hasStructure, type Structure } from "./structure.ts";

/** Thrown; never seen by programs. */
export const failedGuard: unique symbol = Symbol("zeroth.failed-guard");

/** Where a guard failed last. Its stack holds functions, so it is kept until the entry point asks for it. */
let failure: Error | null = null;

export function failGuard(): never {
  failure = new Error("a guard failed");
  // oxlint-disable-next-line typescript/only-throw-error -- it is caught by identity, and a stack trace would be costly
  throw failedGuard;
}

/** The error whose stack says where a guard failed last; it is forgotten. */
export function takeFailure(): Error | null {
  const taken = failure;
  failure = null;
  return taken;
}

export function guardNumber(x: unknown): number {
  return typeof x === "number" ? x : failGuard();
}

/** Whether it is an array of class Array: instances of other classes may have methods of their own. */
export function isPlainArray(x: unknown): x is readonly unknown[] {
  return Array.isArray(x) && x.constructor === Array;
}

export function isFloat64Array(x: unknown): x is Float64Array {
  return x instanceof Float64Array && x.constructor === Float64Array;
}

export function isFloat32Array(x: unknown): x is Float32Array {
  return x instanceof Float32Array && x.constructor === Float32Array;
}

export function guardArray(x: unknown): readonly unknown[] {
  return isPlainArray(x) ? x : failGuard();
}

export function guardFloat64(x: unknown): Float64Array {
  return isFloat64Array(x) ? x : failGuard();
}

export function guardFloat32(x: unknown): Float32Array {
  return isFloat32Array(x) ? x : failGuard();
}

/** Whether it is an object as literals make them. */
export function isPlainObject(x: unknown): x is Record<string, unknown> {
  return typeof x === "object" && x !== null && Object.getPrototypeOf(x) === Object.prototype;
}

/** Whether it is a typed array whose elements are numbers of an integer kind. */
export function isIntegerArray(x: unknown): x is Int32Array {
  return ArrayBuffer.isView(x) && integerKinds.has(x.constructor);
}

export const integerKinds: ReadonlySet<unknown> = new Set([
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
]);

export function guardRecord(x: unknown): Record<string, unknown> {
  return isPlainObject(x) ? x : failGuard();
}

export function guardIntegers(x: unknown): Int32Array {
  return isIntegerArray(x) ? x : failGuard();
}

export function guardData(x: object, key: PropertyKey): void {
  const own = Object.getOwnPropertyDescriptor(x, key);
  if (own === undefined ? key in x : own.writable !== true) failGuard();
}

export function guardFunction(x: unknown, ...options: readonly unknown[]): number {
  const k = options.indexOf(x);
  return k < 0 ? failGuard() : k;
}

export function guardTypeof(x: unknown, name: string): unknown {
  return typeof x === name ? x : failGuard();
}

export function guardKeys(x: object, ...keys: readonly string[]): void {
  let k = 0;
  for (const key in x) {
    if (key !== keys[k++]) failGuard();
    guardData(x, key);
  }
  if (k !== keys.length || Object.getOwnPropertySymbols(x).length > 0) failGuard();
}

export function guardApart(x: object, ...others: readonly unknown[]): void {
  const isMemory = (other: unknown): other is object =>
    typeof other === "function" || (typeof other === "object" && other !== null);
  if (shares([x], others.filter(isMemory))) failGuard();
}

export function guardStructure(x: unknown, { items, uniform }: Structure, k: number): void {
  if (uniform ? typeof x !== "number" : !hasStructure(x, items[k] ?? null)) failGuard();
}

export function guardItems({ uniform, length }: Structure): void {
  if (uniform && length > 0) failGuard();
}

export function guardNumbers(x: readonly unknown[]): void {
  for (let i = 0; i < x.length; i++) if (typeof x[i] !== "number") failGuard();
}

export function guardTexts(x: readonly unknown[]): void {
  for (let i = 0; i < x.length; i++) if (typeof x[i] !== "string") failGuard();
}

export function guardElement(a: ArrayLike<unknown>, k: number): void {
  if (k < a.length && a[k] === undefined && !(k in a)) failGuard();
}

export function guardSlot(a: ArrayLike<unknown>, k: number): void {
  if (a[k] === undefined) failGuard();
}
