// The table of native functions and the compiled functions that replace them.
//
// The replacements are ordinary TypeScript in the language that zeroth differentiates. zeroth compiles them itself, and none
// of them has a derivative rule. Run as plain JavaScript they do what the natives do, which is how they are tested.

import { at, concat, flat, flatMap, slice, toReversed, toSpliced, withElement } from "./array-parts.ts";
import { copyWithin, fill, popItem, pushItems, reverse, shift, splice, unshift } from "./array-edits.ts";
import { applyFunction, bindFunction, callFunction, withoutDerivative } from "./calls.ts";
import { cloneOf, parse } from "./clone.ts";
import { aggregateConstruction, errorConstruction } from "./errors.ts";
import { arrayFromItems, arrayOf, newArray } from "./construction.ts";
import {
  every,
  filter,
  find,
  findIndex,
  findLast,
  findLastIndex,
  forEach,
  map,
  reduce,
  reduceRight,
  some,
} from "./iteration.ts";
import { numberReplacements } from "./numbers.ts";
import { named, type Replacement } from "./replacements.ts";
import { sort, toSorted, typedSort, typedToSorted } from "./ordering.ts";
import { objectFrom } from "./objects.ts";
import { assign, fromEntries, objectEntries, objectKeys, objectValues } from "./records.ts";
import {
  createObject,
  defineAll,
  defineOne,
  describe,
  describeAll,
  groupBy,
  reflectApply,
  reflectConstruct,
  reflectDefine,
  reflectDelete,
  reflectDescribe,
  reflectGet,
  reflectSet,
  reflectSetPrototype,
  setPrototype,
} from "./reflection.ts";
import {
  set,
  typedCopyWithin,
  typedEvery,
  typedFill,
  typedFilter,
  typedForEach,
  typedMap,
  typedReduce,
  typedReduceRight,
  typedReverse,
  typedSlice,
  typedSome,
  typedToReversed,
  typedWith,
} from "./typed-arrays.ts";
import { typedConstructor, typedFrom, typedOf, type TypedClass } from "./typed-construction.ts";

type Properties = Readonly<Record<string, unknown>>;

/** Replacements of natives that return whole numbers, booleans or views: these natives are called as they are. */
const unchanged = (owner: object, names: readonly string[]): readonly Replacement[] =>
  names.map((name) => {
    const native = (owner as Properties)[name];
    return [native, withoutDerivative(native)];
  });

const typedClass = Object.getPrototypeOf(Float64Array) as { readonly prototype: object };

const errorClasses: readonly unknown[] = [
  Error,
  EvalError,
  RangeError,
  ReferenceError,
  SyntaxError,
  TypeError,
  URIError,
];

const typedClasses: readonly unknown[] = [
  Float64Array,
  Float32Array,
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  BigInt64Array,
  BigUint64Array,
];

/** Natives and what is compiled in their place. An entry for a class replaces its construction too. */
export const arrayReplacements: readonly Replacement[] = [
  [Array, newArray],
  ...named(Array, { from: arrayFromItems, of: arrayOf }),
  ...named(Array.prototype, {
    at,
    concat,
    copyWithin,
    every,
    fill,
    filter,
    find,
    findIndex,
    findLast,
    findLastIndex,
    flat,
    flatMap,
    forEach,
    map,
    pop: popItem,
    push: pushItems,
    reduce,
    reduceRight,
    reverse,
    shift,
    slice,
    some,
    sort,
    splice,
    toReversed,
    toSorted,
    toSpliced,
    unshift,
    with: withElement,
  }),
  ...unchanged(Array.prototype, ["includes", "indexOf", "lastIndexOf"]),
  ...typedClasses.map((type): Replacement => [type, typedConstructor(type as TypedClass)]),
  ...named(typedClass, { from: typedFrom, of: typedOf }),
  ...named(typedClass.prototype, {
    at,
    copyWithin: typedCopyWithin,
    every: typedEvery,
    fill: typedFill,
    filter: typedFilter,
    find,
    findIndex,
    findLast,
    findLastIndex,
    forEach: typedForEach,
    map: typedMap,
    reduce: typedReduce,
    reduceRight: typedReduceRight,
    reverse: typedReverse,
    set,
    slice: typedSlice,
    some: typedSome,
    sort: typedSort,
    toReversed: typedToReversed,
    toSorted: typedToSorted,
    with: typedWith,
  }),
  ...unchanged(typedClass.prototype, ["includes", "indexOf", "lastIndexOf", "subarray"]),
  [Object, objectFrom],
  ...named(Object, {
    assign,
    create: createObject,
    defineProperties: defineAll,
    defineProperty: defineOne,
    entries: objectEntries,
    fromEntries,
    getOwnPropertyDescriptor: describe,
    getOwnPropertyDescriptors: describeAll,
    groupBy,
    keys: objectKeys,
    setPrototypeOf: setPrototype,
    values: objectValues,
  }),
  ...named(Reflect, {
    apply: reflectApply,
    construct: reflectConstruct,
    defineProperty: reflectDefine,
    deleteProperty: reflectDelete,
    get: reflectGet,
    getOwnPropertyDescriptor: reflectDescribe,
    set: reflectSet,
    setPrototypeOf: reflectSetPrototype,
  }),
  ...named(JSON, { parse }),
  ...named(globalThis, { structuredClone: cloneOf }),
  ...named(Function.prototype, { apply: applyFunction, bind: bindFunction, call: callFunction }),
  ...errorClasses.map((type): Replacement => [type, errorConstruction(type)]),
  [AggregateError, aggregateConstruction(AggregateError)],
  ...numberReplacements,
];
