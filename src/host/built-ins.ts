// What the specialiser may take for granted of JavaScript: the standard objects and their methods, which programs do not
// replace.

import type { World } from "../opt/index.ts";
import { callerOf } from "./word-callers.ts";

const globals: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["Array", Array],
  ["Function", Function],
  ["Infinity", Infinity],
  ["Math", Math],
  ["NaN", NaN],
  ["Number", Number],
  ["Object", Object],
]);

const owners: ReadonlySet<object> = new Set<object>([Array, Array.prototype, Function.prototype, Math, Number, Object]);

/* oxlint-disable typescript/unbound-method -- called with a receiver */
const pure: ReadonlySet<object> = new Set<object>([
  callerOf,
  Array.isArray,
  Array.prototype.includes,
  Array.prototype.indexOf,
]);

export const builtIns: World = {
  global: (name) => globals.get(name),
  property: (host, key) => {
    const own = owners.has(host) ? Object.getOwnPropertyDescriptor(host, key) : undefined;
    const value: unknown = own?.value;
    return typeof value === "function" || typeof value === "number" ? value : undefined;
  },
  isPure: (native) => pure.has(native),
};
