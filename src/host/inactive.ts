// Native functions whose results and effects carry no derivative: a differentiated program may call them directly.
//
// Every function listed here must satisfy: the result is a string, a boolean, a number that is piecewise constant in the
// arguments (or independent of them), or one of the arguments' own references; and the call moves no differentiable number
// through memory. So `Object.freeze` (returns its argument) is here, `Object.assign` (copies numbers) is not. The prelude has the
// functions with a derivative of their own (`Math.sin`, `Array.prototype.map`, `Number`).

import { ZerothError } from "../ir/index.ts";
import { isFormat, ownNative } from "../runtime/index.ts";

/** One line of the documented list: an object and the names of its functions. */
export interface InactiveGroup {
  /** How the documentation writes the object. */
  readonly owner: string;
  readonly names: readonly string[];
}

const group = (owner: string, names: string): InactiveGroup => ({ owner, names: names.split(/\s+/) });

const intlClasses: readonly string[] =
  "Collator DateTimeFormat DisplayNames DurationFormat ListFormat Locale NumberFormat PluralRules RelativeTimeFormat Segmenter".split(
    " ",
  );

/** All functions that differentiated code may call although zeroth does not know their code. */
export const inactiveGroups: readonly InactiveGroup[] = [
  group(
    "globalThis",
    `parseInt isNaN isFinite String Boolean Symbol BigInt RegExp Date encodeURI encodeURIComponent decodeURI
    decodeURIComponent escape unescape`,
  ),
  group("String", "fromCharCode fromCodePoint raw"),
  group(
    "String.prototype",
    `at charAt charCodeAt codePointAt concat endsWith includes indexOf isWellFormed lastIndexOf localeCompare match
    matchAll normalize padEnd padStart repeat replace replaceAll search slice split startsWith substr substring toLocaleLowerCase
    toLocaleUpperCase toLowerCase toString toUpperCase toWellFormed trim trimEnd trimStart valueOf`,
  ),
  group("Number", "isFinite isInteger isNaN isSafeInteger parseInt"),
  group("Number.prototype", "toExponential toFixed toLocaleString toPrecision toString"),
  group("Boolean.prototype", "toString valueOf"),
  group("Symbol", "for keyFor"),
  group("Symbol.prototype", "toString valueOf"),
  group("BigInt", "asIntN asUintN"),
  group("BigInt.prototype", "toLocaleString toString valueOf"),
  group("Date", "now parse UTC"),
  group(
    "Date.prototype",
    `getDate getDay getFullYear getHours getMilliseconds getMinutes getMonth getSeconds getTime getTimezoneOffset
    getUTCDate getUTCDay getUTCFullYear getUTCHours getUTCMilliseconds getUTCMinutes getUTCMonth getUTCSeconds
    getYear setDate setFullYear setHours setMilliseconds setMinutes setMonth setSeconds setTime setUTCDate setUTCFullYear
    setUTCHours setUTCMilliseconds setUTCMinutes setUTCMonth setUTCSeconds setYear toDateString toISOString toJSON toLocaleDateString toLocaleString toLocaleTimeString toString toTimeString
    toUTCString valueOf`,
  ),
  group("RegExp", "escape"),
  group("RegExp.prototype", "compile exec test toString"),
  group("Math", "random"),
  group("JSON", "stringify"),
  group("Array", "isArray"),
  group("Array.prototype", "join toLocaleString toString"),
  group("ArrayBuffer", "isView"),
  group(
    "Object",
    "freeze getOwnPropertyNames getOwnPropertySymbols getPrototypeOf hasOwn is isExtensible isFrozen isSealed keys preventExtensions seal",
  ),
  group("Reflect", "getPrototypeOf has isExtensible ownKeys preventExtensions"),
  group("Object.prototype", "hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString"),
  group("Function.prototype", "toString"),
  group("Error", "captureStackTrace"),
  group("Buffer", "isBuffer isEncoding"),
  group("Error.prototype", "toString"),
  group("Set.prototype", "has"),
  group("Map.prototype", "has"),
  group("WeakSet.prototype", "has add delete"),
  group("WeakMap.prototype", "has"),
  // Without `new` these make an object as well.
  group("Intl", "Collator DateTimeFormat NumberFormat getCanonicalLocales supportedValuesOf"),
  ...intlClasses.map((name) => group(`Intl.${name}`, "supportedLocalesOf")),
  ...intlClasses.map((name) =>
    group(
      `Intl.${name}.prototype`,
      `containing formatRange formatRangeToParts formatToParts of resolvedOptions segment select selectRange toString
      maximize minimize getCalendars getCollations getHourCycles getNumberingSystems getTextInfo getTimeZones
      getWeekInfo`,
    ),
  ),
  // Of these classes, format is an ordinary method. That of the others, and compare, see runtime/formats.ts.
  ...["DurationFormat", "ListFormat", "RelativeTimeFormat"].map((name) => group(`Intl.${name}.prototype`, "format")),
];

/** Objects all of whose functions are inactive. They are read anew each time: test tools replace their methods. */
export const inactiveObjects: readonly string[] = ["console", "performance"];

type Callable = (...args: never[]) => unknown;
/** Node loads `crypto` when it is first read: it is looked at for functions of these names only. */
const cryptoNames: ReadonlySet<string> = new Set(["getRandomValues", "randomUUID"]);

type Properties = Readonly<Record<string, unknown>>;

function objectNamed(path: string): Properties | undefined {
  let object: unknown = globalThis;
  for (const name of path === "globalThis" ? [] : path.split(".")) object = (object as Properties | undefined)?.[name];
  return object as Properties | undefined;
}

function nativesOf({ owner, names }: InactiveGroup): readonly unknown[] {
  const object = objectNamed(owner);
  return names.flatMap((name) => (typeof object?.[name] === "function" ? [object[name]] : []));
}

const known = new Set<unknown>(inactiveGroups.flatMap(nativesOf));
const typedArrayPrototype = Object.getPrototypeOf(Float64Array.prototype) as Properties;
for (const name of ["join", "toLocaleString", "toString"]) known.add(typedArrayPrototype[name]);
// Iterators of matches give text. What iterators inherit gives the iterator itself.
const matchesPrototype = Object.getPrototypeOf("".matchAll(/./g)) as Properties;
known.add(matchesPrototype["next"]);
known.add((Object.getPrototypeOf(matchesPrototype) as { readonly [Symbol.iterator]: unknown })[Symbol.iterator]);

/** Whether differentiated code may call a native function, whose result then carries no derivative. */
export function isInactive(callee: unknown): boolean {
  if (known.has(callee) || inactiveObjects.some((name) => hasMethod(objectNamed(name), callee))) return true;
  if (typeof callee !== "function") return false;
  return isFormat(callee) || (cryptoNames.has(callee.name) && hasMethod(objectNamed("crypto"), callee));
}

/** Whether a function is the `require` of a CommonJS module in Node: what a module exports is there, or made, whoever asks. */
export function isRequire(f: Callable): boolean {
  if (f.name !== "require" || !Object.hasOwn(f, "cache")) return false;
  const { process } = globalThis as {
    readonly process?: { readonly getBuiltinModule?: (name: string) => object };
  };
  const modules = process?.getBuiltinModule?.("module");
  const cache: unknown = modules === undefined ? undefined : Reflect.get(modules, "_cache");
  return cache !== undefined && (f as { readonly cache?: unknown }).cache === cache;
}

function hasMethod(object: Properties | undefined, callee: unknown): boolean {
  for (let o: unknown = object; o !== null && o !== undefined && o !== Object.prototype; o = Object.getPrototypeOf(o)) {
    for (const property of Object.values(Object.getOwnPropertyDescriptors(o))) {
      if (property.value === callee) return true;
    }
  }
  return false;
}

/** Classes whose construction is inactive: what their objects hold is text, whole numbers, booleans or bytes, or only whether it is there. */
const inactiveClasses: ReadonlySet<unknown> = new Set<unknown>([
  ArrayBuffer,
  Boolean,
  Date,
  Error,
  RegExp,
  String,
  WeakSet,
  ...intlClasses.map((name) => objectNamed("Intl")?.[name]),
]);

export function isInactiveClass(constructor: unknown): boolean {
  if (constructor === undefined) return false;
  if (inactiveClasses.has(constructor)) return true;
  return typeof constructor === "function" && constructor.prototype instanceof Error;
}

/** Inactive unless they are given a function, whose effects would be part of the call. */
const withCallback = new Set<unknown>(nativesOf(group("String.prototype", "replace replaceAll")));
for (const native of nativesOf(group("JSON", "stringify"))) withCallback.add(native);

/** The function itself, or one that refuses callbacks in differentiated code. */
export function refusingCallbacks(f: Callable): Callable {
  if (!withCallback.has(ownNative(f) ?? f)) return f;
  return function (this: unknown, ...args: never[]): unknown {
    if (!args.some((argument) => typeof argument === "function")) return Reflect.apply(f, this, args);
    throw new ZerothError({
      kind: "unsupported",
      message: `\`${f.name}\` with a function as argument, in differentiated code`,
      remedy: "compute it outside of the differentiated function",
    });
  };
}
