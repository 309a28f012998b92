// Abstract values: what the specialiser knows of a value while it runs a program on partly known values.
//
// An abstract value is an operand of the code being written (a constant too), a tuple of abstract values, an object that the code
// need not allocate yet (its contents are in the heap, writer.ts), or a JavaScript value that exists already.

import type { Code, Constant, Operand } from "../ir/index.ts";
import { constant, sameOperand, zero } from "../ir/index.ts";

/** Objects are named by where they were made, so that a second run of a loop names them alike. */
export type ObjectId = string;

export type AbstractValue =
  | { readonly kind: "operand"; readonly operand: Operand }
  | { readonly kind: "tuple"; readonly parts: readonly AbstractValue[] }
  | { readonly kind: "object"; readonly id: ObjectId }
  | { readonly kind: "host"; readonly value: object };

/**
 * Which function a closure is: one that is made here, the given function with this number, or one of which only code and captured
 * values are known.
 */
export type Which = "made" | number | "any";

/** What an element is where it is absent, as far as that is known. */
export type Absent = "undefined" | "null" | "nullish";

/**
 * A value that may be absent: what it is if it is there, whether it is, and whether it is `null` if it is not. Code that uses it
 * without asking has a guard.
 */
export interface Perhaps {
  readonly kind: "perhaps";
  readonly absent: Absent;
  readonly items: readonly [element: AbstractValue, isThere: AbstractValue, isNull: AbstractValue];
}

/** A function that is an option of a choice: the code of a closure, an existing function, or what is there if none is. */
export type Option = object | undefined | null;

/** The name of a property of a record. Symbols are those that every program has, such as `Symbol.iterator`. */
export type Key = string | symbol;

/** One of several functions, of which it is known when the code runs only which: its number among the options, and the options. */
export interface Choice {
  readonly kind: "choice";
  readonly options: readonly Option[];
  readonly items: readonly [which: AbstractValue, ...options: AbstractValue[]];
}

/** Part of a typed array, which shares its memory (views.ts). */
export interface View {
  readonly kind: "view";
  readonly items: readonly [array: AbstractValue, start: AbstractValue, length: AbstractValue];
}

/** What a call gave that may have failed: the value if it did not, whether it did, and the error if it did. */
export interface Outcome {
  readonly kind: "outcome";
  readonly items: readonly [value: AbstractValue, isThrown: AbstractValue, error: AbstractValue];
}

/**
 * The contents of an object. `escaped` ones have been materialised, and anything may have happened to them; on a path that has found
 * out whether an element is there, `perhaps` is what was known of it before.
 */
export type Contents =
  | Perhaps
  | Choice
  | Outcome
  | View
  /** The items are the captured values. */
  | { readonly kind: "closure"; readonly code: Code; readonly items: readonly AbstractValue[]; readonly which: Which }
  /** Null stands for a hole. `generator`: its first element is the state of a generator of this code (states.ts). */
  | { readonly kind: "array"; readonly items: readonly (AbstractValue | null)[]; readonly generator?: Code }
  | { readonly kind: "record"; readonly keys: readonly Key[]; readonly items: readonly AbstractValue[] }
  /** An object with a prototype (instances.ts), and its own properties. */
  | {
      readonly kind: "instance";
      readonly prototype: object;
      /** Symbols are those of private members (privates.ts). */
      readonly keys: readonly Key[];
      readonly items: readonly AbstractValue[];
    }
  /** A record that existed before. Only its properties matter: nobody writes them while the program runs. */
  | { readonly kind: "given"; readonly keys: readonly string[]; readonly items: readonly AbstractValue[] }
  /** A context, with the shadows of given records. */
  | {
      readonly kind: "context";
      readonly operand: Operand;
      readonly keys: readonly ObjectId[];
      readonly items: readonly AbstractValue[];
    }
  /** A variable. `isGiven`: it existed before, holds a function, and may not be assigned. */
  | { readonly kind: "box"; readonly items: readonly [AbstractValue]; readonly isGiven?: boolean }
  /** An error as a value. */
  | { readonly kind: "thrown"; readonly items: readonly [AbstractValue] }
  /** The structures of the elements of an array; with that of the array, if it may change. */
  | { readonly kind: "structures"; readonly items: readonly AbstractValue[] }
  | { readonly kind: "escaped"; readonly operand: Operand; readonly perhaps?: Perhaps };

export const ofOperand = (operand: Operand): AbstractValue => ({ kind: "operand", operand });
export const ofConstant = (c: Constant): AbstractValue => ofOperand(constant(c));
export const ofTuple = (parts: readonly AbstractValue[]): AbstractValue => ({ kind: "tuple", parts });
export const abstractZero: AbstractValue = ofOperand(zero);
export const abstractUndefined: AbstractValue = ofConstant(undefined);

/** The constant that a value is; null if it is not a known constant. */
export function constantOf(known: AbstractValue | undefined): { readonly value: Constant } | null {
  return known?.kind === "operand" && known.operand.kind === "const" ? known.operand : null;
}

/** The array index, or count, that a value is; null if it is not known to be one. */
export function indexOf(known: AbstractValue | undefined): number | null {
  const value = constantOf(known)?.value;
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value < 2 ** 32 - 1 ? value : null;
}

export function isZero(known: AbstractValue | undefined): boolean {
  return known?.kind === "operand" && known.operand.kind === "zero";
}

export function sameAbstract(a: AbstractValue, b: AbstractValue): boolean {
  switch (a.kind) {
    case "operand":
      return b.kind === "operand" && sameOperand(a.operand, b.operand);
    case "tuple":
      return (
        b.kind === "tuple" &&
        a.parts.length === b.parts.length &&
        a.parts.every((part, k) => sameAbstract(part, b.parts[k] as AbstractValue))
      );
    case "object":
      return b.kind === "object" && a.id === b.id;
    case "host":
      return b.kind === "host" && a.value === b.value;
  }
}

/** The fields of an object by name, in order. */
export function fieldsOf(contents: Contents): readonly (readonly [name: string, value: AbstractValue])[] {
  if (contents.kind === "escaped") return [];
  const keys: readonly Key[] = "keys" in contents ? contents.keys : [];
  const nameOf = (k: number): string => {
    const key = keys[k] ?? k;
    return typeof key === "symbol" ? `@${String(key.description)}` : String(key);
  };
  return contents.items.flatMap((item, k) => (item === null ? [] : [[nameOf(k), item] as const]));
}

/** Whether a record has no symbols as keys. */
export const hasNamesAlone = (keys: readonly Key[]): keys is readonly string[] =>
  keys.every((key) => typeof key === "string");

/** The values of the fields of an object, in order. */
export function valuesOf(contents: Contents): readonly AbstractValue[] {
  if (contents.kind === "escaped") return [];
  const items: readonly (AbstractValue | null)[] = contents.items;
  return contents.kind === "array" ? items.filter((item) => item !== null) : (items as readonly AbstractValue[]);
}

/** The same object with other values in its fields. */
export function withFields(contents: Contents, values: readonly AbstractValue[]): Contents {
  if (contents.kind === "escaped") return contents;
  let next = 0;
  return { ...contents, items: contents.items.map((item) => (item === null ? null : values[next++])) } as Contents;
}

/** Records that are only read are alike, whether they existed before or not. */
const kindWhenRead = ({ kind }: Contents): Contents["kind"] => (kind === "given" ? "record" : kind);

/** The contents of objects on several paths, as they were before some of the paths found out whether an element is there. */
export function beforeAsked(contents: readonly (Contents | null)[], isOne: boolean): readonly (Contents | null)[] {
  const given = contents.filter((c) => c !== null);
  const [some] = given;
  const isSame = (c: Contents): boolean =>
    c.kind === "escaped" && some?.kind === "escaped" && sameOperand(c.operand, some.operand);
  const isAsked = given.some((c) => c.kind === "perhaps") || (isOne && !given.every(isSame));
  return isAsked ? contents.map((c) => (c?.kind === "escaped" ? (c.perhaps ?? c) : c)) : contents;
}

/** Contents as those of an object that may have existed before: nobody may write them from here on. */
export const asGiven = (contents: Contents): Contents =>
  contents.kind === "record" ? ({ ...contents, kind: "given" } as Contents) : contents;

/**
 * A name for a copy of a record that existed before. Nobody writes the record, so the copy may stand for it, except where records
 * are compared.
 */
export const copyOf = (id: ObjectId, place: string): ObjectId => `${id}'${place}`;
export const isCopy = (id: ObjectId): boolean => id.includes("'");

/** Whether two objects differ at most in the values of their fields, and in whether a record existed before. */
export function areAlike(a: Contents, b: Contents): boolean {
  if (a === b) return true;
  if (a.kind === "escaped" || b.kind === "escaped") return a.kind === b.kind;
  if (kindWhenRead(a) !== kindWhenRead(b) || a.items.length !== b.items.length) return false;
  if (a.kind === "closure" && b.kind === "closure" && a.code !== b.code) return false;
  if (a.kind === "context" && b.kind === "context" && !sameOperand(a.operand, b.operand)) return false;
  if (a.kind === "perhaps" && b.kind === "perhaps" && a.absent !== b.absent) return false;
  if (a.kind === "instance" && b.kind === "instance" && a.prototype !== b.prototype) return false;
  if (a.kind === "choice" && b.kind === "choice" && !a.options.every((option, k) => option === b.options[k]))
    return false;
  const [own, other] = [a, b].map((contents): readonly Key[] => ("keys" in contents ? contents.keys : []));
  return a.items.every((item, k) => (item === null) === (b.items[k] === null) && own?.[k] === other?.[k]);
}

/** The parts of a tuple; null if they are not known. */
export const tupleParts = (known: AbstractValue | undefined): readonly AbstractValue[] | null =>
  known?.kind === "tuple" ? known.parts : isZero(known) ? [] : null;

/** The constant, or null if it is not known. */
export const ofBoolean = (b: boolean | null): AbstractValue | null => (b === null ? null : ofConstant(b));
