// What entries of specialised code ask of arguments and results.
//
// Arrays of numbers and arrays of objects are not read by index at the same place: V8 would compile that for arrays of objects
// alone, and turn every array of numbers that comes by into one of boxed numbers, which all who have it then read slowly. Methods
// of arrays and of Reflect do not.

import { isBox, unlessUninitialised } from "../runtime/index.ts";

/** Whether a result has no NaN. What is beside a gradient may be inside of itself. */
export function isClean(x: unknown): boolean {
  if (typeof x !== "object" || x === null) return x === x;
  if (x instanceof Float64Array) return isCleanTyped(x);
  return Array.isArray(x) ? isCleanArray(x, null) : isCleanRecord(x, new Set());
}

function isCleanTyped(x: Float64Array): boolean {
  for (let i = 0; i < x.length; i++) if (Number.isNaN(x[i])) return false;
  return true;
}

/** Whether all elements are numbers, and none NaN. */
function isListOfNumbers(x: readonly unknown[]): boolean {
  for (let i = 0; i < x.length; i++) {
    const item = x[i];
    if (typeof item !== "number" || Number.isNaN(item)) return false;
  }
  return true;
}

/** Shorter ones are tuples, as often as not, and would have `isListOfNumbers` compiled for these too. */
const shortestList = 16;

const seemsList = (x: readonly unknown[]): boolean =>
  x.length >= shortestList && typeof Reflect.get(x, 0) === "number" && typeof Reflect.get(x, x.length - 1) === "number";

/** `seen` is made where there is something to be seen again. */
function isCleanArray(x: readonly unknown[], seen: Set<object> | null): boolean {
  if (seemsList(x) && isListOfNumbers(x)) return true;
  let met = seen;
  return x.every((item) => {
    if (typeof item === "number") return !Number.isNaN(item);
    if (item instanceof Float64Array) return isCleanTyped(item);
    if (typeof item !== "object" || item === null || met?.has(item) === true) return true;
    met ??= new Set<object>([x]);
    met.add(item);
    return Array.isArray(item) ? isCleanArray(item, met) : isCleanRecord(item, met);
  });
}

function isCleanRecord(x: object, seen: Set<object>): boolean {
  return isCleanArray(Object.values(x), seen.add(x));
}

/** Whether one of `own` shares memory with another, with one of `others`, or an array in it is there twice. */
export function shares(own: readonly object[], others: readonly object[]): boolean {
  if (own.every(isFlat)) {
    return own.some(
      (x, k) =>
        own.some((other, j) => j > k && memoryOf(x) === memoryOf(other)) || others.some((other) => reaches(other, x)),
    );
  }
  const met = new Set<object>();
  for (const x of own) if (!isNew(x, met)) return true;
  return others.some((x) => meets(x, met, new Set()));
}

/** Whether `x` is, or leads to, the memory of a flat array. */
function reaches(x: object, flat: object): boolean {
  if (isFlat(x)) return isOneMemory(x, flat);
  if (!Array.isArray(x)) return meets(x, new Set([memoryOf(flat)]), new Set());
  return x.some(
    (row: unknown) =>
      isMemory(row) && (isFlat(row) ? isOneMemory(row, flat) : meets(row, new Set([memoryOf(flat)]), new Set())),
  );
}

/** To ask a view for its buffer takes time, and no array has one. */
const isOneMemory = (x: object, y: object): boolean =>
  x === y || (x instanceof Float64Array && y instanceof Float64Array && x.buffer === y.buffer);

/** Whether there is no memory in an array but its own. */
const isFlat = (x: object): boolean =>
  x instanceof Float64Array || (Array.isArray(x) && (x.length === 0 || typeof Reflect.get(x, 0) === "number"));

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

/** A name, and what is to be found by it. */
export type Method = readonly [name: PropertyKey, value: unknown];

/** Whether an array, and the arrays in it, have the methods that are expected. */
export function hasMethods(
  x: unknown,
  methods: { readonly array: readonly Method[]; readonly typed: readonly Method[] },
): boolean {
  const isList = Array.isArray(x);
  if (!isList && !ArrayBuffer.isView(x)) return true;
  for (const [name, method] of isList ? methods.array : methods.typed)
    if (Reflect.get(x, name) !== method) return false;
  return !isList || isFlat(x) || x.every((item) => hasMethods(item, methods));
}
