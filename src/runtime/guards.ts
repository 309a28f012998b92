// Guards: what specialised code throws where a value is not what the code was made for. Its caller runs general code then.

/** Thrown; never seen by programs. */
export const failedGuard: unique symbol = Symbol("zeroth.failed-guard");

export function failGuard(): never {
  // oxlint-disable-next-line typescript/only-throw-error -- it is caught by identity, and a stack trace would be costly
  throw failedGuard;
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

export function guardArray(x: unknown): readonly unknown[] {
  return isPlainArray(x) ? x : failGuard();
}

export function guardFloat64(x: unknown): Float64Array {
  return isFloat64Array(x) ? x : failGuard();
}

export function guardNumbers(x: readonly unknown[]): void {
  for (let i = 0; i < x.length; i++) if (typeof x[i] !== "number") failGuard();
}

export function guardElement(a: ArrayLike<unknown>, k: number): void {
  if (k < a.length && a[k] === undefined) failGuard();
}

export function guardSlot(a: ArrayLike<unknown>, k: number): void {
  if (a[k] === undefined) failGuard();
}
