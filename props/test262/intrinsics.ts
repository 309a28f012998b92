// Puts the language's own objects back as they were: tests change them, and the next test runs in the same process.

const names: readonly string[] = (
  "globalThis Object Function Array String Number Boolean Symbol BigInt Math JSON Date RegExp Reflect Proxy Promise Map Set " +
  "WeakMap WeakSet WeakRef Atomics Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError " +
  "ArrayBuffer SharedArrayBuffer DataView Float32Array Float64Array Int8Array Int16Array Int32Array Uint8Array " +
  "Uint8ClampedArray Uint16Array Uint32Array BigInt64Array BigUint64Array FinalizationRegistry Iterator isNaN isFinite " +
  "parseInt parseFloat"
).split(" ");

// Tests replace these, too.
const { ownKeys, getOwnPropertyDescriptor, getPrototypeOf, defineProperty, deleteProperty, isExtensible } = Reflect;
const { setPrototypeOf } = Reflect;
const { is, hasOwn } = Object;

interface Kept {
  readonly object: object;
  readonly prototype: object | null;
  readonly canGrow: boolean;
  readonly keys: readonly PropertyKey[];
  readonly properties: readonly PropertyDescriptor[];
}

const isObject = (x: unknown): x is object => (typeof x === "object" && x !== null) || typeof x === "function";

function keep(): readonly Kept[] {
  const found = new Map<object, Kept>();
  const visit = (object: unknown, isGlobal = false): void => {
    if (!isObject(object) || found.has(object)) return;
    const keys = ownKeys(object);
    const properties = keys.map((key) => getOwnPropertyDescriptor(object, key) as PropertyDescriptor);
    found.set(object, { object, prototype: getPrototypeOf(object), canGrow: isExtensible(object), keys, properties });
    visit(getPrototypeOf(object));
    // What else the host has is none of the tests' business.
    if (!isGlobal) for (const property of properties) for (const part of Object.values(property)) visit(part);
  };
  visit(globalThis, true);
  for (const name of names) visit((globalThis as Readonly<Record<string, unknown>>)[name]);
  for (const root of [
    function* () {},
    async function* () {},
    async () => {},
    [][Symbol.iterator](),
    ""[Symbol.iterator](),
  ]) {
    visit(getPrototypeOf(root));
  }
  return [...found.values()];
}

const all = keep();

export interface Restored {
  /** Whether anything had changed. */
  readonly hadChanged: boolean;
  /** False if something cannot be put back: then the process is of no more use. */
  readonly isWhole: boolean;
}

let hadChanged = false;

export function restoreIntrinsics(): Restored {
  let isWhole = true;
  hadChanged = false;
  for (let i = 0; i < all.length; i++) if (!restore(all[i] as Kept)) isWhole = false;
  return { hadChanged: hadChanged || !isWhole, isWhole };
}

function restore({ object, prototype, canGrow, keys, properties }: Kept): boolean {
  let isWhole = isExtensible(object) === canGrow;
  if (getPrototypeOf(object) !== prototype) {
    hadChanged = true;
    if (!setPrototypeOf(object, prototype)) isWhole = false;
  }
  for (let k = 0; k < keys.length; k++) {
    const key = keys[k] as PropertyKey;
    const property = properties[k] as PropertyDescriptor;
    const present = getOwnPropertyDescriptor(object, key);
    if (present !== undefined && isSame(present, property)) continue;
    hadChanged = true;
    if (!defineProperty(object, key, property)) isWhole = false;
  }
  const present = ownKeys(object);
  if (present.length === keys.length) return isWhole;
  hadChanged = true;
  for (let k = 0; k < present.length; k++) {
    const key = present[k] as PropertyKey;
    let isOld = false;
    for (let j = 0; j < keys.length && !isOld; j++) isOld = keys[j] === key;
    if (!isOld && !deleteProperty(object, key)) isWhole = false;
  }
  return isWhole;
}

function isSame(a: PropertyDescriptor, b: PropertyDescriptor): boolean {
  return (
    is(a.value, b.value) &&
    a.get === b.get &&
    a.set === b.set &&
    a.writable === b.writable &&
    a.enumerable === b.enumerable &&
    a.configurable === b.configurable &&
    hasOwn(a, "value") === hasOwn(b, "value")
  );
}
