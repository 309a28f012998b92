// The functions of the prelude: what is compiled in place of native functions, and the operators, by name.

import * as zeroth from "zeroth";
import { arrayReplacements } from "../../src/prelude/arrays.ts";

const typed = Object.getPrototypeOf(Float64Array) as { readonly prototype: object };

/** Where native functions are found, the most special first. */
const owners: readonly (readonly [name: string, object: object])[] = [
  ["", globalThis],
  ["Math.", Math],
  ["Array.prototype.", Array.prototype],
  ["TypedArray.prototype.", typed.prototype],
  ["Array.", Array],
  ["TypedArray.", typed],
  ["Object.", Object],
  ["Function.prototype.", Function.prototype],
  ["Number.prototype.", Number.prototype],
  ["Reflect.", Reflect],
  ["JSON.", JSON],
];

function nameOf(native: unknown): string {
  for (const [prefix, object] of owners) {
    const properties = Object.entries(Object.getOwnPropertyDescriptors(object));
    const found = properties.find(([, { value }]) => value === native);
    if (found !== undefined) return prefix + found[0];
  }
  throw new Error("the prelude has a counterpart of a native function without a name");
}

const { defineRule: _, compile: __, ir: ___, ZerothError: ____, ...operators } = zeroth;

const names: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  ...arrayReplacements.map(([native]) => [native, nameOf(native)] as const),
  ...Object.entries(operators).map(([name, operator]) => [operator, name] as const),
]);

export const preludeFunctions: readonly string[] = [...new Set(names.values())];

/** The name of a function that the prelude has a counterpart of, or is one of its operators. */
export const preludeName = (callee: unknown): string | undefined => names.get(callee);
