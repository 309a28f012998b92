// What `new` does with compiled classes and functions: makes the object, and runs the constructor on it.

import { callWith, objectOf } from "../host/intrinsics.ts";

type AnyFunction = (...args: unknown[]) => unknown;

/** `new C(…)` of a class whose constructor is `initialise`. */
export function construction(constructor: { readonly prototype: object }, initialise: AnyFunction): AnyFunction {
  return (...args: unknown[]): unknown => {
    const object = objectOf(constructor.prototype);
    callWith(initialise, object, ...args);
    return object;
  };
}

/** `new f(…)` of an ordinary function: what it returns counts if that is an object. */
export function constructionByFunction(f: AnyFunction): AnyFunction {
  return (...args: unknown[]): unknown => {
    const { prototype } = f as unknown as { readonly prototype: unknown };
    const object = objectOf(isObject(prototype) ? prototype : Object.prototype);
    const result = callWith(f, object, ...args);
    return isObject(result) ? result : object;
  };
}

function isObject(x: unknown): x is object {
  return (typeof x === "object" && x !== null) || typeof x === "function";
}
