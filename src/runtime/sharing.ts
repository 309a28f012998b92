// Whether values share memory. A gradient is the derivative with respect to each argument by itself.
//
// No place reads both arrays of numbers and arrays of objects by index: V8 would compile it for arrays of objects alone, and
// convert each array of numbers that it meets. Methods of arrays and of Reflect do not convert.

import { walkDeep } from "../ir/diagnostics.ts";
import { heldIn, isOfCompiledClass, staticsOf } from "./instances.ts";
import { isBox } from "./box.ts";
import { unlessUninitialised } from "./closure.ts";

/** Whether memory of one of `own` is also in another of `own` or in one of `others`, or contains the same array twice. */
export function shares(own: readonly object[], others: readonly object[]): boolean {
  if (own.every(isFlat)) {
    return own.some(
      (x, k) =>
        own.some((other, j) => j > k && memoryOf(x) === memoryOf(other)) || others.some((other) => reaches(other, x)),
    );
  }
  return walkDeep(() => {
    const met = new Set<object>();
    return !own.every((x) => isNew(x, met)) || others.some((x) => meets(x, met, new Set()));
  });
}

/** How many parts are looked at before those that were looked at are remembered: parts may be found in many ways. */
const fewParts = 1000;

/** Whether `x` is, or leads to, the memory of a flat array. */
function reaches(x: object, flat: object): boolean {
  const budget = { left: fewParts };
  const found = leadsTo(x, flat, budget);
  return budget.left >= 0 ? found : walkDeep(() => meets(x, new Set([memoryOf(flat)]), new Set()));
}

/** The same, as far as few parts tell. */
function leadsTo(x: object, flat: object, budget: { left: number }): boolean {
  if (isFlat(x)) return isOneMemory(x, flat);
  return --budget.left < 0 || somePart(x, (part) => leadsTo(part, flat, budget));
}

/** Reading the buffer of a view is slow, and plain arrays have none. */
const isOneMemory = (x: object, y: object): boolean =>
  x === y || (isFloatArray(x) && isFloatArray(y) && x.buffer === y.buffer);

/** Whether an array is typed, of this realm, and holds real numbers. */
export const isFloatArray = (x: object): x is Float64Array | Float32Array =>
  x instanceof Float64Array || x instanceof Float32Array;

/** Whether an array contains no other memory. */
export const isFlat = (x: object): boolean =>
  isFloatArray(x) || (Array.isArray(x) && (x.length === 0 || typeof Reflect.get(x, 0) === "number"));

const memoryOf = (x: object): object => (ArrayBuffer.isView(x) ? x.buffer : x);

const isMemory = (x: unknown): x is object => typeof x === "object" && x !== null;

/** Enters all memory of `x` into `met`; false if part of it was there already. */
function isNew(x: object, met: Set<object>): boolean {
  const before = met.size;
  if (Object.getPrototypeOf(x) === Object.prototype) {
    if (met.add(x).size === before) return false;
    for (const key in x) {
      const item = (x as Readonly<Record<string, unknown>>)[key];
      if (isMemory(item) && !isNew(item, met)) return false;
    }
    return true;
  }
  if (met.add(memoryOf(x)).size === before) return false;
  return isFlat(x) || !somePart(x, (part) => !isNew(part, met));
}

/** Whether a test holds for a part of `x` that is memory. Lists of the parts would cost more than all else. */
function somePart(x: object, test: (part: object) => boolean): boolean {
  if (Array.isArray(x)) return x.some((item: unknown) => isMemory(item) && test(item));
  if (ArrayBuffer.isView(x)) return false;
  if (isBox(x)) {
    const held = unlessUninitialised(() => x.v);
    return isMemory(held) && test(held);
  }
  if (x instanceof Map || x instanceof Set) return heldIn(x).some((item) => isMemory(item) && test(item));
  if (typeof x === "function") return staticsOf(x).some((item) => isMemory(item) && test(item));
  // What a class holds is its own.
  if (isOfCompiledClass(x)) {
    for (const key of Object.keys(x)) {
      const item = (x as Readonly<Record<string, unknown>>)[key];
      if (isMemory(item) && test(item)) return true;
    }
    return false;
  }
  const prototype: unknown = Object.getPrototypeOf(x);
  if (prototype !== Object.prototype) {
    // Accessors of classes may throw here.
    const own: readonly PropertyDescriptor[] = Object.values(Object.getOwnPropertyDescriptors(x));
    return [prototype, ...own.map(({ value }): unknown => value)].some((item) => isMemory(item) && test(item));
  }
  for (const key in x) {
    const item = (x as Readonly<Record<string, unknown>>)[key];
    if (isMemory(item) && test(item)) return true;
  }
  return false;
}

/** Whether `x` leads to memory in `met`. */
export function meets(x: object, met: ReadonlySet<object>, seen: Set<object>): boolean {
  if (met.has(memoryOf(x))) return true;
  if (isFlat(x)) return false;
  let isSeen = false;
  return somePart(x, (part) => {
    // What has no parts need not be remembered.
    if (!isSeen && seen.has(x)) return false;
    isSeen = true;
    seen.add(x);
    return meets(part, met, seen);
  });
}
