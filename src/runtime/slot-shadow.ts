// The shadow of an array, record, box, or of another shadow: a growable store of cotangents, zero by default.

import { isPlainPrototype } from "./realms.ts";
import { ZerothError } from "../ir/diagnostics.ts";
import { isBox } from "./box.ts";
import { sum, type Cotangent } from "./cotangent.ts";
import { isShadow, type Shadow } from "./shadow-kind.ts";

/** Indices this far past the end of a dense store are kept in a table, unless the primal itself is that long. */
const densityLimit = 1 << 20;
/** The longest primal for which the dense store may grow by more at once. */
const longestDense = 1 << 25;

/** A context, as its shadows see it. */
export interface Shadows {
  readonly ofTangents: boolean;
  readonly shadow: (primal: unknown) => Shadow;
}

/** The shadow of an array, object, box or another shadow: dense for indices; tables hold far indices and other keys. */
export class SlotShadow implements Shadow {
  readonly #primal: object;
  readonly #context: Shadows;
  readonly #dense: Cotangent[] = [];
  /** Indices beyond the dense store; they move there when it reaches them. */
  #far: Map<number, Cotangent> | null = null;
  #named: Map<unknown, Cotangent> | null = null;
  #checked = false;
  /** Written properties that a prototype has as well. */
  #overriding: Set<unknown> | null = null;

  constructor(primal: object, context: Shadows) {
    this.#primal = primal;
    this.#context = context;
  }

  get isZerothShadow(): true {
    return true;
  }

  /** A read may find its property in a prototype; a write never does. */
  get(key: unknown): Cotangent {
    const holder = this.#holder(key);
    if (this.#context.ofTangents && !this.#checked && !isShadow(this.#primal))
      requireData(this.#primal, key as PropertyKey);
    return holder === null ? this.#read(key) : holder.get(key);
  }

  accum(key: unknown, g: Cotangent): void {
    if (g === 0) return;
    const index = indexOf(key);
    if (index >= 0 && index < this.#dense.length && this.#checked) {
      this.#dense[index] = sum(this.#dense[index], g);
      return;
    }
    if (this.#overriding?.has(slotName(key)) === true && !isZero(g)) throw throughOverridden(this.#base(), key);
    const holder = this.#holder(key);
    if (holder === null) this.#write(key, sum(this.#read(key), g));
    else if (!isZero(g)) holder.accum(key, g);
  }

  /** Whether any slot holds a cotangent other than zero. */
  isTouched(): boolean {
    return [this.#dense, this.#far?.values() ?? [], this.#named?.values() ?? []].some((slots) =>
      [...slots].some((g) => !isZero(g)),
    );
  }

  take(key: unknown): Cotangent {
    if (!this.#checked && !this.#check() && !this.#context.ofTangents) {
      requireSlot(this.#primal, key as PropertyKey);
      this.#noteOverriding(key);
    }
    const g = this.#read(key);
    if (g !== 0) this.#write(key, 0);
    return g;
  }

  put(key: unknown, g: Cotangent): void {
    if (g === 0 && !this.#checked && !this.#check() && !this.#context.ofTangents) this.#noteOverriding(key);
    this.#write(key, g);
  }

  /** The object of which this is the shadow, or the shadow of a shadow, and so on. */
  #base(): object {
    return this.#primal instanceof SlotShadow ? this.#primal.#base() : this.#primal;
  }

  /** The shadow of the prototype that a property is read from; null if it is an own property, or does not exist. */
  #holder(key: unknown): Shadow | null {
    if (this.#checked || this.#check()) return null;
    const primal = this.#primal;
    const owner = primal instanceof SlotShadow ? primal.#holder(key) : ownerOf(primal, key as PropertyKey);
    return owner === null || owner === primal ? null : this.#context.shadow(owner);
  }

  /** Notes a property that hides an inherited one: a reverse pass sees only final objects, not which reads came before it. */
  #noteOverriding(key: unknown): void {
    const prototype: unknown = Object.getPrototypeOf(this.#base());
    if (prototype === null) return;
    const inherited: unknown = findProperty(prototype as object, key as PropertyKey)?.value;
    if (inherited === undefined || typeof inherited === "function") return;
    this.#overriding ??= new Set();
    this.#overriding.add(slotName(key));
  }

  #read(key: unknown): Cotangent {
    const index = indexOf(key);
    if (index < 0) return this.#named?.get(slotName(key)) ?? 0;
    return index < this.#dense.length ? this.#dense[index] : (this.#far?.get(index) ?? 0);
  }

  #write(key: unknown, g: Cotangent): void {
    // Methods and the length of an array are read like elements, but carry nothing.
    if (typeof key === "string" && Array.isArray(this.#primal) && !isOwn(this.#primal, key)) return;
    if (g !== 0 && !this.#checked) {
      if (!this.#check() && !isZero(g) && !carriesCotangent(this.#primal, key)) return;
    }
    const index = indexOf(key);
    if (index < 0) {
      if (g === 0 && this.#named === null) return;
      this.#named ??= new Map();
      this.#named.set(slotName(key), g);
    } else if (index < this.#dense.length) {
      this.#dense[index] = g;
    } else if (g === 0 && this.#far === null) {
      // The slot is zero already.
      return;
    } else if (this.#grow(index)) {
      this.#dense[index] = g;
    } else {
      this.#far ??= new Map();
      this.#far.set(index, g);
    }
  }

  /** Whether all slots of the primal are its own plain data. */
  #check(): boolean {
    const primal = this.#primal;
    this.#checked = primal instanceof SlotShadow ? primal.#check() : hasPlainSlots(primal);
    return this.#checked;
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

function hasPlainSlots(x: object): boolean {
  return Array.isArray(x) || isBox(x) || isShadow(x) || isRecord(x);
}

/** Whether an object is plain, and all its properties are writable data. */
function isRecord(x: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(x);
  if (!isPlainPrototype(prototype)) return false;
  return Object.values(Object.getOwnPropertyDescriptors(x)).every(({ writable }) => writable === true);
}

/** Whether a property is one of the array's own, other than the length. */
function isOwn(array: readonly unknown[], key: string): boolean {
  return key !== "length" && (Object.hasOwn(array, key) || indexOf(key) >= 0);
}

/** The index that a property key denotes, as a number or as text; -1 for other keys. */
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

/** A tuple of zeros is zero too. */
function isZero(g: Cotangent): boolean {
  return Array.isArray(g) ? g.every(isZero) : g === 0;
}

/** Whether a slot can hold a derivative; false for constants; throws where it would be lost. */
function carriesCotangent(primal: object, key: unknown): boolean {
  const property = isShadow(primal) ? undefined : findProperty(primal, key as PropertyKey);
  if (property === undefined) return true;
  // The length and name of a function are constants.
  if (property.get === undefined && property.set === undefined)
    return property.writable !== false || typeof primal !== "function";
  throw throughAccessor(primal, key);
}

/** Refuses tangents of values that accessors compute; accessors of the engine itself (`Map` has one) carry none. */
function requireData(primal: object, key: PropertyKey): void {
  const getter: unknown = Reflect.get(findProperty(primal, key) ?? {}, "get");
  if (getter === undefined || Function.prototype.toString.call(getter).endsWith("{ [native code] }")) return;
  throw throughAccessor(primal, key);
}

/** Refuses slots with a setter: what a setter makes of a written value is not in that slot. */
function requireSlot(primal: object, key: PropertyKey): void {
  if (findProperty(primal, key)?.set !== undefined) throw throughAccessor(primal, key);
}

function throughAccessor(primal: object, key: unknown): ZerothError {
  return new ZerothError({
    kind: "unsupported",
    message: `the derivative passes through the accessor ${JSON.stringify(String(key))} of ${primal.constructor?.name ?? "an object"}`,
    remedy: "keep differentiated numbers in plain objects, arrays or typed arrays",
  });
}

function throughOverridden(primal: object, key: unknown): ZerothError {
  return new ZerothError({
    kind: "unsupported",
    message: `the derivative with respect to the property ${JSON.stringify(String(key))} of ${primal.constructor?.name ?? "an object"}, which is written or deleted, and which its prototype has as well`,
    remedy: "keep differentiated numbers in properties that the prototype does not have",
  });
}

function findProperty(object: object, key: PropertyKey): PropertyDescriptor | undefined {
  const owner = ownerOf(object, key);
  return owner === null ? undefined : Object.getOwnPropertyDescriptor(owner, key);
}

/** The object of a prototype chain that has the property. */
function ownerOf(object: object, key: PropertyKey): object | null {
  for (let o: object | null = object; o !== null; o = Object.getPrototypeOf(o) as object | null) {
    if (Object.hasOwn(o, key)) return o;
  }
  return null;
}
