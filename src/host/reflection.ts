// What the reflective functions of the prelude ask of JavaScript: what a property allows, and how it is opened for a write that
// carries a derivative, and closed again.

import { eachOperand } from "../ir/index.ts";
import { capturedValue, environmentOf, isAccessorName, isNative, stampOf, typedArrayKind } from "../runtime/index.ts";

/** Whether an ordinary write of a property would succeed; a setter is called by it. */
export function mayWrite(object: object, key: PropertyKey): boolean {
  for (let o: object | null = object; o !== null; o = Object.getPrototypeOf(o) as object | null) {
    const property = Object.getOwnPropertyDescriptor(o, key);
    if (property === undefined) continue;
    if ("set" in property) return property.set !== undefined;
    return property.writable === true && (o === object || Object.isExtensible(object));
  }
  return Object.isExtensible(object);
}

/** Whether a property may be deleted, or is not there. */
export const mayDelete = (object: object, key: PropertyKey): boolean =>
  Object.getOwnPropertyDescriptor(object, key)?.configurable !== false;

/** A getter and a setter; what a descriptor leaves out is not there. */
export interface Accessors {
  readonly get?: unknown;
  readonly set?: unknown;
}

/** Defines a getter or a setter. */
export function defineAccessors(object: object, key: PropertyKey, given: Attributes, accessors: Accessors): void {
  if (!Reflect.defineProperty(object, key, { ...given, ...accessors } as PropertyDescriptor)) throw notDefined(key);
}

/**
 * Whether a getter or setter may be defined: where a property of this name is read or written, differentiated code asks for it, and
 * its captured values have no derivative of their own, which would be lost. Of what is constant nothing can be lost.
 */
export function mayBeAccessor(object: object, key: PropertyKey, { get, set }: Accessors): boolean {
  // What is read from the getter would count as what the property held.
  if (Object.getOwnPropertyDescriptor(object, key)?.writable !== undefined) return false;
  if (isConstant(get) && isConstant(set)) return true;
  if (typeof key !== "string" || !isAccessorName(key)) return false;
  return !capturesNumbers(get, new Set()) && !capturesNumbers(set, new Set());
}

/** Whether a compiled function sees nothing that carries a derivative, and has no place to store what it is given. */
function isConstant(f: unknown): boolean {
  const stamp = stampOf(f);
  if (stamp === undefined) return f === undefined;
  const func = stamp.code.program.func(stamp.code.name);
  if (stamp.env.length > 0 || func.refusal !== null) return false;
  const receiver = func.blocks[0]?.params[1];
  let isFree = true;
  for (const block of func.blocks) {
    eachOperand(block, (operand) => {
      if (operand.kind === "value" && operand.id === receiver) isFree = false;
    });
  }
  return isFree;
}

function capturesNumbers(f: unknown, seen: Set<unknown>): boolean {
  const env = environmentOf(f);
  if (seen.has(f)) return false;
  seen.add(f);
  for (let k = 0; k < env.length; k++) {
    const value = capturedValue(env, k);
    if (typeof value === "number" || capturesNumbers(value, seen)) return true;
  }
  return false;
}

/** Whether `concat` takes the elements of an object that is no array. */
export function spreadsInto(x: unknown): boolean {
  if ((typeof x !== "object" && typeof x !== "function") || x === null) return false;
  const asked: unknown = Reflect.get(x, Symbol.isConcatSpreadable);
  return asked !== undefined && Boolean(asked);
}

export const ownKeysOf = (x: unknown): readonly PropertyKey[] => Reflect.ownKeys(Object(x) as object);

/** The attributes of a data descriptor; those that it leaves out are not there. */
export interface Attributes {
  readonly writable?: boolean;
  readonly enumerable?: boolean;
  readonly configurable?: boolean;
}

/**
 * Prepares a property for a definition with a value: afterwards an ordinary write sets it. False if the property may not be defined
 * so, and if it is constant and has this value already, so that nothing changes.
 */
export function openProperty(object: object, key: PropertyKey, value: unknown, given: Attributes): boolean {
  const present = Object.getOwnPropertyDescriptor(object, key);
  if (present?.configurable === false && present.writable !== true) {
    if (!Reflect.defineProperty(object, key, { ...given, value })) throw notDefined(key);
    return false;
  }
  if (present === undefined ? !Object.isExtensible(object) : !agrees(present, given)) throw notDefined(key);
  if (present?.configurable === false) return true;
  const enumerable = given.enumerable ?? present?.enumerable ?? false;
  // A typed array takes no new properties that are indices, and its elements keep their attributes.
  if (!Reflect.defineProperty(object, key, { value, writable: true, enumerable, configurable: true }))
    throw notDefined(key);
  return true;
}

/** A descriptor as it has been read. */
export interface Definition {
  readonly given: Attributes;
  readonly hasValue: boolean;
  readonly value: unknown;
  readonly accessors: Accessors | null;
}

/** Whether a property may be defined like this. Tried on an object that has that property alone. */
export function mayDefine(object: object, key: PropertyKey, definition: Definition): boolean {
  const { given, hasValue, value, accessors } = definition;
  const copy = {};
  const present = Object.getOwnPropertyDescriptor(object, key);
  if (present !== undefined) Object.defineProperty(copy, key, present);
  if (!Object.isExtensible(object)) Object.preventExtensions(copy);
  const asked = hasValue ? { ...given, value } : { ...given, ...accessors };
  return Reflect.defineProperty(copy, key, asked as PropertyDescriptor);
}

/** Whether a property that is there allows these attributes. */
function agrees(present: PropertyDescriptor, { configurable, enumerable }: Attributes): boolean {
  if (present.configurable === true) return true;
  return configurable !== true && (enumerable === undefined || enumerable === present.enumerable);
}

/** Gives a property that was opened its attributes. `before`: those that it had, if it was there. */
export function closeProperty(object: object, key: PropertyKey, given: Attributes, before: Attributes | null): void {
  if (typedArrayKind(object) !== undefined) return;
  const attributes = { writable: false, enumerable: false, configurable: false, ...before, ...given };
  Object.defineProperty(object, key, attributes);
}

/** The attributes of a property; null if there is none. A property with a getter counts as one that may not be written. */
export function attributesOf(object: object, key: PropertyKey): Attributes | null {
  const property = Object.getOwnPropertyDescriptor(object, key);
  if (property === undefined) return null;
  const { writable = false, enumerable = false, configurable = false } = property;
  return { writable, enumerable, configurable };
}

/** Defines attributes alone. */
export function defineAttributes(object: object, key: PropertyKey, given: Attributes): void {
  if (!Reflect.defineProperty(object, key, given)) throw notDefined(key);
}

const notDefined = (key: PropertyKey): TypeError => new TypeError(`Cannot redefine property: ${String(key)}`);

/** How `structuredClone` treats a value. `by-language`: what it holds carries no derivative, or the language refuses it. */
export type CloneKind = "array" | "record" | "typed" | "by-language" | "unknown";

export function cloneKind(x: object): CloneKind {
  if (typeof x === "function") return "by-language";
  if (Array.isArray(x)) return "array";
  if (typedArrayKind(x) !== undefined) return "typed";
  if (holdsMemory.some((type) => x instanceof type)) return "unknown";
  if (x instanceof Error) return Object.hasOwn(x, "cause") ? "unknown" : "by-language";
  return isOfLanguage(x) ? "by-language" : "record";
}

/** Objects of these classes hold what may carry derivatives. */
const holdsMemory: readonly (new (...args: never[]) => object)[] = [Map, Set, ArrayBuffer, DataView];

/** Whether a class of the language, other than Object, has made it. */
function isOfLanguage(x: object): boolean {
  for (let o = Object.getPrototypeOf(x) as object | null; o !== null; o = Object.getPrototypeOf(o) as object | null) {
    const type: unknown = Object.getOwnPropertyDescriptor(o, "constructor")?.value;
    if (Object.getPrototypeOf(o) !== null && typeof type === "function" && isNative(type)) return true;
  }
  return false;
}

/** A copy of the bytes of a typed array's buffer; a shared buffer is shared by the copies as well. */
export function copyBuffer(buffer: ArrayBufferLike): ArrayBufferLike {
  return buffer instanceof ArrayBuffer ? buffer.slice(0) : buffer;
}

/** The copies that have been made, by their originals. */
export const newCopies = (): Map<unknown, unknown> => new Map<unknown, unknown>();
export const copyIn = (copies: Map<unknown, unknown>, original: unknown): unknown => copies.get(original);
export function noteCopy(copies: Map<unknown, unknown>, original: unknown, copy: unknown): void {
  copies.set(original, copy);
}

/** The language's own copy of a value without memory of its own. */
export const cloneNatively = (x: unknown): unknown => structuredClone(x);

/** Gives a bound function the name and the length that JavaScript gives it. */
export function nameBound(bound: object, { name, length }: { name: unknown; length: unknown }, given: number): void {
  const define = (key: string, value: unknown): unknown =>
    Object.defineProperty(bound, key, { value, configurable: true, writable: false, enumerable: false });
  define("name", `bound ${typeof name === "string" ? name : ""}`);
  define("length", typeof length === "number" ? Math.max(0, length - given) : 0);
}
