// Closures at run time: JavaScript functions with a stamp, which consists of the code (a function of a program) and the
// environment (its captured values, by index). The plugin or loader stamps functions of the user's own modules; compiled code
// stamps the functions that it makes. The stamp is a private field, invisible to reflection, so a function keeps its identity,
// name, length and properties.

import type { Word } from "../ir/model.ts";
import type { Span } from "../ir/span.ts";
import type { Code } from "../ir/program.ts";
import type { AnyFunction, Environment } from "./factory.ts";

/**
 * The code and the environment of a function. A class, as all that is kept for a function that a program makes again and again:
 * where engines have seen that what a literal makes lives long, as while a program starts, they make all of it in old memory, and
 * then everything that it leads to is kept until that is collected.
 */
export class Stamp {
  readonly code: Code;
  readonly env: Environment;
  /** Linked derivatives of this closure, by word; created with the first one. */
  instances: { [word: string]: AnyFunction } | null = null;
  /** Whether it is known that no other function has this code: a module makes only one. */
  readonly isOnce: boolean;

  constructor(code: Code, env: Environment, isOnce = false) {
    this.code = code;
    this.env = env;
    this.isOnce = isOnce;
  }
}

/** What a call with a derivative word runs: a function of a program, with the closure to pass as its zeroth argument. */
export interface Target {
  readonly code: Code;
  readonly self: AnyFunction;
}

/**
 * Decides what a call runs. For the empty word, and for `E`, the answer may be null: call the function as JavaScript does, and
 * for `E` make a value of what it throws.
 * Throws where a function has no derivative, naming the function and the place of the call.
 */
export type Resolve = (callee: unknown, word: Word, span: Span, source: string | undefined) => Target | null;

/** A constructor that returns its argument: classes that extend it put private fields on any object ("return override"). */
export class Return {
  constructor(target: object) {
    return target;
  }
}

class Stamped extends Return {
  #stamp: Stamp | (() => Stamp);
  constructor(target: object, stamp: Stamp | (() => Stamp)) {
    super(target);
    this.#stamp = stamp;
  }
  static read(target: object): Stamp | undefined {
    if (!(#stamp in target)) return undefined;
    if (typeof target.#stamp === "function") target.#stamp = target.#stamp();
    return target.#stamp;
  }
  static has(target: object): boolean {
    return #stamp in target;
  }
}

interface Registry {
  readonly stamp: (target: object, stamp: Stamp | (() => Stamp)) => void;
  /** The same, for a function that was just made. */
  readonly stampNew: (target: object, stamp: Stamp) => void;
  readonly read: (target: object) => Stamp | undefined;
}

// All copies of the package share one registry.
const registryKey: unique symbol = Symbol.for("zeroth.registry/3") as never;
const registry: Registry = ((globalThis as { [registryKey]?: Registry })[registryKey] ??= {
  stamp: (target, stamp) => {
    if (!Stamped.has(target)) new Stamped(target, stamp);
  },
  stampNew: (target, stamp) => {
    new Stamped(target, stamp);
  },
  read: (target) => Stamped.read(target),
});

/** Attaches code and environment to a function, once; a thunk is called on first use. */
export function stampFunction(target: object, stamp: Stamp | (() => Stamp)): void {
  registry.stamp(target, stamp);
}

/** Attaches code and environment to a function that was just made, so that it has none yet. */
export function stampNew(target: object, stamp: Stamp): void {
  registry.stampNew(target, stamp);
}

export function stampOf(target: unknown): Stamp | undefined {
  return typeof target === "function" ? registry.read(target) : undefined;
}

/** The environment of a stamped function. */
export function environmentOf(self: unknown): Environment {
  return stampOf(self)?.env ?? [];
}

/** Whether compiled code made the closure. Another copy of the package may have made the environment. */
const isOwn = (env: Environment): env is readonly unknown[] => Array.isArray(env);

/** Where a function keeps what it has read of its environment: engines are slow to call accessors of indices. */
export function keptCaptures(env: Environment): unknown[] {
  return isOwn(env) ? (env as unknown[]) : new Array<unknown>(env.length);
}

/** Reads a captured variable, and keeps its value if that is the last one. */
export function readCapture(env: Environment, kept: unknown[], k: number): unknown {
  return !isOwn(env) && env.live.includes(k) ? env.reads[k]?.() : readSettled(env, kept, k);
}

/** The same in code whose imports are all known when it runs. */
export function readSettled(env: Environment, kept: unknown[], k: number): unknown {
  return isOwn(env) ? env[k] : (kept[k] = env.reads[k]?.());
}

/** The present value of a captured variable; undefined if it is not initialised yet. */
export function capturedValue(env: Environment, k: number): unknown {
  return unlessUninitialised(() => env[k]);
}

/** The result of `read`; undefined if it reads a variable before its initialisation. */
export function unlessUninitialised(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (error instanceof ReferenceError) return undefined;
    throw error;
  }
}

const constructorFunctions = new WeakMap<object, AnyFunction>();
const constructedBy = new WeakMap<object, unknown>();

const constructsNothing = { construct: (): object => ({}) };
/** Functions found to be constructors; asking takes long. */
const constructors = new WeakSet<object>();

/** Whether `new` accepts a value, which does not run. */
export function isConstructor(f: unknown): f is AnyFunction & (new (...args: never[]) => unknown) {
  if (typeof f !== "function") return false;
  if (constructors.has(f)) return true;
  try {
    Reflect.construct(new Proxy(f, constructsNothing) as AnyFunction, []);
    constructors.add(f);
    return true;
  } catch {
    return false;
  }
}

/** A class as an ordinary function that constructs it; each class has one such function. */
export function constructorFunction(constructor: unknown): AnyFunction {
  if (typeof constructor !== "function") throw new TypeError(`${String(constructor)} is not a constructor`);
  let f = constructorFunctions.get(constructor);
  if (f === undefined) {
    // What zeroth refuses to compile is no constructor, but says so when it is called.
    if (stampOf(constructor) === undefined && !isConstructor(constructor))
      throw new TypeError(`${constructor.name} is not a constructor`);
    f = (...args: never[]) => Reflect.construct(constructor, args) as unknown;
    constructorFunctions.set(constructor, f);
    constructedBy.set(f, constructor);
  }
  return f;
}

/** The class behind a function made by `constructorFunction`. */
export function classBehind(f: object): unknown {
  return constructedBy.get(f);
}
