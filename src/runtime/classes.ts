// Classes of compiled modules. Each has a function that runs its constructor on an object that is already there (front/classes.ts).

import { stampOf } from "./closure.ts";
import type { AnyFunction } from "./factory.ts";
import { isPlainPrototype } from "./realms.ts";

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

/** Makes the function that runs the constructor of a class; the caller stamps it. */
export function newInitialiser(constructor: object): AnyFunction {
  const initialise: AnyFunction = function (this: unknown, ...args: readonly unknown[]): unknown {
    return run(initialise, this, args);
  };
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
  const f = isErrorClass(constructor) ? errorInitialiser() : notInitialising(constructor);
  initialiserFunctions.set(constructor, f);
  initialised.set(f, constructor);
  return f;
}

const accessorNames = new Set<string>();

/** Whether some compiled getter or setter has this name. */
export const isAccessorName = (name: string): boolean => accessorNames.has(name);

export function nameAccessor(name: string): void {
  accessorNames.add(name);
}

export type AccessorKind = "get" | "set";

/** The compiled getter or setter behind a property; undefined if there is none. */
export function accessorOf(x: unknown, key: PropertyKey, kind: AccessorKind): AnyFunction | undefined {
  if (x === null || x === undefined) return undefined;
  for (let o = Object(x) as object | null; o !== null; o = Object.getPrototypeOf(o) as object | null) {
    const property = Object.getOwnPropertyDescriptor(o, key);
    if (property === undefined) continue;
    const f = property[kind] as AnyFunction | undefined;
    return stampOf(f) === undefined ? undefined : f;
  }
  return undefined;
}

/** Reads a property as JavaScript does. The prelude has its derivative. */
export const readProperty = (x: object, key: PropertyKey, receiver: unknown): unknown =>
  x === receiver ? (x as Record<PropertyKey, unknown>)[key] : Reflect.get(x, key, receiver);

/** Writes a property as JavaScript does. The prelude has its derivative. */
export function writeProperty(x: object, key: PropertyKey, value: unknown): void {
  (x as Record<PropertyKey, unknown>)[key] = value;
}

/** For prototypes, whether they are those of compiled classes only. */
const known = new WeakMap<object, boolean>();

/** Whether an object is an instance of compiled classes alone, so that its properties are all that it holds. */
export function isOfCompiledClass(x: object): boolean {
  const prototype = Object.getPrototypeOf(x) as object | null;
  if (prototype === null || isPlainPrototype(prototype)) return false;
  let answer = known.get(prototype);
  if (answer === undefined) known.set(prototype, (answer = isCompiledPrototype(prototype)));
  return answer;
}

function isCompiledPrototype(prototype: object): boolean {
  const constructor: unknown = Object.getOwnPropertyDescriptor(prototype, "constructor")?.value;
  if (!isFunction(constructor) || constructor.prototype !== prototype) return false;
  if (
    isSealed(constructor) ||
    (initialiserOf(constructor) === undefined && stampOf(constructor) === undefined && !assigned.has(constructor))
  )
    return false;
  const next = Object.getPrototypeOf(prototype) as object | null;
  return next !== null && (isPlainPrototype(next) || isCompiledPrototype(next));
}

/** Classes whose instances hold what no property shows. */
const sealed = new WeakSet<object>();
const isSealed = (constructor: object): boolean => sealed.has(constructor);

/** Classes whose fields are assigned (TypeScript's `useDefineForClassFields: false`), where compiled code would define them. */
const assigned = new WeakSet<object>();
export const assignsFields = (constructor: unknown): boolean => isFunction(constructor) && assigned.has(constructor);

/** Notes what is special of a class. */
export function noteClass(
  constructor: object,
  { hasPrivates, assigns }: { hasPrivates: boolean; assigns: boolean },
): void {
  if (hasPrivates) sealed.add(constructor);
  if (assigns) assigned.add(constructor);
}

/**
 * The functions that an instance of compiled classes, or such a class, leads to beside what its properties hold: constructors,
 * methods, getters and setters, static ones too.
 */
export function membersOf(x: object): readonly object[] {
  const members: object[] = [];
  const of =
    typeof x === "function" ? [x, (x as AnyFunction).prototype as unknown] : [Object.getPrototypeOf(x) as unknown];
  for (const first of of) {
    for (let o = first; isHolder(o); o = Object.getPrototypeOf(o)) {
      for (const property of Object.values(Object.getOwnPropertyDescriptors(o)))
        for (const member of Object.values(property as object) as unknown[])
          if (typeof member === "function") members.push(member);
      const initialise = initialiserOf(o);
      if (initialise !== undefined) members.push(initialise);
    }
  }
  return members;
}

/** Whether the chain of what holds members goes on: it ends at the language's own prototypes. */
function isHolder(o: unknown): o is object {
  if (typeof o === "function") return o !== Function.prototype && (initialiserOf(o) ?? stampOf(o)) !== undefined;
  return typeof o === "object" && o !== null && !isPlainPrototype(o) && isCompiledPrototype(o);
}

const errorClasses: ReadonlySet<unknown> = new Set([
  Error,
  EvalError,
  RangeError,
  ReferenceError,
  SyntaxError,
  TypeError,
  URIError,
]);

/** Whether it is one of the language's own classes of errors: nothing in what they make carries a derivative. */
export const isErrorClass = (constructor: unknown): boolean => errorClasses.has(constructor);

/** What the language's classes of errors do with a new object; each class has its own, since it stands for the class. */
function errorInitialiser(): AnyFunction {
  return function (this: object, ...[message, options]: never[]): void {
    const define = (key: string, value: unknown): unknown =>
      Object.defineProperty(this, key, { value, writable: true, enumerable: false, configurable: true });
    if (message !== undefined) define("message", String(message));
    if (typeof options === "object" && options !== null && "cause" in options)
      define("cause", (options as { readonly cause: unknown }).cause);
    // As the engine does, with the name that the object has now.
    const { captureStackTrace } = Error as { readonly captureStackTrace?: (error: object) => void };
    if (captureStackTrace === undefined) define("stack", new Error(String(message ?? "")).stack);
    else captureStackTrace(this);
  };
}

/** A class cannot do it; a function that is not one can. */
const notInitialising = (constructor: AnyFunction): AnyFunction =>
  function (this: unknown, ...args: never[]): void {
    if (Object.getOwnPropertyDescriptor(constructor, "prototype")?.writable === true) {
      Reflect.apply(constructor, this, args);
      return;
    }
    throw new TypeError(`the class ${constructor.name} cannot initialise an object that it has not made`);
  };

/** The class behind a function that `initialiserFunction` made for a class that is not compiled. */
export const parentBehind = (f: object): unknown => initialised.get(f);
