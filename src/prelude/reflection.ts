// Reflect, and the functions of Object that define or describe properties. Values keep their derivatives: an ordinary write moves
// them, to a property that JavaScript has opened for it.

import { arrayNew, callWith, construct, foreignCall, objectOf, propertyKeys, tuple } from "../host/intrinsics.ts";
import {
  attributesOf,
  closeProperty,
  defineAccessors,
  defineAttributes,
  mayBeAccessor,
  mayDefine,
  mayDelete,
  mayWrite,
  openProperty,
  ownKeysOf,
  type Attributes,
  type Definition,
} from "../host/reflection.ts";
import { ZerothError } from "../ir/index.ts";
import { argumentsIn } from "./array-likes.ts";
import { readByAccessor, writeByAccessor } from "./classes.ts";
import { objectFrom } from "./objects.ts";

/** Captured by its value, so that the specialiser knows it. */
const mayDefineAccessor = mayBeAccessor;

type Properties = Record<PropertyKey, unknown>;
type AnyFunction = (...args: unknown[]) => unknown;
type Mutable = { -readonly [key in keyof Attributes]: Attributes[key] };

const isObject = (x: unknown): x is object => (typeof x === "object" && x !== null) || typeof x === "function";

function requireObject(x: unknown, called: string): object {
  if (!isObject(x)) throw new TypeError(`${called} called on non-object`);
  return x;
}

export function reflectGet(...[target, key, ...receivers]: readonly [unknown, PropertyKey, ...unknown[]]): unknown {
  const object = requireObject(target, "Reflect.get");
  return readByAccessor(object, key, receivers.length === 0 ? object : receivers[0]);
}

export function reflectSet(
  ...[target, key, value, ...receivers]: readonly [unknown, PropertyKey, unknown, ...unknown[]]
): boolean {
  const object = requireObject(target, "Reflect.set");
  if (receivers.length > 0 && receivers[0] !== object) {
    throw new ZerothError({
      kind: "unsupported",
      message: "`Reflect.set` with another receiver than the object",
      remedy: "write the property of the receiver itself",
    });
  }
  if (foreignCall(mayWrite, undefined, tuple(object, key)) !== true) return false;
  writeByAccessor(object, key, value);
  return true;
}

export function reflectApply(f: unknown, receiver: unknown, args: unknown): unknown {
  return callWith(f, receiver, ...argumentsIn(args));
}

export function reflectConstruct(...[type, args, ...targets]: readonly [unknown, unknown, ...unknown[]]): unknown {
  if (targets.length > 0 && targets[0] !== type) {
    throw new ZerothError({
      kind: "unsupported",
      message: "`Reflect.construct` with a new target",
      remedy: "construct an object of that class itself",
    });
  }
  return callWith(construct(type), undefined, ...argumentsIn(args));
}

export function reflectDelete(target: unknown, key: PropertyKey): boolean {
  const object = requireObject(target, "Reflect.deleteProperty");
  if (foreignCall(mayDelete, undefined, tuple(object, key)) !== true) return false;
  // oxlint-disable-next-line typescript/no-dynamic-delete -- what the function is for
  return delete (object as Properties)[key];
}

/** A prototype that is set afterwards would hide what has been read before. */
export function setPrototype(target: unknown, prototype: object | null): unknown {
  if (foreignCall(Object.getPrototypeOf, undefined, tuple(target)) === prototype) return target;
  throw new ZerothError({
    kind: "unsupported",
    message: "`setPrototypeOf`, which changes the prototype of an object",
    remedy: "make the object with Object.create(prototype), or as an instance of a class",
  });
}

export function reflectSetPrototype(target: unknown, prototype: object | null): boolean {
  setPrototype(requireObject(target, "Reflect.setPrototypeOf"), prototype);
  return true;
}

export function defineOne(target: unknown, key: PropertyKey, descriptor: unknown): unknown {
  const object = requireObject(target, "Object.defineProperty");
  define(object, key, definitionOf(descriptor));
  return object;
}

export function reflectDefine(target: unknown, key: PropertyKey, descriptor: unknown): boolean {
  const object = requireObject(target, "Reflect.defineProperty");
  const definition = definitionOf(descriptor);
  if (foreignCall(mayDefine, undefined, tuple(object, key, definition)) !== true) return false;
  define(object, key, definition);
  return true;
}

export function defineAll(target: unknown, descriptors: unknown): unknown {
  const object = requireObject(target, "Object.defineProperties");
  if (descriptors === null || descriptors === undefined)
    throw new TypeError("Cannot convert undefined or null to object");
  const source = objectFrom(descriptors);
  const names = propertyKeys(source as object);
  // All are read before the first is defined.
  const definitions = arrayNew<Definition>(names.length);
  for (let i = 0; i < names.length; i++)
    definitions[i] = definitionOf(readByAccessor(source as object, names[i] as PropertyKey, source));
  for (let i = 0; i < names.length; i++) define(object, names[i] as PropertyKey, definitions[i] as Definition);
  return object;
}

export function createObject(prototype: object | null, descriptors?: unknown): unknown {
  const object = objectOf(prototype);
  return descriptors === undefined ? object : defineAll(object, descriptors);
}

function definitionOf(descriptor: unknown): Definition {
  if (!isObject(descriptor)) throw new TypeError(`Property description must be an object: ${String(descriptor)}`);
  const given: Mutable = {};
  if ("enumerable" in descriptor) given.enumerable = !!(descriptor as Properties)["enumerable"];
  if ("configurable" in descriptor) given.configurable = !!(descriptor as Properties)["configurable"];
  if ("writable" in descriptor) given.writable = !!(descriptor as Properties)["writable"];
  const hasValue = "value" in descriptor;
  const value = hasValue ? (descriptor as Properties)["value"] : undefined;
  if (!("get" in descriptor || "set" in descriptor)) return { given, hasValue, value, accessors: null };
  if (hasValue || "writable" in descriptor)
    throw new TypeError(
      "Invalid property descriptor. Cannot both specify accessors and a value or writable attribute, #<Object>",
    );
  const accessors: { get?: unknown; set?: unknown } = {};
  if ("get" in descriptor) accessors.get = accessor((descriptor as Properties)["get"], "Getter");
  if ("set" in descriptor) accessors.set = accessor((descriptor as Properties)["set"], "Setter");
  return { given, hasValue, value, accessors };
}

function accessor(f: unknown, role: string): unknown {
  if (f === undefined || typeof f === "function") return f;
  throw new TypeError(`${role} must be a function: ${String(f)}`);
}

function define(object: object, key: PropertyKey, { given, hasValue, value, accessors }: Definition): void {
  if (accessors !== null) {
    if (foreignCall(mayDefineAccessor, undefined, tuple(object, key, accessors)) !== true) {
      throw new ZerothError({
        kind: "unsupported",
        message:
          "the definition of a property with a getter or setter that captured a number, under a computed name, or in place of a value",
        remedy: "declare the getter in a class, or write a method",
      });
    }
    foreignCall(defineAccessors, undefined, tuple(object, key, given, accessors));
    return;
  }
  const before = foreignCall(attributesOf, undefined, tuple(object, key)) as Attributes | null;
  if (!hasValue && before !== null) {
    foreignCall(defineAttributes, undefined, tuple(object, key, given));
    return;
  }
  if (key === "length" && Array.isArray(object)) {
    if (object.length !== value) writeByAccessor(object, key, value);
    foreignCall(defineAttributes, undefined, tuple(object, key, given));
    return;
  }
  if (foreignCall(openProperty, undefined, tuple(object, key, value, given)) !== true) return;
  (object as Properties)[key] = value;
  foreignCall(closeProperty, undefined, tuple(object, key, given, before));
}

export function describe(target: unknown, key: PropertyKey): unknown {
  const found = foreignCall(Object.getOwnPropertyDescriptor, undefined, tuple(target, key)) as
    PropertyDescriptor | undefined;
  if (found === undefined || !("value" in found)) return found;
  const { writable, enumerable, configurable } = found;
  // A function's own name, or a text's length, is no slot of memory.
  const value: unknown = isObject(target) ? (target as Properties)[key] : (found.value as unknown);
  return { value, writable, enumerable, configurable };
}

export function reflectDescribe(target: unknown, key: PropertyKey): unknown {
  return describe(requireObject(target, "Reflect.getOwnPropertyDescriptor"), key);
}

export function describeAll(target: unknown): unknown {
  const names = foreignCall(ownKeysOf, undefined, tuple(target)) as readonly PropertyKey[];
  const result: Properties = {};
  for (let i = 0; i < names.length; i++) {
    const key = names[i] as PropertyKey;
    const descriptor = describe(target, key);
    if (descriptor !== undefined) result[key] = descriptor;
  }
  return result;
}

/** `Object.groupBy`. */
export function groupBy(items: readonly unknown[], keyOf: AnyFunction): unknown {
  if (items === null || items === undefined) throw new TypeError(`${String(items)} is not iterable`);
  const groups = objectOf(null) as Record<PropertyKey, unknown[]>;
  let i = 0;
  for (const item of items) {
    const key = keyOf(item, i) as PropertyKey;
    const group = groups[key];
    if (group === undefined) groups[key] = [item];
    else group.push(item);
    i++;
  }
  return groups;
}
