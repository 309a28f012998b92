// The undo log: what running specialised code changed of memory that others see. If a guard fails, the changes are taken back, and
// general code makes the call from the same state. (Databases and transactional memory call it by this name, too.)
//
// Code logs a slot or a length right before it changes it. What cannot be restored exactly is not logged: the run ends there,
// before the change.

import { isBox } from "./box.ts";
import { failGuard, isPlainObject } from "./guards.ts";

/** Stands for the value of a property that was not there. */
const absent = Symbol("zeroth.absent");

/** For each change, from the first: the object, the key, and what was there. */
const log: unknown[] = [];
/** How many runs are under way: one may call others, whose changes it may have to take back, too. */
let runs = 0;

/** Begins a run; gives the place in the log where its changes begin. */
export function beginRun(): number {
  runs++;
  return log.length;
}

/** Ends a run, whose changes stay. */
export function endRun(): void {
  if (--runs === 0) log.length = 0;
}

/** Takes back all changes since a place in the log, the last one first. */
export function takeBack(since: number): void {
  for (let k = log.length - 3; k >= since; k -= 3) {
    const [o, key, before] = [log[k] as object, log[k + 1] as PropertyKey, log[k + 2]];
    if (before === absent) Reflect.deleteProperty(o, key);
    else Reflect.set(o, key, before);
  }
  log.length = since;
}

/** Logs what is at a key, which is to be written. */
export function logSlot(o: object, key: PropertyKey): void {
  if (Array.isArray(o)) logElement(o, key);
  else if (ArrayBuffer.isView(o) || isBox(o)) log.push(o, key, Reflect.get(o, key));
  else if (isPlainObject(o)) logProperty(o, key);
  else failGuard();
}

function logElement(a: readonly unknown[], key: PropertyKey): void {
  if (typeof key !== "number" || !(key >= 0) || !Number.isInteger(key)) failGuard();
  const before: unknown = a[key];
  if (before !== undefined || key in a) log.push(a, key, before);
  // Restoring the length removes the element.
  else if (key >= a.length) log.push(a, "length", a.length);
  else log.push(a, key, absent);
}

function logProperty(o: object, key: PropertyKey): void {
  const property = Object.getOwnPropertyDescriptor(o, key);
  if (property === undefined) {
    // A setter of the prototype would run code.
    if (key in o) failGuard();
    log.push(o, key, absent);
  } else if (property.writable === true) log.push(o, key, property.value);
  else failGuard();
}

/** Logs the length of an array, and its last `count` elements. */
export function logEnd(a: unknown, count: number): void {
  if (!Array.isArray(a)) failGuard();
  const array = a as readonly unknown[];
  for (let k = Math.max(array.length - count, 0); k < array.length; k++)
    log.push(array, k, k in array ? array[k] : absent);
  log.push(array, "length", array.length);
}

/** Logs the length of an array, and the elements that go when it becomes `n`. */
export function logLength(a: unknown, n: unknown): void {
  if (!Array.isArray(a) || typeof n !== "number") failGuard();
  logEnd(a, Math.max((a as readonly unknown[]).length - n, 0));
}
