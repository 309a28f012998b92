// Methods that make a number of an object: `valueOf`, `Symbol.toPrimitive`.

import type { AnyFunction } from "./factory.ts";
import { isNative } from "./instances.ts";

/** A definition of `valueOf` or `Symbol.toPrimitive`, which is more than a call of it. */
const definition = /\btoPrimitive\b|(?<![.\w$]\s*)valueOf\s*\(|\bvalueOf\s*[=:](?!=)|["']valueOf["']/;

let areDefined = false;

/** Whether a module that has been loaded seems to define conversions of its own. */
export const areConversionsDefined = (): boolean => areDefined;

/** Notes whether a module with this source text defines conversions. */
export function noteConversions(source: string): void {
  areDefined ||= definition.test(source);
}

/** The method that an operation calls on an object to get a number; undefined if that is one of the language's own. */
export function conversionOf(x: unknown): AnyFunction | undefined {
  if (x === null || (typeof x !== "object" && typeof x !== "function")) return undefined;
  const object = x as { readonly [Symbol.toPrimitive]?: unknown; readonly valueOf?: unknown };
  const own: unknown = object[Symbol.toPrimitive] === undefined ? object.valueOf : object[Symbol.toPrimitive];
  return typeof own === "function" && own !== Object.prototype.valueOf && !isNative(own)
    ? (own as AnyFunction)
    : undefined;
}

/** What an operation that expects a number is given for `x`: `x` itself, since it converts. The prelude has its derivative. */
export const converted = (x: unknown): unknown => x;
