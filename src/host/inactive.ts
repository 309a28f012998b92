// Native functions whose results and effects carry no derivative: a differentiated program may call them as they are.
//
// What must hold for an entry: the result is a string, a boolean, a number that is piecewise constant in the
// arguments (or depends on none), or one of the arguments' own references; and no differentiable number is moved
// through memory by the call. So `Object.freeze` (gives back its argument) is here, `Object.assign` (copies numbers)
// is not. Functions that have a derivative of their own (`Math.sin`, `Array.prototype.map`, `Number`) are the prelude's.

/** One line of the documented list: an object and which of its functions are meant. */
export interface InactiveGroup {
  /** How the documentation writes the object. */
  readonly owner: string;
  readonly names: readonly string[];
}

const stringMethods = [
  "at", "charAt", "charCodeAt", "codePointAt", "concat", "endsWith", "includes", "indexOf", "isWellFormed",
  "lastIndexOf", "localeCompare", "match", "matchAll", "normalize", "padEnd", "padStart", "repeat", "search", "slice",
  "split", "startsWith", "substr", "substring", "toLocaleLowerCase", "toLocaleUpperCase", "toLowerCase", "toString",
  "toUpperCase", "toWellFormed", "trim", "trimEnd", "trimStart", "valueOf",
];

/** Every function that may be called in differentiated code although zeroth does not know its code. */
export const inactiveGroups: readonly InactiveGroup[] = [
  {
    owner: "globalThis",
    names: [
      "parseInt", "parseFloat", "isNaN", "isFinite", "String", "Boolean", "Symbol", "BigInt", "RegExp", "Date",
      "encodeURI", "encodeURIComponent", "decodeURI", "decodeURIComponent",
    ],
  },
  { owner: "String", names: ["fromCharCode", "fromCodePoint", "raw"] },
  { owner: "String.prototype", names: stringMethods },
  { owner: "Number", names: ["isFinite", "isInteger", "isNaN", "isSafeInteger", "parseFloat", "parseInt"] },
  { owner: "Number.prototype", names: ["toExponential", "toFixed", "toLocaleString", "toPrecision", "toString"] },
  { owner: "Boolean.prototype", names: ["toString", "valueOf"] },
  { owner: "Symbol", names: ["for", "keyFor"] },
  { owner: "Symbol.prototype", names: ["toString", "valueOf"] },
  { owner: "BigInt", names: ["asIntN", "asUintN"] },
  { owner: "BigInt.prototype", names: ["toLocaleString", "toString", "valueOf"] },
  { owner: "Date", names: ["now", "parse", "UTC"] },
  {
    owner: "Date.prototype",
    names: [
      "getDate", "getDay", "getFullYear", "getHours", "getMilliseconds", "getMinutes", "getMonth", "getSeconds",
      "getTime", "getTimezoneOffset", "getUTCDate", "getUTCDay", "getUTCFullYear", "getUTCHours",
      "getUTCMilliseconds", "getUTCMinutes", "getUTCMonth", "getUTCSeconds", "toDateString", "toISOString", "toJSON",
      "toLocaleDateString", "toLocaleString", "toLocaleTimeString", "toString", "toTimeString", "toUTCString",
      "valueOf",
    ],
  },
  { owner: "RegExp.prototype", names: ["exec", "test", "toString"] },
  { owner: "Math", names: ["random"] },
  { owner: "JSON", names: ["stringify"] },
  { owner: "Array", names: ["isArray"] },
  { owner: "Array.prototype", names: ["join", "toLocaleString", "toString"] },
  { owner: "ArrayBuffer", names: ["isView"] },
  {
    owner: "Object",
    names: [
      "freeze", "getOwnPropertyNames", "getPrototypeOf", "hasOwn", "is", "isExtensible", "isFrozen", "isSealed",
      "keys", "preventExtensions", "seal",
    ],
  },
  {
    owner: "Object.prototype",
    names: ["hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString", "toString"],
  },
  { owner: "Function.prototype", names: ["toString"] },
  { owner: "Error", names: ["captureStackTrace"] },
  { owner: "Error.prototype", names: ["toString"] },
  { owner: "Set.prototype", names: ["has"] },
  { owner: "Map.prototype", names: ["has"] },
  { owner: "WeakSet.prototype", names: ["has"] },
  { owner: "WeakMap.prototype", names: ["has"] },
];

/** Objects all of whose functions are inactive. They are looked at anew each time: test tools replace their methods. */
export const inactiveObjects: readonly string[] = ["console", "performance"];

type Properties = Readonly<Record<string, unknown>>;

function objectNamed(path: string): Properties | undefined {
  let object: unknown = globalThis;
  for (const name of path === "globalThis" ? [] : path.split(".")) object = (object as Properties | undefined)?.[name];
  return object as Properties | undefined;
}

const known = new Set<unknown>(
  inactiveGroups.flatMap(({ owner, names }) => {
    const object = objectNamed(owner);
    return names.flatMap((name) => (typeof object?.[name] === "function" ? [object[name]] : []));
  }),
);

// A class prelude's typed-array counterparts of the string methods above.
const typedArrayPrototype = Object.getPrototypeOf(Float64Array.prototype) as Properties;
for (const name of ["join", "toLocaleString", "toString"]) known.add(typedArrayPrototype[name]);

/** Whether a native function may be called in differentiated code, its result carrying no derivative. */
export function isInactive(callee: unknown): boolean {
  return known.has(callee) || inactiveObjects.some((name) => hasMethod(objectNamed(name), callee));
}

function hasMethod(object: Properties | undefined, callee: unknown): boolean {
  for (let o: unknown = object; o !== null && o !== undefined && o !== Object.prototype; o = Object.getPrototypeOf(o)) {
    for (const property of Object.values(Object.getOwnPropertyDescriptors(o))) {
      if (property.value === callee) return true;
    }
  }
  return false;
}

/** Classes whose construction is inactive: errors, dates, regular expressions. */
export function isInactiveClass(constructor: unknown): boolean {
  if (constructor === Date || constructor === RegExp || constructor === Error) return true;
  return typeof constructor === "function" && constructor.prototype instanceof Error;
}
