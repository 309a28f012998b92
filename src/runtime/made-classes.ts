// Classes, and objects with getters and setters, that differentiated code makes: a class is the function that is its constructor
// (front/made-classes.ts). Getters, setters and parents may have captured numbers, so each has a cell, as entries of maps have.

import { ZerothError } from "../ir/diagnostics.ts";
import { nameAccessor } from "./accessor-names.ts";
import { isConstructor } from "./closure.ts";
import { isCurrent, makeCell, type Cell } from "./collections.ts";
import type { AnyFunction } from "./factory.ts";
import { noteClass } from "./instances.ts";
import { notePrivate } from "./privates.ts";

export type MemberKind = "method" | "getter" | "setter";

const cells = new WeakMap<AnyFunction, Cell>();

/** The cell of a getter or setter that differentiated code made. */
export const cellOfAccessor = (f: AnyFunction): Cell | undefined => cells.get(f);

const parentCells = new WeakMap<object, Cell>();

/** The parent of a class, or its cell if differentiated code made the class. */
export function parentOf(type: object): unknown {
  const parent: unknown = Object.getPrototypeOf(type);
  const cell = parentCells.get(type);
  return cell !== undefined && isCurrent(cell, parent) ? cell : parent;
}

/** Makes a class of the function that is its constructor; gives the cell of its parent, `parents[0]`, if it has one. */
export function makeClass(type: AnyFunction, hasPrivates: boolean, ...parents: readonly unknown[]): Cell | undefined {
  let prototype: object = {};
  if (parents.length > 0) {
    const [parent] = parents;
    if (!isConstructor(parent))
      throw new TypeError(`Class extends value ${String(parent)} is not a constructor or null`);
    const inherited: unknown = parent.prototype;
    if (typeof inherited !== "object" && typeof inherited !== "function")
      throw new TypeError(`Class extends value does not have valid prototype property ${String(inherited)}`);
    prototype = Object.create(inherited) as object;
    Object.setPrototypeOf(type, parent);
  }
  Object.defineProperty(type, "prototype", { value: prototype, writable: false, enumerable: false });
  Object.defineProperty(prototype, "constructor", { value: type, writable: true, configurable: true });
  if (hasPrivates) noteClass(type, { hasPrivates, assigns: false });
  if (parents.length === 0) return undefined;
  const cell = makeCell(type, parents[0]);
  parentCells.set(type, cell);
  return cell;
}

/** Defines a member as classes, and literals (`isEnumerable`), do; gives the cell of a getter or setter. */
export function defineMember(
  target: object,
  key: PropertyKey,
  kind: MemberKind,
  f: AnyFunction,
  isEnumerable: boolean,
): Cell | undefined {
  const text = typeof key === "symbol" ? (key.description === undefined ? "" : `[${key.description}]`) : String(key);
  nameMember(f, text, kind);
  // Code that has been compiled does not ask for it: derivatives through it are refused there (slot-shadow.ts).
  if (kind !== "method" && typeof key !== "symbol") nameAccessor(text);
  const shared = { enumerable: isEnumerable, configurable: true };
  if (kind === "method") {
    Object.defineProperty(target, key, { value: f, writable: true, ...shared });
    return undefined;
  }
  Object.defineProperty(target, key, { [kind === "getter" ? "get" : "set"]: f, ...shared });
  const cell = makeCell(f, f);
  cells.set(f, cell);
  return cell;
}

/** Declares a private member of a class: a field, or a function, for which it gives the cell. */
export function declarePrivate(
  home: object,
  name: string,
  kind: MemberKind | "field",
  f: AnyFunction | undefined,
  isStatic: boolean,
): Cell | undefined {
  // JavaScript itself makes no instances of the class.
  const has = (): boolean => false;
  if (f === undefined) {
    notePrivate(home, name, { has, get: () => undefined });
    return undefined;
  }
  nameMember(f, name, kind as MemberKind);
  const cell = makeCell(f, f);
  notePrivate(
    home,
    name,
    isStatic ? { has: (object) => object === home, isStatic, [kind]: cell } : { has, [kind]: cell },
  );
  return cell;
}

function nameMember(f: AnyFunction, name: string, kind: MemberKind): void {
  const value = kind === "method" ? name : `${kind === "getter" ? "get" : "set"} ${name}`;
  Object.defineProperty(f, "name", { value, configurable: true });
}

const fieldKeys = new WeakMap<object, PropertyKey[]>();

/** Notes the computed name of a class's field, by its place among the members. */
export function noteFieldKey(type: object, place: number, key: unknown): void {
  let keys = fieldKeys.get(type);
  if (keys === undefined) fieldKeys.set(type, (keys = []));
  keys[place] = Reflect.ownKeys({ [key as PropertyKey]: 0 })[0] as PropertyKey;
}

/** The computed name of a field. */
export function fieldKey(type: object, place: number): PropertyKey {
  const key = fieldKeys.get(type)?.[place];
  if (key !== undefined) return key;
  throw new ZerothError({
    kind: "unsupported",
    message: `fields with computed names, of the class ${(type as AnyFunction).name}, which differentiated code has not made`,
    remedy: "write a name, or set it in the constructor",
  });
}

/** Refuses a parent whose constructor returns another object: `this` would be that one. */
export function refuseReturned(object: unknown): void {
  if (typeof object !== "function" && (typeof object !== "object" || object === null)) return;
  throw new ZerothError({
    kind: "unsupported",
    message: "a parent whose constructor returns an object, in differentiated code",
    remedy: "write a function that makes the object",
  });
}

/** As JavaScript does. The prelude has the derivatives (prelude/made-classes.ts). */
export const madeClasses: {
  readonly "class-make": (...args: Parameters<typeof makeClass>) => void;
  readonly "class-parent": (type: object) => unknown;
  readonly "define-member": (...args: Parameters<typeof defineMember>) => void;
  readonly "class-returned": typeof refuseReturned;
  readonly "define-field-key": typeof noteFieldKey;
  readonly "field-key": typeof fieldKey;
  readonly "define-private": (...args: Parameters<typeof declarePrivate>) => void;
} = {
  "class-make": (...args) => {
    makeClass(...args);
  },
  "class-parent": (type) => Object.getPrototypeOf(type) as unknown,
  "define-member": (...args) => {
    defineMember(...args);
  },
  "class-returned": refuseReturned,
  "define-field-key": noteFieldKey,
  "field-key": fieldKey,
  "define-private": (...args) => {
    declarePrivate(...args);
  },
};
