// Shadows and contexts: where the cotangents of mutable values live during a reverse pass.
//
// A context maps primal references to their shadows, created on demand. A shadow is a growable store of cotangents,
// indexed as its primal is, zero by default, with no length of its own. Shadows of typed arrays belong to the buffer,
// one double per element, so views share them. A shadow is itself a reference, so a context has shadows of shadows:
// that is all that higher orders need.
//
// A nonzero cotangent for a slot that cannot carry one (an accessor, a field of a foreign class) is refused, never
// dropped.

import { ZerothError } from "../diagnostics.ts";
import { isBox } from "./box.ts";
import { sum, type Cotangent } from "./cotangent.ts";

export interface Shadow {
  get(key: unknown): Cotangent;
  accum(key: unknown, g: Cotangent): void;
  take(key: unknown): Cotangent;
  put(key: unknown, g: Cotangent): void;
}

type TypedArray = Float64Array | Float32Array | Int8Array | Uint8Array | Uint8ClampedArray | Int16Array | Uint16Array | Int32Array | Uint32Array;

export function isTypedArray(x: unknown): x is TypedArray {
  return ArrayBuffer.isView(x) && !(x instanceof DataView) && !(x instanceof BigInt64Array) && !(x instanceof BigUint64Array);
}

export function isReal(x: unknown): x is Float64Array | Float32Array {
  return x instanceof Float64Array || x instanceof Float32Array;
}

/** Indices this far past the end of a dense store wait in a table, unless the primal itself is that long. */
const densityLimit = 1 << 20;
/** The longest primal whose shadow is dense at once. */
const longestDense = 1 << 25;

/** The shadow of an array, object, box or another shadow: dense for indices, tables for far indices and other keys. */
class SlotShadow implements Shadow {
  readonly #primal: object;
  readonly #dense: Cotangent[] = [];
  /** Indices beyond the dense store; they move there when it reaches them. */
  #far: Map<number, Cotangent> | null = null;
  #named: Map<unknown, Cotangent> | null = null;
  #checked = false;

  constructor(primal: object) {
    this.#primal = primal;
  }

  get(key: unknown): Cotangent {
    const index = indexOf(key);
    if (index < 0) return this.#named?.get(slotName(key)) ?? 0;
    return index < this.#dense.length ? this.#dense[index] : (this.#far?.get(index) ?? 0);
  }

  accum(key: unknown, g: Cotangent): void {
    if (g === 0) return;
    const index = indexOf(key);
    if (index >= 0 && index < this.#dense.length && this.#checked) this.#dense[index] = sum(this.#dense[index], g);
    else this.put(key, sum(this.get(key), g));
  }

  take(key: unknown): Cotangent {
    const g = this.get(key);
    if (g !== 0) this.put(key, 0);
    return g;
  }

  put(key: unknown, g: Cotangent): void {
    // Methods and the length of an array are read like elements, and carry nothing.
    if (typeof key === "string" && Array.isArray(this.#primal) && !isOwn(this.#primal, key)) return;
    if (g !== 0 && !this.#checked) {
      if (Array.isArray(this.#primal) || isBox(this.#primal) || isShadow(this.#primal) || isRecord(this.#primal)) this.#checked = true;
      else if (!isZero(g) && !carriesCotangent(this.#primal, key)) return;
    }
    const index = indexOf(key);
    if (index < 0) {
      this.#named ??= new Map();
      this.#named.set(slotName(key), g);
    } else if (index < this.#dense.length || this.#grow(index)) {
      this.#dense[index] = g;
    } else {
      this.#far ??= new Map();
      this.#far.set(index, g);
    }
  }

  /** Extends the dense store to an index, unless that would be mostly empty. */
  #grow(index: number): boolean {
    const dense = this.#dense;
    if (index >= dense.length + densityLimit) {
      const length = Array.isArray(this.#primal) ? this.#primal.length : 0;
      if (index >= length || length > longestDense) return false;
    }
    const far = this.#far;
    while (dense.length <= index) {
      const k = dense.length;
      dense.push(far?.get(k) ?? 0);
      far?.delete(k);
    }
    return true;
  }
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** Whether an object is plain, and all of its properties are data that can be written. */
function isRecord(x: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(x);
  if (prototype !== Object.prototype && prototype !== null) return false;
  return Object.values(Object.getOwnPropertyDescriptors(x)).every(({ writable }) => writable === true);
}

/** Whether a property is one of the array's own, the length apart. */
function isOwn(array: readonly unknown[], key: string): boolean {
  return key !== "length" && (Object.hasOwn(array, key) || indexOf(key) >= 0);
}

/** The index that a property key is, as a number or as text; -1 for other keys. */
function indexOf(key: unknown): number {
  if (typeof key === "number") return Number.isInteger(key) && key >= 0 ? key : -1;
  const text = typeof key === "bigint" ? String(key) : key;
  if (typeof text !== "string" || !isDigit(text.charCodeAt(0))) return -1;
  const index = Number(text);
  return Number.isInteger(index) && String(index) === text ? index : -1;
}

/** Property keys as JavaScript sees them: `a[1.5]` and `a["1.5"]` are one slot. */
function slotName(key: unknown): unknown {
  return typeof key === "symbol" ? key : String(key);
}

/** A tuple of zeros is a zero too. */
function isZero(g: Cotangent): boolean {
  return Array.isArray(g) ? g.every(isZero) : g === 0;
}

/** Whether a slot of a plain object can hold a derivative; false for constants; throws where it would be lost. */
function carriesCotangent(primal: object, key: unknown): boolean {
  const property = findProperty(primal, key as PropertyKey);
  if (property !== undefined && property.get === undefined && property.set === undefined && property.writable === false) {
    if (!Object.isFrozen(primal)) return false;
  }
  const prototype: unknown = Object.getPrototypeOf(primal);
  const plain = prototype === Object.prototype || prototype === null;
  if (plain && property?.get === undefined) return true;
  const kind = plain ? "an object with accessors" : `an instance of ${primal.constructor?.name ?? "a class"}`;
  throw new ZerothError({
    kind: "unsupported",
    message: `the derivative passes through property ${JSON.stringify(String(key))} of ${kind}`,
    remedy: "keep differentiated numbers in plain objects, arrays or typed arrays",
  });
}

function findProperty(object: object, key: PropertyKey): PropertyDescriptor | undefined {
  for (let o: object | null = object; o !== null; o = Object.getPrototypeOf(o) as object | null) {
    const property = Object.getOwnPropertyDescriptor(o, key);
    if (property !== undefined) return property;
  }
  return undefined;
}

/** One double per element of a buffer: what all views of it share. */
class BufferShadow {
  readonly slots: Float64Array;
  readonly bytesPerElement: number;
  constructor(byteLength: number, bytesPerElement: number) {
    this.slots = new Float64Array(Math.ceil(byteLength / bytesPerElement));
    this.bytesPerElement = bytesPerElement;
  }
}

/** The shadow of one view: a window on its buffer's shadow. Indices out of range are ignored, as writes there are. */
class ViewShadow implements Shadow {
  readonly buffer: BufferShadow;
  readonly offset: number;
  readonly length: number;
  constructor(buffer: BufferShadow, offset: number, length: number) {
    this.buffer = buffer;
    this.offset = offset;
    this.length = length;
  }
  #index(key: unknown): number {
    const i = typeof key === "number" ? key : Number(key);
    return Number.isInteger(i) && i >= 0 && i < this.length ? this.offset + i : -1;
  }
  get(key: unknown): Cotangent {
    const i = this.#index(key);
    return i < 0 ? 0 : this.buffer.slots[i];
  }
  accum(key: unknown, g: Cotangent): void {
    const i = this.#index(key);
    if (i >= 0) this.buffer.slots[i] = (this.buffer.slots[i] as number) + (g as number);
  }
  take(key: unknown): Cotangent {
    const i = this.#index(key);
    if (i < 0) return 0;
    const g = this.buffer.slots[i];
    this.buffer.slots[i] = 0;
    return g;
  }
  put(key: unknown, g: Cotangent): void {
    const i = this.#index(key);
    if (i >= 0) this.buffer.slots[i] = g as number;
  }
}

/** The shadow of what carries no derivative: strings, integer arrays. */
const nowhere: Shadow = { get: () => 0, accum: () => undefined, take: () => 0, put: () => undefined };

function isShadow(x: unknown): x is Shadow {
  return x instanceof SlotShadow || x instanceof ViewShadow || x === nowhere;
}

export class Context {
  readonly #shadows = new Map<unknown, Shadow>();
  readonly #buffers = new Map<unknown, BufferShadow>();

  shadow(primal: unknown): Shadow {
    let shadow = this.#shadows.get(primal);
    if (shadow === undefined) {
      shadow = this.#create(primal);
      this.#shadows.set(primal, shadow);
    }
    return shadow;
  }

  #create(primal: unknown): Shadow {
    if ((typeof primal !== "object" && typeof primal !== "function") || primal === null || primal === nowhere) return nowhere;
    if (isReal(primal)) {
      const buffer = this.#buffer(primal.buffer, primal.buffer.byteLength, primal.BYTES_PER_ELEMENT);
      if (primal.byteOffset % primal.BYTES_PER_ELEMENT !== 0) throw mixedBuffer();
      return new ViewShadow(buffer, primal.byteOffset / primal.BYTES_PER_ELEMENT, primal.length);
    }
    if (ArrayBuffer.isView(primal)) return nowhere;
    if (primal instanceof ViewShadow) {
      const store = primal.buffer;
      const buffer = this.#buffer(store, store.slots.length * store.bytesPerElement, store.bytesPerElement);
      return new ViewShadow(buffer, primal.offset, primal.length);
    }
    return new SlotShadow(primal);
  }

  #buffer(key: unknown, byteLength: number, bytesPerElement: number): BufferShadow {
    let buffer = this.#buffers.get(key);
    if (buffer === undefined) {
      buffer = new BufferShadow(byteLength, bytesPerElement);
      this.#buffers.set(key, buffer);
    }
    if (buffer.bytesPerElement !== bytesPerElement) throw mixedBuffer();
    return buffer;
  }
}

function mixedBuffer(): ZerothError {
  return new ZerothError({
    kind: "unsupported",
    message: "one buffer is differentiated through typed arrays of two element kinds",
    remedy: "use one kind of typed array for each buffer that carries derivatives",
  });
}
