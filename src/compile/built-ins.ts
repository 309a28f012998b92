// What the specialiser assumes about JavaScript: programs do not replace the standard objects and their methods.

import type { Question, World } from "../specialise/index.ts";
import { isInheritedName } from "../host/inherited-names.ts";
import { isKnownPacked, orderedBy, orderedByText } from "../host/native-order.ts";
import { mayBeAccessor, spreadsInto } from "../host/reflection.ts";
import { isGeneralCode, isKnownNumber } from "../host/questions.ts";
import { callerOf } from "../host/word-callers.ts";
import { calledCaptures, writesNothing } from "../host/writes-nothing.ts";
import type { Type } from "../ir/index.ts";
import { integerKinds } from "../runtime/index.ts";

const globals: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["Array", Array],
  ["ArrayBuffer", ArrayBuffer],
  ["Boolean", Boolean],
  ["Float32Array", Float32Array],
  ["Float64Array", Float64Array],
  ["Function", Function],
  ["Infinity", Infinity],
  ["isFinite", isFinite],
  ["isNaN", isNaN],
  ["Map", Map],
  ["Math", Math],
  ["NaN", NaN],
  ["Number", Number],
  ["Object", Object],
  ["parseFloat", parseFloat],
  ["parseInt", parseInt],
  ["RegExp", RegExp],
  ["Set", Set],
  ["String", String],
  ["Symbol", Symbol],
  ...[...integerKinds].map((type) => [(type as { readonly name: string }).name, type] as const),
]);

const typedClass = Object.getPrototypeOf(Float64Array) as object;
const typedPrototype = Object.getPrototypeOf(Float64Array.prototype) as object;

/** For the classes of typed arrays, and for their prototypes, the object with what all have in common. Nothing else is needed. */
const common: ReadonlyMap<unknown, object> = new Map(
  [Float64Array, Float32Array, ...integerKinds].flatMap((type) => [
    [type, typedClass],
    [(type as { readonly prototype: unknown }).prototype, typedPrototype],
  ]),
);

const owners: ReadonlySet<object> = new Set<object>([
  Array,
  Array.prototype,
  ArrayBuffer,
  Function.prototype,
  Math,
  Number,
  Number.prototype,
  Object,
  String.prototype,
  Symbol,
  typedClass,
  typedPrototype,
]);

/* oxlint-disable typescript/unbound-method -- called with a receiver */
const pure: ReadonlySet<object> = new Set<object>([
  callerOf,
  isInheritedName,
  spreadsInto,
  Array.isArray,
  ArrayBuffer.isView,
  Array.prototype.includes,
  Array.prototype.indexOf,
]);

const passive: ReadonlyMap<object, Type> = new Map<object, Type>([
  [orderedBy, "numbers"],
  [orderedByText, "numbers"],
  [Array.prototype.includes, "bool"],
  [Map.prototype.has, "bool"],
  [Set.prototype.has, "bool"],
  [Array.prototype.indexOf, "int"],
  [Array.prototype.lastIndexOf, "int"],
  [Math.hypot, "num"],
]);
/* oxlint-enable typescript/unbound-method */

const questions: ReadonlyMap<object, Question> = new Map<object, Question>([
  [isGeneralCode, "is it general code"],
  [isKnownNumber, "is it known"],
  [mayBeAccessor, "may it be an accessor"],
  [isKnownPacked, "is it packed"],
  [writesNothing, "does it write nothing"],
]);

export const builtIns: World = {
  global: (name) => globals.get(name),
  property: (host, key) => {
    const owner = common.get(host) ?? host;
    const own = owners.has(owner) ? Object.getOwnPropertyDescriptor(owner, key) : undefined;
    const value: unknown = own?.value;
    return ["function", "number", "symbol"].includes(typeof value) ? value : undefined;
  },
  isPure: (native) => pure.has(native),
  passiveResult: (native) => passive.get(native) ?? null,
  questionOf: (native) => questions.get(native) ?? null,
  calledCaptures,
};
