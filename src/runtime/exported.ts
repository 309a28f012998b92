// Variables that a module exports and assigns: one box for all modules that name them.
//
// An import is another name of the exporting module's variable. Derivatives are stored by box, so all names must lead to the
// exporting module's own box. The text does not say which variable an import means: loaders and bundlers resolve specifiers, and
// modules re-export their imports under other names. So each import is tested once against each exported variable: a value that
// is written to a variable can be read under each of its names, and under no other.

import type { LiveBox } from "./box.ts";

// All copies of the package share the list.
const registryKey: unique symbol = Symbol.for("zeroth.exported/1") as never;
const exported: LiveBox[] = ((globalThis as { [registryKey]?: LiveBox[] })[registryKey] ??= []);

export function registerExported(box: LiveBox): void {
  exported.push(box);
}

/** A name in another module that may mean an exported variable that is assigned. */
export class Alias {
  readonly #read: () => unknown;
  #tried = 0;
  #found: LiveBox | null = null;

  constructor(read: () => unknown) {
    this.#read = read;
  }

  /** The variable's box in the module that exports it; null if there is none. */
  get box(): LiveBox | null {
    if (this.#found === null && this.#tried < exported.length) this.#search();
    return this.#found;
  }

  #search(): void {
    const own = valueOf(this.#read);
    // Not initialised yet: the test is not possible.
    if (own === null) return;
    for (; this.#found === null && this.#tried < exported.length; this.#tried++) {
      const box = exported[this.#tried] as LiveBox;
      const other = valueOf(() => box.v);
      if (other !== null && Object.is(own.value, other.value) && this.#shows(box)) this.#found = box;
    }
  }

  #shows(box: LiveBox): boolean {
    const value = box.v;
    const mark = {};
    box.v = mark;
    try {
      return this.#read() === mark;
    } finally {
      box.v = value;
    }
  }
}

/** The result of `read`; null if it reads a variable before its initialisation. */
function valueOf(read: () => unknown): { readonly value: unknown } | null {
  try {
    return { value: read() };
  } catch (error) {
    if (error instanceof ReferenceError) return null;
    throw error;
  }
}

const members = new WeakMap<object, Map<unknown, Alias>>();

/** The box behind a name of a module namespace. */
export function exportedMember(namespace: object, key: unknown): LiveBox | null {
  let aliases = members.get(namespace);
  if (aliases === undefined) members.set(namespace, (aliases = new Map<unknown, Alias>()));
  let alias = aliases.get(key);
  if (alias === undefined) {
    alias = new Alias(() => (namespace as Record<PropertyKey, unknown>)[key as PropertyKey]);
    aliases.set(key, alias);
  }
  return alias.box;
}

/** Whether an object is the result of `import * as`, or what a bundler makes for it. */
export function isNamespace(x: object): boolean {
  return (x as { readonly [Symbol.toStringTag]?: unknown })[Symbol.toStringTag] === "Module";
}
