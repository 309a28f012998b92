// The shadow of an array, record, box, or of another shadow: a growable store of cotangents, zero by default.
//
// Slots that are known to be plain data of the primal are in `elements` (by index) and `slots` (by property). Generated code
// reads and adds to numbers there by itself, and calls a method for all else. What a prototype or an accessor may be behind goes
// the slow way, at each access.

import { ZerothError } from "../ir/diagnostics.ts";
import { isBox } from "./box.ts";
import { sum, type Cotangent } from "./cotangent.ts";
import type { AnyFunction } from "./factory.ts";
import { isNative } from "./instances.ts";
import { isPlainPrototype } from "./realms.ts";
import { isShadow, type Shadow } from "./shadow-kind.ts";
import { newSlots, noElements, noSlots, type Slots } from "./slots.ts";
import { arrayOfZeros } from "./zeros.ts";

/** Indices this far past the end of a dense store are kept in a table, unless the primal itself is that long. */
const densityLimit = 1 << 20;
/** The longest primal for which the dense store may grow by more at once. */
const longestDense = 1 << 25;

/** A context, as its shadows see it. */
export interface Shadows {
  readonly ofTangents: boolean;
  readonly isOfData: boolean;
  readonly shadow: (primal: unknown) => Shadow;
}

/** What is known of a primal: `list`: indices are elements; `plain`: no property has a prototype's value behind it. */
type PrimalKind = "list" | "plain" | "unknown";

/** What few shadows have. */
interface Rare {
  /** Indices beyond the dense store; they move there when it reaches them. */
  far: Map<number, Cotangent> | null;
  /** Slots that are not known to be plain data. */
  others: Map<unknown, Cotangent> | null;
  /** Written properties that a prototype has as well. */
  overriding: Set<unknown> | null;
  /** Written or deleted properties that the primal does not have at the end. */
  taken: Set<unknown> | null;
}

export class SlotShadow implements Shadow {
  /** Made when something is stored, like `slots` of a list: many shadows are only looked up. */
  elements: Cotangent[] = noElements;
  slots: Slots;
  readonly #primal: object;
  readonly #context: Shadows;
  readonly #kind: PrimalKind;
  #rare: Rare | null = null;

  constructor(primal: object, context: Shadows, kind: PrimalKind = kindOf(primal)) {
    this.#primal = primal;
    this.#context = context;
    this.#kind = kind;
    this.slots = this.#kind === "list" ? noSlots : newSlots();
  }

  get isZerothShadow(): true {
    return true;
  }

  /** A read may find its property in a prototype; a write never does. */
  get(key: unknown): Cotangent {
    const known = this.#known(key);
    if (known !== undefined) return known;
    if (this.elements === noElements && this.#kind === "list" && typeof key === "number" && this.#rare === null)
      return 0;
    if (this.#isPlain(key)) return this.#read(key);
    const holder = this.#holder(key);
    if (this.#context.ofTangents && !isShadow(this.#primal)) requireData(this.#primal, key as PropertyKey);
    return holder === null ? this.#read(key) : holder.get(key);
  }

  /** What has been stored for an own property, or for an element by its index. */
  stored(key: string | number): Cotangent {
    const known = typeof key === "number" && this.#kind === "list" ? this.elements[key] : this.slots[key];
    return known ?? (this.#rare === null ? 0 : this.#read(key));
  }

  accum(key: unknown, g: Cotangent): void {
    if (g === 0) return;
    if (typeof key === "string" && this.#kind === "plain" && this.slots[key] === undefined && this.#rare === null) {
      // The first cotangent of a property, usually.
      if (this.#isPlain(key)) {
        this.slots[key] = g;
        return;
      }
    } else if (this.elements === noElements && this.#fill(key, g)) return;
    const known = this.#known(key);
    if (known !== undefined || this.#isPlain(key)) {
      this.#write(key, sum(known ?? this.#read(key), g));
      return;
    }
    if (this.#rare?.overriding?.has(slotName(key)) === true && !isZero(g)) throw throughOverridden(this.#base(), key);
    const holder = this.#holder(key);
    if (holder === null) {
      // Its prototype had the property when it was read.
      const isLost = this.#kind === "unknown" && !this.#context.ofTangents && !this.#isTaken(key);
      if (isLost && !isZero(g) && ownerOf(this.#base(), key as PropertyKey) === null)
        throw throughOverridden(this.#base(), key);
      this.#writeOther(key, sum(this.#read(key), g));
    } else if (!isZero(g)) holder.accum(key, g);
  }

  /** The first cotangent of an array's elements, stored if it is that of an element that there is. */
  #fill(key: unknown, g: Cotangent): boolean {
    const primal = this.#primal;
    if (this.#rare !== null || typeof key !== "number" || !Array.isArray(primal)) return false;
    if (!(key >= 0 && key < primal.length && key < densityLimit) || !Number.isInteger(key)) return false;
    this.elements = arrayOfZeros(Math.min(primal.length, densityLimit));
    this.elements[key] = g;
    return true;
  }

  /** Whether any slot holds a cotangent other than zero. */
  isTouched(): boolean {
    const named = Reflect.ownKeys(this.slots).map((key) => this.slots[key]);
    const stores = [this.elements, named, this.#rare?.far?.values() ?? [], this.#rare?.others?.values() ?? []];
    return stores.some((slots) => [...slots].some((g) => !isZero(g)));
  }

  take(key: unknown): Cotangent {
    const known = this.#known(key);
    if (known === 0) return known;
    if (known === undefined && this.elements === noElements && this.#kind === "list" && typeof key === "number") {
      // Nothing was stored.
      if (this.#rare === null) return 0;
    }
    if (known !== undefined || this.#isPlain(key)) {
      if (this.#kind === "list" && typeof key === "string") this.#noteTaken(key);
      const g = known ?? this.#read(key);
      if (g !== 0) this.#write(key, 0);
      return g;
    }
    if (!this.#context.ofTangents) {
      requireSlot(this.#primal, key as PropertyKey);
      this.#noteOverriding(key);
      this.#noteTaken(key);
    }
    const g = this.#read(key);
    if (g !== 0) this.#writeOther(key, 0);
    return g;
  }

  put(key: unknown, g: Cotangent): void {
    if (this.#known(key) !== undefined || this.#isPlain(key)) {
      if (this.#kind === "list" && typeof key === "string") this.#noteTaken(key);
      this.#write(key, g);
      return;
    }
    if (g === 0 && !this.#context.ofTangents) {
      this.#noteOverriding(key);
      this.#noteTaken(key);
    }
    this.#writeOther(key, g);
  }

  /** The content of a slot that was stored before as plain data; undefined for other slots. */
  #known(key: unknown): Cotangent {
    if (typeof key === "number") {
      if (this.#kind === "list") return this.elements[key];
    } else if (typeof key !== "string" && typeof key !== "symbol") return undefined;
    return this.slots[key];
  }

  /** The object of which this is the shadow, or the shadow of a shadow, and so on. */
  #base(): object {
    return this.#primal instanceof SlotShadow ? this.#primal.#base() : this.#primal;
  }

  /** Whether a slot is plain data of the primal, or none of its properties yet. */
  #isPlain(key: unknown): boolean {
    if (this.#kind === "list" && typeof key === "number") return true;
    const primal = this.#primal;
    if (primal instanceof SlotShadow) return primal.#isPlain(key);
    // What an array inherits from a class that extends arrays is that class's.
    if (Array.isArray(primal))
      return (
        Object.getPrototypeOf(primal) === Array.prototype || indexOf(key) >= 0 || Object.hasOwn(primal, key as string)
      );
    if (this.#kind === "unknown") {
      // An instance that the code made has nothing of its own that it would inherit.
      if (this.#context.isOfData && Object.hasOwn(primal, key as PropertyKey)) return true;
      return isOwnData(primal, key as PropertyKey);
    }
    if (this.#context.isOfData || isShadow(primal) || isBox(primal)) return true;
    const property = Object.getOwnPropertyDescriptor(primal, key as PropertyKey);
    if (property !== undefined) return property.writable === true;
    // The prototype may have been set since the shadow was made.
    return isPlainPrototype(Object.getPrototypeOf(primal));
  }

  /** The shadow of the prototype that a property is read from; null if it is an own property, or does not exist. */
  #holder(key: unknown): Shadow | null {
    const primal = this.#primal;
    const owner = primal instanceof SlotShadow ? primal.#holder(key) : ownerOf(primal, key as PropertyKey);
    return owner === null || owner === primal ? null : this.#context.shadow(owner);
  }

  /** Notes a property that hides an inherited one: a reverse pass sees only final objects, not which reads came before it. */
  #noteOverriding(key: unknown): void {
    const prototype: unknown = Object.getPrototypeOf(this.#base());
    if (prototype === null) return;
    if (findProperty(prototype as object, key as PropertyKey) === undefined) return;
    const rare = this.#rareOnes();
    rare.overriding ??= new Set();
    rare.overriding.add(slotName(key));
  }

  #noteTaken(key: unknown): void {
    if (Object.hasOwn(this.#base(), key as PropertyKey)) return;
    const rare = this.#rareOnes();
    rare.taken ??= new Set();
    rare.taken.add(slotName(key));
  }

  #isTaken(key: unknown): boolean {
    return this.#rare?.taken?.has(slotName(key)) === true;
  }

  #read(key: unknown): Cotangent {
    const index = this.#kind === "list" ? indexOf(key) : -1;
    if (index >= 0) return this.elements[index] ?? this.#rare?.far?.get(index) ?? 0;
    return this.slots[slotName(key)] ?? this.#rare?.others?.get(slotName(key)) ?? 0;
  }

  /** Writes to a slot of plain data. */
  #write(key: unknown, g: Cotangent): void {
    const index = this.#kind === "list" ? indexOf(key) : -1;
    if (index < 0) {
      // Methods and the length of an array are read like elements, but carry nothing.
      if (typeof key === "string" && Array.isArray(this.#primal) && !isOwn(this.#primal, key) && !this.#isTaken(key))
        return;
      if (this.slots === noSlots) this.slots = newSlots();
      this.slots[slotName(key)] = g;
    } else if (index < this.elements.length) {
      this.elements[index] = g;
    } else if (g === 0 && (this.#rare === null || this.#rare.far === null)) {
      // The slot is zero already.
    } else if (this.#grow(index)) {
      this.elements[index] = g;
    } else {
      const rare = this.#rareOnes();
      rare.far ??= new Map();
      rare.far.set(index, g);
    }
  }

  #writeOther(key: unknown, g: Cotangent): void {
    if (!isZero(g) && !carriesCotangent(this.#primal, key)) return;
    if (g === 0 && (this.#rare === null || this.#rare.others === null)) return;
    const rare = this.#rareOnes();
    rare.others ??= new Map();
    rare.others.set(slotName(key), g);
  }

  #rareOnes(): Rare {
    return (this.#rare ??= { far: null, others: null, overriding: null, taken: null });
  }

  /** Extends the dense store to an index, unless that would be mostly empty. */
  #grow(index: number): boolean {
    const length = Array.isArray(this.#primal) ? this.#primal.length : 0;
    const from = this.elements.length;
    if (index >= from + densityLimit && (index >= length || length > longestDense)) return false;
    // At once for all elements that there are: most will be stored.
    if (from === 0) this.elements = arrayOfZeros(Math.max(index + 1, Math.min(length, densityLimit)));
    while (this.elements.length <= index) this.elements.push(0);
    const far = this.#rare === null ? null : this.#rare.far;
    if (far === null) return true;
    for (let k = from; k < this.elements.length; k++) {
      this.elements[k] = far.get(k) ?? 0;
      far.delete(k);
    }
    return true;
  }

  static kindOf(shadow: SlotShadow): PrimalKind {
    return shadow.#kind;
  }
}

function kindOf(primal: object): PrimalKind {
  if (Array.isArray(primal)) return "list";
  if (primal instanceof SlotShadow) return SlotShadow.kindOf(primal);
  if (isShadow(primal) || isBox(primal)) return "plain";
  return isPlainPrototype(Object.getPrototypeOf(primal)) ? "plain" : "unknown";
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** Whether a property is one of the array's own, other than the length. */
function isOwn(array: readonly unknown[], key: string): boolean {
  return key !== "length" && (Object.hasOwn(array, key) || indexOf(key) >= 0);
}

/** The index that a property key denotes, as a number, as a text or by a conversion to one; -1 for other keys. */
function indexOf(key: unknown): number {
  if (typeof key === "number") return Number.isInteger(key) && key >= 0 ? key : -1;
  const text = typeof key === "bigint" || (typeof key === "object" && key !== null) ? String(key) : key;
  if (typeof text !== "string" || !isDigit(text.charCodeAt(0))) return -1;
  const index = Number(text);
  return Number.isInteger(index) && String(index) === text ? index : -1;
}

/** Property keys as JavaScript sees them: `a[1.5]` and `a["1.5"]` are one slot. */
function slotName(key: unknown): PropertyKey {
  return typeof key === "symbol" ? key : String(key);
}

/** A tuple of zeros is zero too. */
function isZero(g: Cotangent): boolean {
  return Array.isArray(g) ? g.every(isZero) : g === 0;
}

/** Whether a slot can hold a derivative; false for constants, and for what getters of the engine itself give (`byteLength`); throws where it would be lost. */
function carriesCotangent(primal: object, key: unknown): boolean {
  const property = isShadow(primal) ? undefined : findProperty(primal, key as PropertyKey);
  if (property === undefined) return true;
  // The length and name of a function are constants.
  if (property.get === undefined && property.set === undefined)
    return property.writable !== false || typeof primal !== "function";
  const getter: unknown = Reflect.get(property, "get");
  if (property.set === undefined && isNative(getter as AnyFunction)) return false;
  throw throughAccessor(primal, key);
}

/** Refuses tangents of values that accessors compute; accessors of the engine itself (`Map` has one) carry none. */
function requireData(primal: object, key: PropertyKey): void {
  const getter: unknown = Reflect.get(findProperty(primal, key) ?? {}, "get");
  if (getter === undefined || isNative(getter as AnyFunction)) return;
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

/** Whether a property is data of an object's own, and hides none that the object would inherit. */
function isOwnData(object: object, key: PropertyKey): boolean {
  if (Object.getOwnPropertyDescriptor(object, key)?.writable !== true) return false;
  const prototype = Object.getPrototypeOf(object) as object | null;
  return prototype === null || findProperty(prototype, key) === undefined;
}

/** The object of a prototype chain that has the property. */
function ownerOf(object: object, key: PropertyKey): object | null {
  for (let o: object | null = object; o !== null; o = Object.getPrototypeOf(o) as object | null) {
    if (Object.hasOwn(o, key)) return o;
  }
  return null;
}
