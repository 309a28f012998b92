// Fingerprints: 64 bits that stand for what a call of a function can read, or for what it returned. With them a function that is
// run again can tell whether it meets the same memory and gives the same result, without a copy of either.
//
// Everything reachable counts: numbers bit by bit (all NaN are equal), strings, elements, properties (inherited ones too),
// captured variables, entries of maps. In what a call can read, identity counts too, since equal numbers in another array are
// another place for a cotangent. A change of one number always changes the fingerprint; a change of several does, except in one
// case of 2^64. What only uncompiled code can see does not count (native functions, accessors, methods of classes), nor do
// properties of `globalThis` and properties of arrays other than elements.

import {
  Context,
  capturedValue,
  isBox,
  isBuffer,
  isReal,
  isShadow,
  stampOf,
  unlessUninitialised,
  isMap,
  isSet,
  writesTo,
} from "../runtime/index.ts";

/** Two halves of 32 bits. */
export interface Fingerprint {
  readonly a: number;
  readonly b: number;
  /** Whether contexts or shadows were met; their contents do not count. */
  readonly holdsShadows: boolean;
}

/** The fingerprint of what a call can read: the function, the receiver and the arguments. */
export function fingerprintOfReach(...roots: readonly unknown[]): Fingerprint {
  return digest(roots, true);
}

/** The fingerprint of a result: its contents, not its identity. */
export function fingerprintOfResult(x: unknown): Fingerprint {
  return digest([x], false);
}

export function holdsShadows(print: Fingerprint): boolean {
  return print.holdsShadows;
}

export function isSameFingerprint(x: Fingerprint, y: Fingerprint): boolean {
  return x.a === y.a && x.b === y.b;
}

const serials = new WeakMap<object, number>();
let lastSerial = 0;

/** A number that identifies an object. */
function serialOf(x: object): number {
  let serial = serials.get(x);
  if (serial === undefined) {
    serial = ++lastSerial;
    serials.set(x, serial);
  }
  return serial;
}

const bits = new Float64Array(1);
const words = new Int32Array(bits.buffer);

/** Both halves absorb a word by a map that is one-to-one in the word and in the previous state. */
class Mixer {
  a = 0x2545f491;
  b = 0x6c078965;
  holdsShadows = false;

  word(w: number): void {
    const a = Math.imul(this.a ^ w, 0x2c9277b5);
    this.a = a ^ (a >>> 15);
    const b = Math.imul((this.b + w) | 0, 0x5f356495);
    this.b = ((b << 13) | (b >>> 19)) ^ 0x3ade68b1;
  }

  number(x: number): void {
    this.numbers([x], 0, 1);
  }

  /** Like `word` for both words of each number; a separate loop, since there may be millions. */
  numbers(x: ArrayLike<unknown>, from: number, to: number): void {
    let { a, b } = this;
    for (let i = from; i < to; i++) {
      const v = x[i] as number;
      bits[0] = Number.isNaN(v) ? Number.NaN : v;
      for (let k = 0; k < 2; k++) {
        const w = words[k] as number;
        a = Math.imul(a ^ w, 0x2c9277b5);
        a ^= a >>> 15;
        b = Math.imul((b + w) | 0, 0x5f356495);
        b = ((b << 13) | (b >>> 19)) ^ 0x3ade68b1;
      }
    }
    this.a = a;
    this.b = b;
  }

  text(s: string): void {
    this.word(s.length);
    for (let i = 0; i < s.length; i++) this.word(s.charCodeAt(i));
  }
}

// The kind of what comes next, so that different values never give the same sequence of words.
const kinds = [
  "number",
  "text",
  "other",
  "seen",
  "array",
  "typed",
  "bytes",
  "function",
  "box",
  "date",
  "map",
  "set",
  "object",
  "unknown",
  "hole",
  "later",
] as const;
type Kind = (typeof kinds)[number];
const tag = Object.fromEntries(kinds.map((kind, i) => [kind, i + 1])) as Readonly<Record<Kind, number>>;

function digest(roots: readonly unknown[], byIdentity: boolean): Fingerprint {
  const mixer = new Mixer();
  const seen = new Map<object, number>();
  const work: unknown[] = [...roots];
  const visit = (x: unknown): void => {
    if (typeof x === "number") {
      mixer.word(tag.number);
      mixer.number(x);
    } else {
      mixer.word(tag.later);
      work.push(x);
    }
  };
  while (work.length > 0) {
    const x = work.pop();
    if ((typeof x !== "object" && typeof x !== "function") || x === null) {
      addScalar(mixer, x);
      continue;
    }
    const before = seen.get(x);
    if (before !== undefined) {
      mixer.word(tag.seen);
      mixer.word(before);
      continue;
    }
    seen.set(x, seen.size);
    if (byIdentity) mixer.word(serialOf(x));
    addReference(mixer, x, byIdentity, visit);
  }
  return { a: mixer.a, b: mixer.b, holdsShadows: mixer.holdsShadows };
}

function addScalar(mixer: Mixer, x: unknown): void {
  if (typeof x === "number") {
    mixer.word(tag.number);
    mixer.number(x);
  } else if (typeof x === "string") {
    mixer.word(tag.text);
    mixer.text(x);
  } else {
    mixer.word(tag.other);
    mixer.text(String(x));
  }
}

type Visit = (x: unknown) => void;

function addReference(mixer: Mixer, x: object, byIdentity: boolean, visit: Visit): void {
  if (Array.isArray(x)) addArray(mixer, x, visit);
  else if (isReal(x)) {
    mixer.word(tag.typed);
    mixer.word(x.BYTES_PER_ELEMENT);
    mixer.word(x.length);
    mixer.numbers(x, 0, x.length);
  } else if (ArrayBuffer.isView(x)) {
    mixer.text(Object.prototype.toString.call(x));
    addBytes(mixer, new Uint8Array(x.buffer, x.byteOffset, x.byteLength));
  } else if (isBuffer(x)) addBytes(mixer, new Uint8Array(x as ArrayBuffer));
  else if (typeof x === "function") addFunction(mixer, x, byIdentity, visit);
  else if (isBox(x)) {
    mixer.word(tag.box);
    visit(unlessUninitialised(() => x.v));
  } else if (x instanceof Context || isShadow(x)) {
    mixer.word(tag.unknown);
    mixer.holdsShadows = true;
  } else addObject(mixer, x, byIdentity, visit);
}

function addArray(mixer: Mixer, x: readonly unknown[], visit: Visit): void {
  mixer.word(tag.array);
  mixer.word(x.length);
  for (let i = 0; i < x.length; i++) {
    const first = i;
    while (i < x.length && typeof x[i] === "number") i++;
    if (i > first) {
      mixer.word(tag.number);
      mixer.word(i - first);
      mixer.numbers(x, first, i);
    }
    if (i === x.length) return;
    if (i in x) visit(x[i]);
    else mixer.word(tag.hole);
  }
}

function addBytes(mixer: Mixer, bytes: Uint8Array): void {
  mixer.word(tag.bytes);
  mixer.word(bytes.length);
  for (const byte of bytes) mixer.word(byte);
}

/** The identity of the code, and the captured values. Code that is compiled on first use counts as having existed before. */
function addFunction(mixer: Mixer, f: object, byIdentity: boolean, visit: Visit): void {
  mixer.word(tag.function);
  const stamp = stampOf(f);
  if (!byIdentity) mixer.word(serialOf(stamp?.code ?? f));
  if (stamp !== undefined) {
    const { captures, span } = stamp.code.program.func(stamp.code.name);
    // Variables of the prelude's modules never change.
    const isOwn = span.file.startsWith(preludeFiles);
    captures.forEach(({ from }, k) => {
      if (!isOwn || from === "scope") visit(capturedValue(stamp.env, k));
    });
  }
  addProperties(mixer, f, [...Object.keys(f), ...Object.getOwnPropertySymbols(f)], visit);
}

/** How names of the prelude's files begin, as given by `preludeName`. */
const preludeFiles = "zeroth/src/prelude/";

function addObject(mixer: Mixer, x: object, byIdentity: boolean, visit: Visit): void {
  // What is written anew has a new shadow, though it may be the same.
  if (byIdentity) mixer.word(writesTo(x));
  if (x instanceof Date) {
    mixer.word(tag.date);
    mixer.number(x.getTime());
  } else if (isMap(x)) {
    mixer.word(tag.map);
    mixer.word(x.size);
    for (const [key, value] of x) {
      visit(key);
      visit(value);
    }
  } else if (isSet(x)) {
    mixer.word(tag.set);
    mixer.word(x.size);
    for (const item of x) visit(item);
  } else {
    mixer.word(tag.object);
  }
  addProperties(mixer, x, Reflect.ownKeys(x), visit);
  const prototype: unknown = Object.getPrototypeOf(x);
  if (!nativePrototypes.has(prototype)) visit(prototype);
}

/** The prototypes of the language. An explicit list: reading all global variables would make Node load unused modules. */
const nativePrototypes: ReadonlySet<unknown> = new Set<unknown>([
  null,
  ...[
    [Object, Function, Array, String, Number, Boolean, Symbol, BigInt, Date, RegExp, Promise],
    [Map, Set, WeakMap, WeakSet, WeakRef, ArrayBuffer, DataView],
    [Error, AggregateError, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError],
    [Float32Array, Float64Array, BigInt64Array, BigUint64Array],
    [Int8Array, Int16Array, Int32Array, Uint8Array, Uint8ClampedArray, Uint16Array, Uint32Array],
  ].flatMap((natives) => natives.map((native): unknown => native.prototype)),
]);

/** Adds an object's own properties; accessors are not read. */
function addProperties(mixer: Mixer, x: object, keys: readonly PropertyKey[], visit: Visit): void {
  mixer.word(keys.length);
  for (const key of keys) {
    mixer.text(String(key));
    const property = Object.getOwnPropertyDescriptor(x, key);
    if (property !== undefined && "value" in property) visit(property.value);
    else mixer.word(tag.unknown);
  }
}
