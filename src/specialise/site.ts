// The place where a primitive is applied, and what the specialiser may know of existing values.

import type { Code, Constant, PrimName, Type } from "../ir/index.ts";
import type { AnyFunction, Role } from "../runtime/index.ts";
import { ofConstant, type Absent, type AbstractValue, type ObjectId } from "./abstract-value.ts";
import { NotSpecialised } from "./not-specialised.ts";
import type { Writer } from "./writer.ts";

export interface PrimSite {
  readonly writer: Writer;
  readonly args: readonly AbstractValue[];
  /** The name for an object that is allocated here. */
  readonly id: ObjectId;
  readonly prim: PrimName;
  /** What is known of the result. */
  readonly type: Type;
  /** Contents of objects that existed before, and of globals. */
  readonly world: World;
  /**
   * For a read: what a value of a type is where it is absent, if the program asks whether it is there, or hands on what often is not
   * (`isOptional`); else null.
   */
  readonly absent: (type: Type, isOptional: boolean) => Absent | null;
  /** Whether it is a read of an integer, if of a number. */
  readonly isInteger: boolean;
}

/** What a call calls, with what. */
export interface CallSite {
  readonly callee: AbstractValue;
  readonly receiver: AbstractValue;
  readonly args: readonly AbstractValue[];
}

/** The arguments of a call, of which the last may be a tuple of further ones; null if those are not known one by one. */
export function spreadOf(args: readonly AbstractValue[], isSpread: boolean): readonly AbstractValue[] | null {
  const last = args.at(-1);
  if (!isSpread) return args;
  return last?.kind === "tuple" ? [...args.slice(0, -1), ...last.parts] : null;
}

export type Question =
  "is it general code" | "is it known" | "is it packed" | "does it write nothing" | "may it be an accessor";

/** What is known of existing JavaScript values. */
export interface World {
  /** The value of a global that programs do not replace, such as `Math`; undefined for others. */
  readonly global: (name: string) => unknown;
  /** A property of a host value that never changes: a method of a built-in class. */
  readonly property: (host: object, key: string) => unknown;
  /** Whether a native may be called at compile time: it depends on nothing but its arguments and changes nothing. */
  readonly isPure: (native: object) => boolean;
  /** The type of what a function returns that only reads what it is given, or calls it; null for other functions. */
  readonly passiveResult: (native: object) => Type | null;
  /** What a function of the prelude asks; null for other functions. */
  readonly questionOf: (native: object) => Question | null;
  /** The captures that code calls; null if it may write, or calls anything else. */
  readonly calledCaptures: (code: Code) => readonly number[] | null;
}

export interface Border extends World {
  /** The compiled function that replaces a native; undefined if there is none. */
  readonly counterpart: (native: object) => AnyFunction | undefined;
  /** Lets a native stand for a compiled function, which takes its place where it is differentiated. */
  readonly replace: (native: AnyFunction, replacement: AnyFunction) => void;
  /** What a function of the prelude does with data; null for other functions. */
  readonly roleOf: (code: Code) => Role | null;
  /** Whether a function belongs to the prelude, where recursion only walks known structures. */
  readonly isPrelude: (code: Code) => boolean;
}

/** The abstract value of a JavaScript value. */
export function ofHost(x: unknown): AbstractValue {
  if ((typeof x === "object" && x !== null) || typeof x === "function") return { kind: "host", value: x };
  if (typeof x === "symbol") throw new NotSpecialised("a symbol or a bigint", undefined, "symbol");
  return ofConstant(x as Constant);
}
