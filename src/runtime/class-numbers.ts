// Classes by number, as types of instances mention them (ir/types.ts). A class is identified by its prototype; its number is the
// same in the whole process. Code that mentions a class keeps its prototype alive.

import { classOfArrays } from "../ir/types.ts";
import { unsetValue } from "./box.ts";
import { isErrorClass } from "./error-classes.ts";
import { failGuard } from "./guards.ts";

const numbers = new WeakMap<object, number>([[Array.prototype, classOfArrays]]);
const prototypes: WeakRef<object>[] = [new WeakRef(Array.prototype)];

/** The number of the class whose instances have this prototype. */
export function numberOfClass(prototype: object): number {
  let number = numbers.get(prototype);
  if (number === undefined) numbers.set(prototype, (number = prototypes.push(new WeakRef(prototype)) - 1));
  return number;
}

/** The prototype of the instances of a class; undefined if nothing refers to it any more. */
export const prototypeOfClass = (number: number): object | undefined => prototypes[number]?.deref();

/** A function as the constructor of instances of a class. */
export function constructorOf(number: number, initialise: (...values: unknown[]) => void): unknown {
  initialise.prototype = prototypeOfClass(number);
  return initialise;
}

/** `instance 3, "x", a`: an instance of class 3 with property `x`. */
export function makeInstance(number: number, ...entries: readonly unknown[]): object {
  const object = Object.create(prototypeOfClass(number) as object) as object;
  for (let k = 0; k < entries.length; k += 2) defineData(object, entries[k] as string, entries[k + 1]);
  return object;
}

function defineData(object: object, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}

/**
 * `error 3, "message", "x", a`: the same for a class of errors; a message that is undefined is none. It is unset on paths where
 * nothing was thrown, so that nothing uses the error.
 */
export function makeErrorInstance(number: number, message: unknown, ...entries: readonly unknown[]): object {
  const prototype = prototypeOfClass(number) as object;
  const error = new (languageClassOf(prototype))(
    ...(message === undefined || message === unsetValue ? [] : [message as string]),
  );
  if (Object.getPrototypeOf(error) !== prototype) Object.setPrototypeOf(error, prototype);
  for (let k = 0; k < entries.length; k += 2) defineData(error, entries[k] as string, entries[k + 1]);
  return error;
}

/** The language's class of errors that a class is, or extends. */
function languageClassOf(prototype: object): ErrorConstructor {
  for (let o: object | null = prototype; o !== null; o = Object.getPrototypeOf(o) as object | null) {
    const type: unknown = Object.getOwnPropertyDescriptor(o, "constructor")?.value;
    if (isErrorClass(type)) return type as ErrorConstructor;
  }
  return Error;
}

/** Which of some classes an object is an instance of; -1 if of none. */
export function classAmong(x: unknown, ...classes: readonly number[]): number {
  const isObject = typeof x === "object" && x !== null;
  const prototype: unknown = isObject ? Object.getPrototypeOf(x) : null;
  return classes.indexOf((typeof prototype === "object" && prototype !== null && numbers.get(prototype)) as number);
}

export const isOfClasses = (x: unknown, ...classes: readonly number[]): boolean => classAmong(x, ...classes) >= 0;

/** Throws unless `x` is an instance of one of some classes. */
export function guardInstance(x: unknown, ...classes: readonly number[]): object {
  return isOfClasses(x, ...classes) ? (x as object) : failGuard();
}

/** Checks that an object has no property of its own under a name: what is read there is what its class has. */
export function guardInherited(x: object, key: PropertyKey): void {
  if (Object.hasOwn(x, key)) failGuard();
}
