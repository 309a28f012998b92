// Private members of compiled classes. What instances that JavaScript made have, the class itself reads and writes, by functions
// that it gives; objects that differentiated code made have theirs here. For derivatives, each private field of each object has a
// cell, as the entries of maps have.

import type { AnyFunction } from "./factory.ts";
import { isCurrent, makeCell, noteWrite, type Cell } from "./collections.ts";

/** What a class gives for a private name: a field's `get` and `set`, or a method, a getter, a setter, or the cell of one. */
export interface PrivateMember {
  /** Whether an object that JavaScript made has the member. */
  readonly has: (object: object) => boolean;
  /** Of a method, getter or setter: whether only the class itself has it. */
  readonly isStatic?: boolean;
  readonly get?: (object: object) => unknown;
  readonly set?: (object: object, value: unknown) => void;
  readonly method?: AnyFunction | Cell;
  readonly getter?: AnyFunction | Cell;
  readonly setter?: AnyFunction | Cell;
}

interface MemberWithCells extends PrivateMember {
  readonly cells: WeakMap<object, Cell>;
}

const classes = new WeakMap<object, Map<string, MemberWithCells>>();
/** Objects of a class that differentiated code made. */
const branded = new WeakMap<object, WeakSet<object>>();
/** For objects, the members of which they have cells. */
const withCells = new WeakMap<object, Set<MemberWithCells>>();

/** Notes a private member of a class, or more of one: getters and setters come one by one. */
export function notePrivate(home: object, name: string, member: PrivateMember): void {
  let members = classes.get(home);
  if (members === undefined) classes.set(home, (members = new Map<string, MemberWithCells>()));
  members.set(name, { ...members.get(name), cells: new WeakMap(), ...member });
}

/** Gives an object the private methods of a class. */
export function brand(home: object, object: object): void {
  let objects = branded.get(home);
  if (objects === undefined) branded.set(home, (objects = new WeakSet()));
  objects.add(object);
}

/** What a private name of a class stands for. */
export const privateMembers = (home: object, name: string): PrivateMember | undefined => classes.get(home)?.get(name);

function memberOf(home: object, name: string): MemberWithCells {
  const member = classes.get(home)?.get(name);
  if (member === undefined) throw new TypeError(`the private member ${name} is not known of its class`);
  return member;
}

const isObject = (x: unknown): x is object => (typeof x === "object" && x !== null) || typeof x === "function";

/** `#x in object`. */
export function hasPrivate(home: object, name: string, object: unknown): boolean {
  if (!isObject(object)) throw new TypeError(`Cannot use 'in' operator to search for '${name}' in ${String(object)}`);
  return holds(memberOf(home, name), home, object);
}

const holds = (member: MemberWithCells, home: object, object: object): boolean => {
  if (member.has(object)) return true;
  if (member.get !== undefined) return member.cells.has(object);
  return member.isStatic !== true && branded.get(home)?.has(object) === true;
};

/** How a private member is used: `field` by its cell, else by the function of that kind. */
export function privateMember(
  home: object,
  name: string,
  object: unknown,
  isWrite: boolean,
): AnyFunction | Cell | "field" {
  const member = memberOf(home, name);
  if (!isObject(object) || !holds(member, home, object)) {
    const [does, where] = isWrite ? ["write", "to"] : ["read", "from"];
    throw new TypeError(`Cannot ${does} private member ${name} ${where} an object whose class did not declare it`);
  }
  if (member.get !== undefined) return "field";
  const used = isWrite ? member.setter : (member.method ?? member.getter);
  if (used === undefined || (isWrite && member.method !== undefined)) {
    throw new TypeError(
      member.method === undefined
        ? `'${name}' was defined without a ${isWrite ? "setter" : "getter"}`
        : `Private method '${name}' is not writable`,
    );
  }
  return used;
}

/** Whether a private name is that of a method: reading it gives the function. */
export const isPrivateMethod = (home: object, name: string): boolean => memberOf(home, name).method !== undefined;

/** The cell of a private field. */
export function privateCell(home: object, name: string, object: object): Cell {
  const member = memberOf(home, name);
  const cell = member.cells.get(object);
  if (!member.has(object)) return cell as Cell;
  const value = member.get?.(object);
  return cell !== undefined && isCurrent(cell, value) ? cell : newCell(member, object, value);
}

/** Writes a private field, and gives it a new cell; `isNew`: the object gets the field. */
export function newPrivateCell(home: object, name: string, object: object, value: unknown, isNew: boolean): Cell {
  const member = memberOf(home, name);
  const exists = member.has(object);
  if (isNew && (exists || member.cells.has(object)))
    throw new TypeError(`Cannot initialize ${name} twice on the same object`);
  if (exists) member.set?.(object, value);
  noteWrite(object);
  return newCell(member, object, value);
}

function newCell(member: MemberWithCells, object: object, value: unknown): Cell {
  const cell = makeCell(object, value);
  member.cells.set(object, cell);
  const members = withCells.get(object);
  if (members === undefined) withCells.set(object, new Set([member]));
  else members.add(member);
  return cell;
}

/** The cells of an object's private fields. */
export const privateCells = (object: object): readonly Cell[] =>
  [...(withCells.get(object) ?? [])].map(({ cells }) => cells.get(object) as Cell);

/** As JavaScript does: reads, writes and defines. The prelude has the derivatives (prelude/privates.ts). */
export const privates: {
  readonly "private-get": (home: object, name: string, object: object) => unknown;
  readonly "private-set": (home: object, name: string, object: object, value: unknown) => void;
  readonly "private-define": (home: object, name: string, object: object, value: unknown) => void;
  readonly "private-has": (home: object, name: string, object: object) => boolean;
  readonly "private-brand": (home: object, object: object) => void;
} = {
  "private-get": (home, name, object) => {
    const used = privateMember(home, name, object, false);
    if (used === "field") return privateCell(home, name, object).v;
    const f = typeof used === "function" ? used : used.v;
    return isPrivateMethod(home, name) ? f : (Reflect.apply(f as AnyFunction, object, []) as unknown);
  },
  "private-set": (home, name, object, value) => {
    const used = privateMember(home, name, object, true);
    if (used === "field") newPrivateCell(home, name, object, value, false);
    else Reflect.apply((typeof used === "function" ? used : used.v) as AnyFunction, object, [value]);
  },
  "private-define": (home, name, object, value) => {
    newPrivateCell(home, name, object, value, true);
  },
  "private-has": hasPrivate,
  "private-brand": brand,
};
