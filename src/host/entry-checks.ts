// What entries of specialised code ask of arguments and results.

import { isBox, unlessUninitialised } from "../ir/index.ts";

/** Whether a result has no NaN. What is beside a gradient may be inside of itself. */
export function isClean(x: unknown, seen: Set<object> = new Set()): boolean {
  if (typeof x === "number") return !Number.isNaN(x);
  if (typeof x !== "object" || x === null || seen.has(x)) return true;
  if (x instanceof Float64Array) {
    for (let i = 0; i < x.length; i++) if (Number.isNaN(x[i])) return false;
    return true;
  }
  seen.add(x);
  if (!Array.isArray(x)) return Object.values(x).every((item) => isClean(item, seen));
  for (let i = 0; i < x.length; i++) {
    const item: unknown = x[i];
    if (typeof item === "number" ? Number.isNaN(item) : !isClean(item, seen)) return false;
  }
  return true;
}

/** Whether one of `own` shares memory with another, with one of `others`, or an array in it is there twice. */
export function shares(own: readonly object[], others: readonly object[]): boolean {
  const all = [...own, ...others];
  if (all.every(isFlat)) {
    return own.some((x, k) => all.some((other, j) => j !== k && memoryOf(x) === memoryOf(other)));
  }
  const met = new Set<object>();
  for (const x of own) if (!isNew(x, met)) return true;
  return others.some((x) => meets(x, met, new Set()));
}

/** Whether there is no memory in an array but its own. */
const isFlat = (x: object): boolean =>
  x instanceof Float64Array || (Array.isArray(x) && (x.length === 0 || typeof x[0] === "number"));

const memoryOf = (x: object): object => (ArrayBuffer.isView(x) ? x.buffer : x);

const isMemory = (x: unknown): x is object => typeof x === "object" && x !== null;

/** Enters all memory of `x`; false if some has been entered before. */
function isNew(x: object, met: Set<object>): boolean {
  const memory = memoryOf(x);
  if (met.has(memory)) return false;
  met.add(memory);
  return isFlat(x) || contentsOf(x).every((item) => !isMemory(item) || isNew(item, met));
}

function contentsOf(x: object): readonly unknown[] {
  if (ArrayBuffer.isView(x)) return [];
  if (isBox(x)) return [unlessUninitialised(() => x.v)];
  return Array.isArray(x) ? x : Object.values(x);
}

/** Whether `x` leads to memory of a set. */
function meets(x: object, met: ReadonlySet<object>, seen: Set<object>): boolean {
  if (met.has(memoryOf(x))) return true;
  if (isFlat(x) || seen.has(x)) return false;
  seen.add(x);
  return contentsOf(x).some((item) => isMemory(item) && meets(item, met, seen));
}

/** Whether `x` is a plain record whose properties are data. */
export function isPlainRecord(x: object): x is Record<string, unknown> {
  if (Object.getPrototypeOf(x) !== Object.prototype || Object.getOwnPropertySymbols(x).length > 0) return false;
  return Object.getOwnPropertyNames(x).every((key) => {
    const property = Object.getOwnPropertyDescriptor(x, key);
    return property?.enumerable === true && property.writable === true;
  });
}

/** Whether `x` is a plain record with these properties, in this order. */
export function isRecordOf(x: unknown, keys: readonly string[]): boolean {
  if (typeof x !== "object" || x === null || !isPlainRecord(x)) return false;
  let k = 0;
  for (const key in x) if (key !== keys[k++]) return false;
  return k === keys.length;
}

/** Whether one of these records is there twice, or one of `others` leads to it. */
export function sharesRecord(records: readonly object[], others: readonly object[]): boolean {
  const met = new Set(records);
  return met.size < records.length || others.some((x) => meets(x, met, new Set()));
}
