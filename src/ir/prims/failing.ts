// On which operands primitives may throw for reasons that programs meet: code that a `try` statement encloses asks beforehand
// (`failure`).

import { isConstructor, stampOf } from "../../runtime/closure.ts";

const isPrimitive = (x: unknown): boolean => (typeof x !== "object" && typeof x !== "function") || x === null;
const isNullish = (x: unknown): boolean => x === undefined || x === null;
const isFixed = (o: unknown): boolean => isPrimitive(o) || !Object.isExtensible(o);
/** An array whose length may not be written takes no further elements, and loses none. */
const hasFixedLength = (o: unknown): boolean =>
  Array.isArray(o) && Object.getOwnPropertyDescriptor(o, "length")?.writable === false;
const isLength = (n: unknown): n is number => typeof n === "number" && n >>> 0 === n;
const isIndex = (key: unknown): boolean => typeof key !== "symbol" && String(Number(key) >>> 0) === String(key);

/** Whether an element from index `n` on may not go. */
function hasFixedBeyond(array: readonly unknown[], n: number): boolean {
  for (let i = n; i < array.length; i++)
    if (Object.getOwnPropertyDescriptor(array, i)?.configurable === false) return true;
  return false;
}

/** Whether a property may not be deleted. Those of typed arrays that are elements say that they may. */
function isFixedProperty(o: unknown, key: PropertyKey): boolean {
  const property = Object.getOwnPropertyDescriptor(Object(o), key);
  if (property === undefined) return false;
  return (
    property.configurable === false ||
    (ArrayBuffer.isView(o) && typeof key !== "symbol" && Number.isInteger(Number(key)))
  );
}

export interface Failing {
  /** Whether it might on these operands. The primitive is then run to see: one that changes memory must throw then. */
  readonly when: (...args: readonly unknown[]) => boolean;
  /** The first operands on which it never does: fresh memory is what the same function made. */
  readonly neverOn: "objects" | "arrays" | "functions" | "fresh memory" | "fresh arrays" | "nothing";
}

export const failsOnNullish: Failing = { when: isNullish, neverOn: "objects" };
export const failsOnPrimitives: Failing = { when: isPrimitive, neverOn: "objects" };
export const failsUnlessFunction: Failing = { when: (f) => typeof f !== "function", neverOn: "functions" };
/** Functions of compiled code are constructors, or say when they are called why they are none. */
export const failsUnlessConstructor: Failing = {
  when: (f) => stampOf(f) === undefined && !isConstructor(f),
  neverOn: "nothing",
};
export const failsUnlessWalked: Failing = {
  when: (x) => typeof x !== "string" && !Array.isArray(x),
  neverOn: "arrays",
};
export const failsUnlessClass: Failing = {
  when: (_, type) => typeof type !== "function" || isPrimitive(type.prototype),
  neverOn: "nothing",
};
export const mayAlwaysFail: Failing = { when: () => true, neverOn: "nothing" };

export const failsToWrite: Failing = { when: isWriteRefused, neverOn: "fresh memory" };
export const failsToDelete: Failing = {
  when: (o, key) => isNullish(o) || isFixedProperty(o, key as PropertyKey),
  neverOn: "fresh memory",
};
export const failsToSetLength: Failing = {
  when: (o, n) =>
    isPrimitive(o) ||
    Object.isFrozen(o) ||
    (Array.isArray(o) && (!isLength(n) || hasFixedLength(o) || hasFixedBeyond(o, n))),
  neverOn: "nothing",
};
export const failsToPush: Failing = { when: (o) => isFixed(o) || hasFixedLength(o), neverOn: "fresh arrays" };
export const failsToPop: Failing = {
  when: (o) =>
    isPrimitive(o) ||
    Object.isFrozen(o) ||
    (Array.isArray(o) && (hasFixedLength(o) || hasFixedBeyond(o, o.length - 1))),
  neverOn: "fresh arrays",
};

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
  if (Object.hasOwn(o as object, key as PropertyKey)) return false;
  return !Object.isExtensible(o) || (hasFixedLength(o) && isIndex(key));
}
