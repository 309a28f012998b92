// Copies of data: of numbers, texts, and arrays and plain records of such.

import { failGuard, isPlainArray, isPlainObject } from "./guards.ts";

/** A copy that shares no memory with `x`; a failed guard if there is anything else in it. */
export function copyOfData(x: object): object {
  if (ArrayBuffer.isView(x) && !(x instanceof DataView)) return (x as Float64Array).slice();
  if (isPlainArray(x)) return isOfNumbers(x) ? x.slice() : x.map(copyOfItem);
  if (!isPlainObject(x)) return failGuard();
  const copy: Record<string, unknown> = {};
  let count = 0;
  for (const key in x) {
    // Setting it would change the prototype.
    if (key === "__proto__") failGuard();
    copy[key] = copyOfItem(x[key]);
    count++;
  }
  // A copy lacks symbols, and properties that are not enumerated.
  const isWhole = Object.getOwnPropertyNames(x).length === count && Object.getOwnPropertySymbols(x).length === 0;
  return isWhole ? copy : failGuard();
}

function copyOfItem(x: unknown): unknown {
  if (typeof x === "object" && x !== null) return copyOfData(x);
  return typeof x === "function" || typeof x === "symbol" ? failGuard() : x;
}

/** No place reads both arrays of numbers and arrays of objects by index (sharing.ts): this one ends at the first object. */
function isOfNumbers(x: readonly unknown[]): boolean {
  if (x.length === 0 || typeof Reflect.get(x, 0) !== "number") return x.length === 0;
  return x.every((item) => typeof item === "number");
}
