// Methods that make a number of an object: `valueOf`, `Symbol.toPrimitive`.

import type { AnyFunction } from "./factory.ts";
import { isNative } from "./instances.ts";

/** What defines `valueOf` or `Symbol.toPrimitive` for an object, and not a variable or a function of that name. */
const definitions: readonly RegExp[] = [
  /\btoPrimitive\s*\]\s*(?:[(:]|=(?!=))/,
  /(?<!function\s+|[.\w$])valueOf["']?\s*(?:<[^>]*>\s*)?\([^)]*\)\s*(?::[^{;=]*)?\{/,
  /(?<!(?:const|let|var)\s+|[\w$])valueOf\s*=(?![=>])/,
  /[{,]\s*\[?["']?valueOf["']?\]?\s*:|\[["']valueOf["']\]\s*[(=]|\{[^{}()]*(?<![.\w$])valueOf\s*[,}]/,
  /\bdefinePropert(?:y|ies)\b[^;]*\b(?:valueOf|toPrimitive)\b/,
];

let areDefined = false;

/** Whether a module that has been loaded seems to define conversions of its own. */
export const areConversionsDefined = (): boolean => areDefined;

/** Notes whether a module with this source text defines conversions. */
export function noteConversions(source: string): void {
  if (areDefined || !/valueOf|toPrimitive/.test(source)) return;
  // Imports and exports define nothing.
  const text = source.replaceAll(/\b(?:import|export)\s*(?:type\s*)?\{[^}]*\}/g, "");
  areDefined = definitions.some((definition) => definition.test(text));
}

/** The method that an operation calls on an object to get a number; undefined if that is one of the language's own. */
export function conversionOf(x: unknown): AnyFunction | undefined {
  if (x === null || (typeof x !== "object" && typeof x !== "function")) return undefined;
  const object = x as { readonly [Symbol.toPrimitive]?: unknown; readonly valueOf?: unknown };
  const own: unknown = object[Symbol.toPrimitive] ?? object.valueOf;
  return typeof own === "function" && own !== Object.prototype.valueOf && !isNative(own)
    ? (own as AnyFunction)
    : undefined;
}

/** What an operation that expects a number is given for `x`: `x` itself, since it converts. The prelude has its derivative. */
export const converted = (x: unknown): unknown => x;
