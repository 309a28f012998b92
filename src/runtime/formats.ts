// The functions that objects of Intl give as `format` and `compare`: each object has its own, made by a getter, so they cannot be
// listed. They give text or whole numbers, and are known once such a property has been read in differentiated code.

import type { AnyFunction } from "./factory.ts";
import { nameAccessor } from "./accessor-names.ts";

const names: readonly string[] = ["format", "compare"];
const formats = new WeakSet<object>();
let getters: ReadonlySet<unknown> | null = null;

/** The getters of Intl's classes. */
function gettersOfIntl(): ReadonlySet<unknown> {
  const classes: readonly unknown[] =
    typeof Intl === "undefined" ? [] : Reflect.ownKeys(Intl).map((key): unknown => Reflect.get(Intl, key));
  const found = classes.flatMap((type): readonly unknown[] => {
    const prototype: unknown = typeof type === "function" ? Reflect.get(type, "prototype") : undefined;
    if (typeof prototype !== "object" || prototype === null) return [];
    return names.map((name): unknown => Reflect.get(Object.getOwnPropertyDescriptor(prototype, name) ?? {}, "get"));
  });
  return new Set(found.filter((getter) => getter !== undefined));
}

/** Notes what a getter of Intl gives for an object, if it is one. */
export function noteFormat(getter: unknown, object: object): void {
  if (typeof getter === "function" && (getters ??= gettersOfIntl()).has(getter))
    formats.add(Reflect.apply(getter, object, []) as AnyFunction);
}

/** Whether a function is `format` or `compare` of an object of Intl. */
export const isFormat = (f: object): boolean => formats.has(f);

/** Notes a source text: if it names Intl, reads of these properties ask what is behind them. */
export function noteFormats(source: string): void {
  if (/\bIntl\b/.test(source)) for (const name of names) nameAccessor(name);
}
