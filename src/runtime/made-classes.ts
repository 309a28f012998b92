// Classes, and objects with getters and setters, that differentiated code makes: a class is the function that is its constructor
// (front/made-classes.ts). Getters, setters and parents may have captured numbers, so each has a cell, as entries of maps have.

import { isCurrent, makeCell, type Cell } from "./collections.ts";
import type { AnyFunction } from "./factory.ts";
import { noteClass } from "./instances.ts";
import { notePrivate } from "./privates.ts";

export type MemberKind = "method" | "getter" | "setter";

const cells = new WeakMap<AnyFunction, Cell>();

/** The cell of a getter or setter that differentiated code made. */
export const cellOfAccessor = (f: AnyFunction): Cell | undefined => cells.get(f);

const isConstructor = (x: unknown): x is AnyFunction & { readonly prototype: unknown } => {
  if (typeof x !== "function") return false;
  try {
    Reflect.construct(Object, [], x);
    return true;
  } catch {
    return false;
  }
};

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
    if (!isConstructor(parent)) throw new TypeError(`Class extends value ${String(parent)} is not a constructor or null`);
    if (typeof parent.prototype !== "object" && typeof parent.prototype !== "function")
      throw new TypeError(`Class extends value does not have valid prototype property ${String(parent.prototype)}`);
    prototype = Object.create(parent.prototype) as object;
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
  const name = kind === "method" ? text : `${kind === "getter" ? "get" : "set"} ${text}`;
  Object.defineProperty(f, "name", { value: name, configurable: true });
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
): Cell | undefined {
  // JavaScript itself makes no instances of the class.
  const has = (): boolean => false;
  const cell = f === undefined ? undefined : makeCell(f, f);
  notePrivate(home, name, cell === undefined ? { has, get: () => undefined } : { has, [kind]: cell });
  return cell;
}

/** As JavaScript does. The prelude has the derivatives (prelude/made-classes.ts). */
export const madeClasses: {
  readonly "class-make": (...args: Parameters<typeof makeClass>) => void;
  readonly "class-parent": (type: object) => unknown;
  readonly "define-member": (...args: Parameters<typeof defineMember>) => void;
  readonly "define-private": (...args: Parameters<typeof declarePrivate>) => void;
} = {
  "class-make": (...args) => {
    makeClass(...args);
  },
  "class-parent": (type) => Object.getPrototypeOf(type) as unknown,
  "define-member": (...args) => {
    defineMember(...args);
  },
  "define-private": (...args) => {
    declarePrivate(...args);
  },
};
