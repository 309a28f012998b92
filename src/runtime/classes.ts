// Classes of compiled modules. Each has a function that runs its constructor on an object that is already there (front/classes.ts).

import { ZerothError } from "../ir/diagnostics.ts";
import { errorInitialiser, isErrorClass } from "./error-classes.ts";
import { stampOf } from "./closure.ts";
import type { AnyFunction } from "./factory.ts";
import { nativeInitialisers } from "./native-parents.ts";

interface Registry {
  readonly register: (constructor: object, initialiser: AnyFunction) => void;
  readonly initialiserOf: (constructor: object) => AnyFunction | undefined;
}

const newRegistry = (): Registry => {
  const initialisers = new WeakMap<object, AnyFunction>();
  return {
    register: (constructor, initialiser) => {
      initialisers.set(constructor, initialiser);
    },
    initialiserOf: (constructor) => initialisers.get(constructor),
  };
};

// All copies of the package share one registry.
const registryKey: unique symbol = Symbol.for("zeroth.classes/1") as never;
const registry = ((globalThis as { [registryKey]?: Registry })[registryKey] ??= newRegistry());

type Run = (f: AnyFunction, receiver: unknown, args: readonly unknown[]) => unknown;

let run: Run = () => {
  throw new Error("zeroth: a constructor ran before zeroth was loaded");
};

/** Sets what runs compiled functions that JavaScript has no function for. */
export function setRun(by: Run): void {
  run = by;
}

const made = new WeakSet<object>();

/** Whether a function runs the constructor of a class: its receiver is an object that nobody else has yet. */
export const isInitialiser = (f: object): boolean => made.has(f);

/** A function for code that JavaScript has no function for, or none that can be reached; the caller stamps it. */
export function standIn(): AnyFunction {
  const f: AnyFunction = function (this: unknown, ...args: readonly unknown[]): unknown {
    return run(f, this, args);
  };
  return f;
}

/** Makes the function that runs the constructor of a class; the caller stamps it. */
export function newInitialiser(constructor: object): AnyFunction {
  const initialise = standIn();
  registry.register(constructor, initialise);
  made.add(initialise);
  return initialise;
}

/** The function that runs the constructor of a class; undefined for classes that are not compiled. */
export const initialiserOf: Registry["initialiserOf"] = registry.initialiserOf;

const initialiserFunctions = new WeakMap<object, AnyFunction>();
const initialised = new WeakMap<object, unknown>();

const isFunction = (x: unknown): x is AnyFunction => typeof x === "function";

/** The constructor of a class as a function of the object that it initialises. */
export function initialiserFunction(constructor: unknown): AnyFunction {
  if (!isFunction(constructor)) throw new TypeError("Super constructor is not a constructor");
  const own = initialiserOf(constructor) ?? initialiserFunctions.get(constructor);
  if (own !== undefined) return own;
  // A compiled function that is not a class is its own initialiser.
  if (stampOf(constructor) !== undefined) return constructor;
  const f = isErrorClass(constructor)
    ? errorInitialiser()
    : (nativeInitialisers.get(constructor) ?? notInitialising(constructor));
  initialiserFunctions.set(constructor, f);
  initialised.set(f, constructor);
  return f;
}

/** A class cannot do it; a function that is not one can. */
const notInitialising = (constructor: AnyFunction): AnyFunction =>
  function (this: unknown, ...args: never[]): void {
    if (Object.getOwnPropertyDescriptor(constructor, "prototype")?.writable === true) {
      Reflect.apply(constructor, this, args);
      return;
    }
    throw new ZerothError({
      kind: "unsupported",
      message: `a class that extends ${constructor.name}, in differentiated code`,
      remedy: "keep what it extends in a field",
    });
  };

/** Whether a function is what `super(message)` calls in a class that extends one of the language's classes of errors. */
export const isErrorParent = (f: object): boolean => isErrorClass(initialised.get(f));

/** The class behind a function that `initialiserFunction` made for a class that is not compiled. */
export const parentBehind = (f: object): unknown => initialised.get(f);
