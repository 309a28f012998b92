// What specialised code throws where a value is not what was expected of it. Its caller runs general code then.

/** Thrown; never seen by programs. */
export const unexpected: unique symbol = Symbol("zeroth.unexpected");

export function failExpectation(): never {
  // oxlint-disable-next-line typescript/only-throw-error -- it is caught by identity, and a stack trace would be costly
  throw unexpected;
}

export function expectNumber(x: unknown): number {
  return typeof x === "number" ? x : failExpectation();
}

/** Instances of other classes may have methods of their own. */
export function isPlainArray(x: unknown): x is readonly unknown[] {
  return Array.isArray(x) && x.constructor === Array;
}

export function isFloat64Array(x: unknown): x is Float64Array {
  return x instanceof Float64Array && x.constructor === Float64Array;
}

export function expectArray(x: unknown): readonly unknown[] {
  return isPlainArray(x) ? x : failExpectation();
}

export function expectFloat64(x: unknown): Float64Array {
  return isFloat64Array(x) ? x : failExpectation();
}

export function expectNumbers(x: readonly unknown[]): void {
  for (let i = 0; i < x.length; i++) if (typeof x[i] !== "number") failExpectation();
}

export function expectElement(a: ArrayLike<unknown>, k: number): void {
  if (k < a.length && a[k] === undefined) failExpectation();
}

export function expectSlot(a: ArrayLike<unknown>, k: number): void {
  if (a[k] === undefined) failExpectation();
}
