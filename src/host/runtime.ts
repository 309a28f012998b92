// What transformed modules import as "zeroth/runtime".
//
// It attaches to each function of a user's module its compiled code and a thunk of its captured variables. Loading a module
// parses and differentiates nothing: the text of the module's IR is read when a derivative is first needed. This module needs no
// TypeScript parser, and its only effect is on the registry of stamps.

import { isInPrelude, parseLazily, type Code, type FuncName, type Program } from "../ir/index.ts";
import {
  CapturedVariables,
  LiveBox,
  nameAccessor,
  newInitialiser,
  noteClass,
  noteAccessors,
  noteMadeAccessors,
  noteConversions,
  notePrivate,
  noteFormats,
  registerExported,
  Stamp,
  stampFunction,
  standIn,
} from "../runtime/index.ts";
import { openImplicitCalls } from "../compile/implicit-calls.ts";
import { createProgram } from "../compile/derived-program.ts";
import { ImportedVariable } from "./imported.ts";

/** A transformed module's compiled code, read on first use. */
export interface ModuleHandle {
  readonly code: (name: FuncName) => Code;
}

/**
 * The result of a function's thunk: its module, its name there, how to read each of its captured variables, whether no other
 * function has this code, and which of the variables are imports.
 */
export type Revealed = readonly [
  module: ModuleHandle,
  name: FuncName,
  reads: readonly (() => unknown)[],
  isOnce?: 0 | 1,
  imports?: readonly number[],
];

export type Thunk = () => Revealed;

/** The handle of a module: the text of its IR, its file name, and its source text for code frames. */
export function $module(text: string, file: string, source: string): ModuleHandle {
  let program: Program | undefined;
  if (!isInPrelude({ file })) {
    noteAccessors(source);
    noteMadeAccessors(text);
    noteConversions(source);
    noteFormats(source);
  }
  const load = (): Program => {
    const { functions } = parseLazily(text, openImplicitCalls);
    return createProgram({ functions, sources: { [file]: source } });
  };
  return { code: (name) => (program ??= load()).code(name) };
}

/** Stamps a function and returns it. */
export function $z<F>(f: F, thunk: Thunk): F {
  $zd(f, thunk);
  return f;
}

/** Stamps a declared function or a method, if the value is a function. */
export function $zd(f: unknown, thunk: Thunk): void {
  if (typeof f === "function") stampFunction(f, () => reveal(thunk));
}

/** Stamps methods of an object literal, given as key, thunk, key, thunk, …, and returns the object. */
export function $zo<O extends object>(object: O, ...methods: readonly (PropertyKey | Thunk)[]): O {
  for (let i = 0; i < methods.length; i += 2) {
    $zd((object as Record<PropertyKey, unknown>)[methods[i] as PropertyKey], methods[i + 1] as Thunk);
  }
  return object;
}

/**
 * Gives a class the code of its constructor. `hasPrivates`: its instances have private members. `probe`: the name of a static
 * field without a value, which is there, until now, if fields are defined and not assigned.
 */
export function $zc(constructor: object, thunk: Thunk, hasPrivates?: 0 | 1, probe?: string): void {
  const assigns = probe !== undefined && !Reflect.ownKeys(constructor).includes(probe);
  if (probe !== undefined) Reflect.deleteProperty(constructor, probe);
  noteClass(constructor, { hasPrivates: hasPrivates === 1, assigns });
  if (!assigns) $zd(newInitialiser(constructor), thunk);
}

/** Stamps a getter (0) or a setter (1) of an object, and returns the object. */
export function $za<O extends object>(object: O, key: PropertyKey, kind: 0 | 1, thunk: Thunk): O {
  const property = Object.getOwnPropertyDescriptor(object, key);
  $zd(property?.[kind === 0 ? "get" : "set"], thunk);
  if (typeof key === "string") nameAccessor(key);
  return object;
}

/**
 * Gives the private member `name` of a class: of a field, how instances are read and written; else whether it is a getter (0), a
 * setter (1) or a method (2), and its code.
 */
export function $zq(
  home: object,
  name: string,
  has: (object: object) => boolean,
  what: 0 | 1 | 2 | ((object: object) => unknown),
  how: Thunk | ((object: object, value: unknown) => void),
): void {
  if (typeof what === "function") {
    notePrivate(home, name, { has, get: what, set: how });
    return;
  }
  const f = standIn();
  $zd(f, how as Thunk);
  notePrivate(home, name, { has, [(["getter", "setter", "method"] as const)[what]]: f });
}

/** The box that stands for one variable of one scope instance: the same object for every closure that captures it. */
export function $box(get: () => unknown, set?: (value: unknown) => void): LiveBox {
  return new LiveBox(get, set);
}

/** The box of a variable that the module exports: importing modules share it. */
export function $exported(get: () => unknown, set: (value: unknown) => void): LiveBox {
  const box = new LiveBox(get, set);
  registerExported(box);
  return box;
}

/** Represents an imported variable. */
export function $imported(get: () => unknown): ImportedVariable {
  return new ImportedVariable(get, $box(get));
}

const noVariables: readonly unknown[] = [];

function reveal(thunk: Thunk): Stamp {
  const [module, name, reads, isOnce, imports] = thunk();
  const env = reads.length === 0 ? noVariables : new CapturedVariables(reads, imports);
  return new Stamp(module.code(name), env, isOnce === 1);
}
