// Values of another realm: an iframe, a context of `node:vm`. Each realm has its own classes and natives, so this module
// recognises parts of the language by what they are, not by object identity.

const typedPrototype = Object.getPrototypeOf(Float64Array.prototype) as object;
// oxlint-disable-next-line typescript/unbound-method -- called with a receiver
const tagGetter = Object.getOwnPropertyDescriptor(typedPrototype, Symbol.toStringTag)?.get as () => string | undefined;

/** The kind of a typed array (`"Float64Array"`) of any realm; undefined for other values. */
export function typedArrayKind(x: unknown): string | undefined {
  return ArrayBuffer.isView(x) ? tagGetter.call(x) : undefined;
}

/** Whether a value is a buffer, shared or not. */
export function isBuffer(x: unknown): boolean {
  if (typeof x !== "object" || x === null) return false;
  return x instanceof ArrayBuffer || /^\[object (?:Shared)?ArrayBuffer\]$/.test(Object.prototype.toString.call(x));
}

/** Whether objects with this prototype are plain: it is the prototype of literals, in any realm, or there is none. */
export function isPlainPrototype(prototype: unknown): boolean {
  if (prototype === Object.prototype || prototype === null) return true;
  if (typeof prototype !== "object" || Object.getPrototypeOf(prototype) !== null) return false;
  const constructor: unknown = Object.getOwnPropertyDescriptor(prototype, "constructor")?.value;
  return typeof constructor === "function" && ownNative(constructor) === Object;
}

/** The natives of other realms, by the prototype of their functions. */
const realms = new WeakMap<object, ReadonlyMap<unknown, unknown>>();
const nothing: ReadonlyMap<unknown, unknown> = new Map();

/** The native of this realm that corresponds to a native of another; undefined for other functions, and if it cannot be found. */
export function ownNative(f: unknown): unknown {
  if (typeof f !== "function") return undefined;
  const prototype: unknown = Object.getPrototypeOf(f);
  if (prototype === Function.prototype || !isNativeCode(f)) return undefined;
  const root = rootOf(f);
  if (root === null || root === Function.prototype) return undefined;
  let natives = realms.get(root);
  if (natives === undefined) realms.set(root, (natives = nativesOfRealm(root)));
  return natives.get(f);
}

const isNativeCode = (f: object): boolean => /\{\s*\[native code\]\s*\}\s*$/.test(Function.prototype.toString.call(f));

/** The prototype of all functions of a realm: the function whose own prototype is that of objects. */
function rootOf(f: object): object | null {
  let root: object | null = Object.getPrototypeOf(f) as object | null;
  while (typeof root === "function") {
    const next = Object.getPrototypeOf(root) as object | null;
    if (typeof next !== "function") return root;
    root = next;
  }
  return null;
}

/** The natives of a realm, by the paths that lead to them in both realms. */
function nativesOfRealm(root: object): ReadonlyMap<unknown, unknown> {
  const theirs = globalOf(root);
  if (theirs === null) return nothing;
  const found = new Map<unknown, unknown>();
  const pair = (own: unknown, other: unknown, depth: number): void => {
    if (typeof own !== typeof other || own === null || other === null || found.has(other)) return;
    if (typeof own !== "function" && typeof own !== "object") return;
    if (typeof other === "function" && (!isNativeCode(other) || !isNativeCode(own))) return;
    found.set(other, own);
    if (depth === 0) return;
    for (const key of Reflect.ownKeys(own)) {
      if (key === "constructor") continue;
      pair(valueOf(own, key), valueOf(other as object, key), depth - 1);
    }
  };
  for (const name of languageGlobals) pair(valueOf(globalThis, name), valueOf(theirs, name), 2);
  const [own, other] = [Float64Array, valueOf(theirs, "Float64Array")];
  if (typeof other === "function") pair(Object.getPrototypeOf(own), Object.getPrototypeOf(other), 2);
  return found;
}

/** Globals that programs compute with. An explicit list: reading all global variables would make Node load unused modules. */
const languageGlobals: readonly string[] = (
  "Object Function Array Number Boolean String Symbol BigInt Math JSON Reflect Date RegExp Map Set WeakMap WeakSet " +
  "ArrayBuffer SharedArrayBuffer DataView Float64Array Float32Array Int8Array Uint8Array Uint8ClampedArray Int16Array " +
  "Uint16Array Int32Array Uint32Array BigInt64Array BigUint64Array Error TypeError RangeError parseFloat parseInt isNaN isFinite"
).split(" ");

const valueOf = (object: object, key: PropertyKey): unknown => Object.getOwnPropertyDescriptor(object, key)?.value;

/** The global object of a realm; null if its security policy forbids access. */
function globalOf(root: object): object | null {
  try {
    const make = valueOf(root, "constructor") as (text: string) => () => object;
    return make("return this")();
  } catch {
    return null;
  }
}
